/** An ad of a real server as a system of the path runner: its merchant, its takers, an operator. */
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { FiatAdEvent } from '../../../machines/domain/fiat/fiat-ad.events.ts';
import type { FiatAdContext } from '../../../machines/domain/fiat/fiat-ad.machine.ts';
import { FIAT_AD_PART, FIAT_AD_PEOPLE } from '../../../qa/models/fiat-ad.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { historyOf } from '../desk/path-history.ts';
import { ACCEPTED_DEVIATION, postAd } from '../fiat/fiat-ads.ts';
import type { FiatUser, Merchant } from '../fiat/fiat-users.ts';
import { errorOf } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newFaults } from '../ledger/new-faults.ts';
import { callOperator } from '../operator/operators.ts';
import { changeOf, type Change, type FiatRows, type Funds } from './fiat-rows.ts';
import type { FiatWorld } from './fiat-world.ts';
import { OrdersOfAd } from './orders-of-ad.ts';

const SCALE = 18;
/** Coins of one part. */
const PART = '10';
const PART_UNITS = BigInt(PART) * 10n ** BigInt(SCALE);
const DEPOSIT_UNITS = BigInt(LIMITS.shop_deposit_usdt) * 10n ** BigInt(SCALE);

export interface AdCast {
  readonly world: FiatWorld;
  readonly books: FiatRows;
  readonly merchant: Merchant;
  /** The user who takes parts of the ad, and has a collection method. */
  readonly taker: Merchant;
  readonly stranger: FiatUser;
}

interface Observation {
  readonly ad: {
    readonly state: string;
    readonly removal: string | null;
    readonly total: string;
    readonly remaining: string;
    readonly inOrders: string;
    readonly sold: string;
    readonly isListed: boolean;
    readonly revision: number;
  };
  /** True if other users find the ad. */
  readonly isFound: boolean;
  /** Changes since before the ad was posted. */
  readonly merchant: Change<Funds>;
  readonly taker: Change<Funds>;
  readonly faults: readonly string[];
}

/** Consent to a price far from the market. */
const ACCEPTED = { accepted_deviation: ACCEPTED_DEVIATION };
/** Only a merchant who sells is asked for it. */
const secretOf = (side: FiatSide) => side === 'sell' && { pay_password: PAY_PASSWORD };
const CALLS = {
  'ad.suspend': 'suspendFiatAd',
  'ad.resume': 'resumeFiatAd',
  'ad.cancel': 'cancelFiatAd',
  'ad.edit': 'editFiatAd',
} as const;
type OwnEvent = Extract<FiatAdEvent, { readonly type: keyof typeof CALLS }>;
const isOwn = (event: FiatAdEvent): event is OwnEvent => event.type in CALLS;

export class HttpFiatAd implements System {
  readonly target = 'http';
  readonly #cast: AdCast;
  readonly #path: Path;
  readonly #side: FiatSide;
  #orders: OrdersOfAd | undefined;
  #id = '';
  #revision = 0;
  #done = 0;
  /** True since the last step while events are tried that must change nothing. */
  #isTrying = false;
  #isShopOpen = true;
  #isAlive = true;
  #before: { readonly merchant: Funds; readonly taker: Funds } | undefined;

  constructor(cast: AdCast, path: Path) {
    this.#cast = cast;
    this.#path = path;
    this.#side = (path.start.snapshot.context as FiatAdContext).side;
  }

  async start(): Promise<void> {
    const { books, merchant, taker } = this.#cast;
    const { total, opensAtOnce } = this.#path.start.snapshot.context as FiatAdContext;
    this.#before = {
      merchant: await books.funds(merchant.id),
      taker: await books.funds(taker.id),
    };
    const ad = await postAd(merchant, this.#side, {
      total: coins(total),
      auto_open: opensAtOnce ? '1' : '0',
    });
    this.#id = ad.id;
    const { world } = this.#cast;
    this.#orders = new OrdersOfAd({ world, merchant, taker, side: this.#side, adId: ad.id });
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    this.#done += 1;
    this.#isTrying = false;
    await this.#perform(anyEvent as FiatAdEvent);
  }

  /** Only events that a user starts have a call. */
  async tryRefused(anyEvent: AnyEventObject): Promise<boolean> {
    const event = anyEvent as FiatAdEvent;
    this.#isTrying = true;
    const { role } = event.by;
    if (isOwn(event)) return role === 'system' ? false : this.#tryOwn(event);
    switch (event.type) {
      case 'ad.remove':
        return role === 'system' ? false : this.#tryToRemove(event);
      case 'shop.closed':
        return role === 'system' ? this.#tryToCloseShop() : false;
      case 'order.placed':
        return this.#tryToPlace(event);
      case 'order.completed':
      case 'order.returned':
        return false;
    }
  }

  advance(delay: string): never {
    throw new Error(`an ad has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const { world, books, merchant, taker, stranger } = this.#cast;
    const ad = await merchant.ask('getOwnFiatAd', { id: this.#id });
    this.#revision = ad.revision;
    this.#isAlive = ad.state === 'opening' || ad.state === 'suspended';
    const found = await stranger.call('getFiatAd', { id: this.#id });
    const before = ensure(this.#before, 'the books before');
    return {
      ad: {
        state: ad.state,
        removal: ad.removal,
        total: ad.total,
        remaining: ad.remaining,
        inOrders: ad.in_orders,
        sold: ad.sold,
        isListed: ad.is_listed,
        revision: ad.revision,
      },
      isFound: errorOf(found) === undefined,
      merchant: changeOf(await books.funds(merchant.id), before.merchant),
      taker: changeOf(await books.funds(taker.id), before.taker),
      faults: this.#isTrying
        ? []
        : [
            ...(await newFaults(world.server, this.#path, this.#done)),
            ...(await books.uncovered()),
          ],
    };
  }

  /** The view of users by the model. */
  readonly expected = (move: Move): Observation => {
    const { snapshot } = move;
    const { total, remaining, inOrders, sold, removal } = snapshot.context as FiatAdContext;
    const held = units(inOrders) + (snapshot.matches('alive') ? units(remaining) : 0n);
    const isSelling = this.#side === 'sell';
    const seller = isSelling
      ? { available: String(-held - units(sold)), frozen: String(held) }
      : { available: String(-units(inOrders) - units(sold)), frozen: String(units(inOrders)) };
    const buyer = { available: String(units(sold)), frozen: '0' };
    const merchant = isSelling ? seller : buyer;
    const history = historyOf(this.#path, move);
    const isClosed = history.some(({ event }) => event.type === 'shop.closed');
    return {
      ad: {
        state: stateOf(move),
        removal,
        total: coins(total),
        remaining: coins(remaining),
        inOrders: coins(inOrders),
        sold: coins(sold),
        isListed: isListed(snapshot),
        revision: history.length + 1,
      },
      isFound: isListed(snapshot),
      merchant: isClosed ? withDeposit(merchant) : merchant,
      taker: isSelling ? buyer : seller,
      faults: [],
    };
  };

  /** Ends everything open of the ad, so that it does not affect the next one. */
  async clear(): Promise<void> {
    const { merchant } = this.#cast;
    await this.#ordersOfIt.completeAll();
    await this.observe();
    const by = { role: 'merchant', userId: FIAT_AD_PEOPLE.merchant } as const;
    if (this.#isAlive) expect(await this.#act({ type: 'ad.cancel', by })).toBeUndefined();
    const shop = { name: merchant.shopName, pay_password: PAY_PASSWORD };
    if (!this.#isShopOpen) await merchant.ask('openShop', shop);
  }

  async #perform(event: FiatAdEvent): Promise<void> {
    const { merchant } = this.#cast;
    if (isOwn(event)) {
      expect(await this.#act(event)).toBeUndefined();
      return;
    }
    switch (event.type) {
      case 'ad.remove':
        expect(await this.#remove(event.text)).toBeUndefined();
        return;
      case 'shop.closed':
        await merchant.ask('closeShop', { pay_password: PAY_PASSWORD });
        this.#isShopOpen = false;
        return;
      case 'order.placed':
        return this.#ordersOfIt.place(coins(event.quantity));
      case 'order.completed':
        return this.#ordersOfIt.complete();
      case 'order.returned':
        return this.#ordersOfIt.giveBack();
    }
  }

  /** The snapshot after the steps so far. */
  get #present(): AnyMachineSnapshot {
    const { start, steps } = this.#path;
    return (steps[this.#done - 1] ?? start).snapshot;
  }

  get #ordersOfIt(): OrdersOfAd {
    return ensure(this.#orders, 'orders');
  }

  async #tryOwn(event: OwnEvent): Promise<true> {
    const { role, userId } = event.by;
    if (role === 'operator')
      expect(await this.#act(event, await this.#cast.world.operatorToken())).toBe('unauthorized');
    else if (userId === FIAT_AD_PEOPLE.stranger)
      expect(await this.#act(event)).toBe('fiat_ad_not_found');
    else expect(await this.#act(event)).toBe(this.#refusalOfOwn(event));
    return true;
  }

  /** The error for the merchant, who may not send the event here. */
  #refusalOfOwn(event: OwnEvent): ErrorName {
    if (event.type !== 'ad.edit') return 'fiat_ad_changed';
    const { inOrders, sold } = this.#present.context as FiatAdContext;
    if (event.total === '0') return 'invalid_request';
    return BigInt(event.total) <= BigInt(inOrders) + BigInt(sold)
      ? 'fiat_ad_total_too_small'
      : 'fiat_ad_changed';
  }

  async #tryToRemove({ text, by }: Extract<FiatAdEvent, { type: 'ad.remove' }>): Promise<true> {
    const isOperator = by.role === 'operator';
    const error = await this.#remove(text, isOperator ? undefined : this.#cast.merchant.token);
    expect(error).toBe(isOperator ? 'not_changed' : 'unauthorized');
    return true;
  }

  /** Ads end with their shop, which waits for all of its orders; an ended ad stays unchanged. */
  async #tryToCloseShop(): Promise<true> {
    const { merchant } = this.#cast;
    const { inOrders } = this.#present.context as FiatAdContext;
    const closing = await merchant.call('closeShop', { pay_password: PAY_PASSWORD });
    if (inOrders !== '0') expect(errorOf(closing)).toBe('shop_has_open_orders');
    else if (!this.#isShopOpen) expect(errorOf(closing)).toBe('shop_required');
    else {
      expect(errorOf(closing)).toBeUndefined();
      await merchant.ask('openShop', { name: merchant.shopName, pay_password: PAY_PASSWORD });
    }
    return true;
  }

  async #tryToPlace({ quantity, by }: Extract<FiatAdEvent, { type: 'order.placed' }>) {
    const { world, merchant, taker } = this.#cast;
    const orders = this.#ordersOfIt;
    if (by.role === 'operator')
      expect(await orders.tryToPlaceBy(await world.operatorToken(), coins(quantity))).toBe(
        'unauthorized',
      );
    else {
      const isOwner = by.role === 'merchant';
      const answer = await orders.tryToPlace(isOwner ? merchant : taker, coins(quantity));
      const refusal = isListed(this.#present) ? 'fiat_ad_remainder_too_small' : 'fiat_ad_not_found';
      expect(errorOf(answer)).toBe(isOwner ? 'own_fiat_ad' : refusal);
    }
    return true;
  }

  /** @returns the error name. */
  async #act(event: OwnEvent, token?: string) {
    const { world, merchant, stranger } = this.#cast;
    const person = event.by.userId === FIAT_AD_PEOPLE.stranger ? stranger : merchant;
    const seen = { id: this.#id, revision: String(this.#revision) };
    const fields =
      event.type === 'ad.edit'
        ? { ...seen, ...termsOf(merchant, this.#side), total: coins(event.total) }
        : {
            ...seen,
            ...(event.type === 'ad.resume' && { ...ACCEPTED, ...secretOf(this.#side) }),
          };
    const name = CALLS[event.type];
    return errorOf(
      token === undefined
        ? await person.call(name, fields as never)
        : await world.server.call(name, fields as never, { token }),
    );
  }

  async #remove(text: string, token?: string) {
    const { world } = this.#cast;
    const fields = { id: this.#id, text, reason: 'looked at by a test' };
    const by = { token: token ?? (await world.operatorToken()) };
    return errorOf(await callOperator(world.server, 'removeFiatAd', fields, by));
  }
}

/** Closing the shop also returns its deposit. */
const withDeposit = ({ available, frozen }: Change<Funds>): Change<Funds> => ({
  available: String(BigInt(available) + DEPOSIT_UNITS),
  frozen: String(BigInt(frozen) - DEPOSIT_UNITS),
});

/** The terms as posted, because an edit sends all of them again. */
const termsOf = ({ method }: Merchant, side: FiatSide) => ({
  price_type: 'fixed',
  price: '7',
  ...ACCEPTED,
  min_amount: '70',
  max_amount: '3500',
  payment_kinds: 'bank_card',
  collection_method_ids: side === 'sell' ? method.id : '',
  payment_window_min: '15',
  ...secretOf(side),
});

/** Converts units of the model, in which an order takes one part. */
const units = (ofModel: string): bigint => (BigInt(ofModel) / FIAT_AD_PART) * PART_UNITS;
const coins = (ofModel: string): string => formatUnits(units(ofModel), SCALE);

/** True if other users find the ad. */
const isListed = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ alive: 'opening' }) && (snapshot.context as FiatAdContext).remaining !== '0';

/** `state` on the wire. */
function stateOf({ snapshot }: Move): string {
  const meta = Object.values(snapshot.getMeta()).find((one) => one !== undefined);
  return (ensure(meta, 'meta') as { readonly state: string }).state;
}
