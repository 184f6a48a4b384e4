/** A fiat order of a real server as a system of the path runner: its two sides, an operator and the timer. */
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { triggerOf } from '../../../machines/domain/explain/machine-shape.ts';
import type { FiatOrderEvent } from '../../../machines/domain/fiat/fiat-order.events.ts';
import type { FiatOrderContext } from '../../../machines/domain/fiat/fiat-order.machine.ts';
import { FIAT_ORDER_INPUT, FIAT_ORDER_PEOPLE } from '../../../qa/models/fiat-order.model.ts';
import type { Path, Step } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { historyOf } from '../desk/path-history.ts';
import { takeAd } from '../fiat/fiat-orders.ts';
import type { FiatUser } from '../fiat/fiat-users.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newFaults } from '../ledger/new-faults.ts';
import { callOperator } from '../operator/operators.ts';
import {
  changeOf,
  type AdParts,
  type Change,
  type FiatRows,
  type Funds,
  type OrderMarks,
} from './fiat-rows.ts';
import type { FiatWorld } from './fiat-world.ts';

/** Coins that the order takes. */
const PART = '100';
const PART_UNITS = BigInt(PART) * 10n ** 18n;
const MINUTE_MS = 60_000;

/** The users of a path, and the seller's sell ad for the order. */
export interface OrderCast {
  readonly world: FiatWorld;
  readonly books: FiatRows;
  readonly buyer: FiatUser;
  readonly seller: FiatUser;
  readonly stranger: FiatUser;
  readonly adId: string;
  /** False where another test verifies the ledger after each step of the same paths. */
  readonly verifiesSteps: boolean;
}

/** The order as both sides read it, and changes in the ledger since before it was placed. */
interface Observation {
  readonly order: {
    readonly state: string;
    readonly end: string | null;
    readonly postponements: number;
    readonly isOvertime: boolean;
    readonly applicant: string | null;
    readonly revision: number;
    /** Time until its timer ends; null if none runs. */
    readonly minutesLeft: number | null;
    readonly vouchers: number;
    readonly isAwarded: boolean;
    /** Event, role, resulting state. */
    readonly log: readonly (readonly [string, string, string])[];
  };
  /** True if the other side reads the same. */
  readonly isSameForSeller: boolean;
  /** Units of the coin, as text. */
  readonly buyer: Change<Funds>;
  readonly seller: Change<Funds>;
  readonly ad: Change<AdParts>;
  readonly marks: OrderMarks;
  readonly faults: readonly string[];
}

const CALLS = {
  'order.cancel': 'cancelFiatOrder',
  'payment.declare': 'declareFiatPayment',
  'receipt.confirm': 'confirmFiatReceipt',
  'receipt.postpone': 'postponeFiatConfirmation',
  'order.markAbnormal': 'markFiatOrderAbnormal',
  'rights.apply': 'applyRightsProtection',
  'rights.withdraw': 'withdrawRightsProtection',
} as const;
export type SideEvent = Exclude<FiatOrderEvent, { readonly type: 'dispute.award' }>;
const isAward = (
  event: FiatOrderEvent,
): event is Extract<FiatOrderEvent, { type: 'dispute.award' }> => event.type === 'dispute.award';

export class HttpFiatOrder implements System {
  readonly target = 'http';
  readonly #cast: OrderCast;
  readonly #path: Path;
  #id = '';
  #revision = 0;
  #state = '';
  #done = 0;
  /** True since the last step while events are tried that must change nothing. */
  #isTrying = false;
  #before: { readonly buyer: Funds; readonly seller: Funds; readonly ad: AdParts } | undefined;

  constructor(cast: OrderCast, path: Path) {
    this.#cast = cast;
    this.#path = path;
  }

  get id(): string {
    return this.#id;
  }

  async start(): Promise<void> {
    const { books, buyer, seller, adId } = this.#cast;
    this.#before = {
      buyer: await books.funds(buyer.id),
      seller: await books.funds(seller.id),
      ad: await books.ad(adId),
    };
    this.#id = dataOf(await takeAd(buyer, { id: adId }, { quantity: PART })).id;
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as FiatOrderEvent;
    this.#done += 1;
    this.#isTrying = false;
    expect(isAward(event) ? await this.#award(event) : await this.#act(event)).toBeUndefined();
    if (event.type === 'payment.declare') this.#cast.world.voucherUsed(this.#person(event.by));
  }

  async advance(delay: string): Promise<void> {
    this.#done += 1;
    this.#isTrying = false;
    const windows: Readonly<Record<string, number>> = {
      paymentWindow: FIAT_ORDER_INPUT.paymentWindowMs,
      confirmWindow: FIAT_ORDER_INPUT.confirmWindowMs,
      postponeWindow: FIAT_ORDER_INPUT.postponeWindowMs,
    };
    await this.#cast.world.advance(ensure(windows[delay], delay));
  }

  async observe(): Promise<Observation> {
    const { world, books, buyer, seller, adId } = this.#cast;
    const forBuyer = await this.#read(buyer);
    const forSeller = await this.#read(seller);
    const before = ensure(this.#before, 'the books before');
    this.#revision = forBuyer.revision;
    this.#state = forBuyer.state;
    return {
      order: this.#shown(forBuyer),
      isSameForSeller:
        forSeller.role === 'seller' &&
        JSON.stringify(this.#shown(forSeller)) === JSON.stringify(this.#shown(forBuyer)),
      buyer: changeOf(await books.funds(buyer.id), before.buyer),
      seller: changeOf(await books.funds(seller.id), before.seller),
      ad: changeOf(await books.ad(adId), before.ad),
      marks: await books.marks(this.#id),
      // Refusals are verified together after all tries, see `OrderCasts`.
      faults:
        this.#isTrying || !this.#cast.verifiesSteps
          ? []
          : [
              ...(await newFaults(world.server, this.#path, this.#done)),
              ...(await books.uncovered()),
            ],
    };
  }

  /** The order by the model. */
  readonly expected = (move: Move): Observation => {
    const { snapshot } = move;
    const history = historyOf(this.#path, move);
    const { end, postponements, applicant } = snapshot.context as FiatOrderContext;
    const isDone = snapshot.status === 'done';
    const isSold = snapshot.matches('completed');
    const did = (effect: string) => history.some(({ effects }) => effects.includes(effect));
    const open = isDone ? 0n : PART_UNITS;
    const sold = isSold ? PART_UNITS : 0n;
    return {
      order: {
        state: stateOf(snapshot),
        end,
        postponements,
        isOvertime: snapshot.matches({ confirming: 'overtime' }),
        applicant,
        revision: history.length + 1,
        minutesLeft: minutesLeft(snapshot),
        vouchers: history.some(({ event }) => event.type === 'payment.declare') ? 1 : 0,
        isAwarded: end?.startsWith('awarded') ?? false,
        log: [['started', 'buyer', stateOf(this.#path.start.snapshot)], ...history.map(entryOf)],
      },
      isSameForSeller: true,
      buyer: { available: String(sold), frozen: '0' },
      // Coins frozen since the ad was posted.
      seller: { available: '0', frozen: String(-sold) },
      ad: { remaining: String(-open - sold), inOrders: String(open), sold: String(sold) },
      marks: {
        isCancellation: did('countCancellation'),
        isPaymentFalse: did('countFalsePayment'),
      },
      faults: [],
    };
  };

  /** End of the delay that runs in the model's state. */
  async delayEndsAt(snapshot: AnyMachineSnapshot): Promise<EpochMs> {
    const { deadline_at: deadline } = await this.#read(this.#cast.buyer);
    const { isPostponed } = snapshot.context as FiatOrderContext;
    const isFollowed = isPostponed && snapshot.matches({ confirming: 'inTime' });
    const followingMs = isFollowed ? FIAT_ORDER_INPUT.postponeWindowMs : 0;
    return ensure(deadline ?? undefined, 'a clock') - followingMs;
  }

  /** Ends the order in any state, so that it does not affect the next one. */
  async clear(): Promise<void> {
    const order = await this.#read(this.#cast.buyer);
    this.#revision = order.revision;
    if (order.state === 'completed' || order.state === 'cancelled') return;
    const by = (role: 'buyer' | 'seller') => ({ role, userId: FIAT_ORDER_PEOPLE[role] });
    const event: SideEvent =
      order.state === 'unpaid'
        ? { type: 'order.cancel', by: by('buyer') }
        : { type: 'receipt.confirm', by: by('seller') };
    expect(await this.#act(event)).toBeUndefined();
  }

  /** Every event of an order has a call, which a user without the right makes here. */
  async tryRefused(anyEvent: AnyEventObject): Promise<true> {
    const event = anyEvent as FiatOrderEvent;
    this.#isTrying = true;
    if (isAward(event)) await this.#tryAward(event);
    else if (event.by.role === 'operator') {
      const token = await this.#cast.world.operatorToken();
      expect(await this.#act(event, token)).toBe('unauthorized');
    } else {
      const isStranger = event.by.userId === FIAT_ORDER_PEOPLE.stranger;
      const showsNothing = event.type === 'payment.declare' && event.voucherIds.length === 0;
      const isAgain = event.type === 'rights.apply' && this.#state === 'rights_protection';
      const changed = isAgain ? 'rights_already_applied' : 'fiat_order_changed';
      const expected = showsNothing ? 'voucher_required' : changed;
      expect(await this.#act(event)).toBe(isStranger ? 'fiat_order_not_found' : expected);
    }
    return true;
  }

  /** The same event with the revision before or after the current one. */
  async tryStale(event: SideEvent, revision: number): Promise<void> {
    const actual = this.#revision;
    this.#revision = revision;
    expect(await this.#act(event)).toBe('fiat_order_changed');
    this.#revision = actual;
  }

  async #tryAward(event: Extract<FiatOrderEvent, { type: 'dispute.award' }>): Promise<void> {
    if (event.by.role === 'operator') {
      const isContradiction = event.to === 'buyer' && event.isPaymentFalse;
      expect(await this.#award(event)).toBe(
        isContradiction ? 'invalid_request' : 'already_decided',
      );
      return;
    }
    const { token } = this.#person(event.by);
    expect(await this.#award(event, token)).toBe('unauthorized');
  }

  /** @returns the error name. */
  async #act(event: SideEvent, token?: string) {
    const person = this.#person(event.by);
    const fields = {
      id: this.#id,
      revision: String(this.#revision),
      ...(await this.#fieldsOf(event, person)),
    };
    const name = CALLS[event.type];
    const answer =
      token === undefined
        ? await person.call(name, fields as never)
        : await this.#cast.world.server.call(name, fields as never, { token });
    return errorOf(answer);
  }

  async #award(event: Extract<FiatOrderEvent, { type: 'dispute.award' }>, token?: string) {
    const { world } = this.#cast;
    const fields = {
      id: this.#id,
      revision: String(this.#revision),
      to: event.to,
      is_payment_false: event.isPaymentFalse ? '1' : '0',
      text: event.text,
      reason: 'looked at by a test',
    } as const;
    const by = token ?? (await world.operatorToken());
    return errorOf(await callOperator(world.server, 'awardDispute', fields, { token: by }));
  }

  async #fieldsOf(event: SideEvent, person: FiatUser): Promise<object> {
    switch (event.type) {
      case 'payment.declare': {
        const isShown = event.voucherIds.length > 0;
        return { vouchers: isShown ? await this.#cast.world.voucher(person) : '' };
      }
      case 'receipt.confirm':
        return { pay_password: PAY_PASSWORD };
      case 'order.markAbnormal':
        return { note: 'The name on the payment is another one.' };
      case 'rights.apply':
        return { reason: event.reason, content: 'I have shown the payment.' };
      default:
        return {};
    }
  }

  #person({ role, userId }: FiatOrderEvent['by']): FiatUser {
    const { buyer, seller, stranger } = this.#cast;
    if (userId === FIAT_ORDER_PEOPLE.stranger) return stranger;
    return role === 'seller' ? seller : buyer;
  }

  #read(person: FiatUser): Promise<FiatOrderDetail> {
    return person.ask('getFiatOrder', { id: this.#id });
  }

  #shown(order: FiatOrderDetail): Observation['order'] {
    const left = order.deadline_at === null ? null : order.deadline_at - this.#cast.world.now;
    return {
      state: order.state,
      end: order.end,
      postponements: order.postponements,
      isOvertime: order.is_overtime,
      applicant: order.applicant,
      revision: order.revision,
      minutesLeft: left === null ? null : Math.round(left / MINUTE_MS),
      vouchers: order.voucher_ids.length,
      isAwarded: order.award_text !== null,
      log: order.events
        .toSorted((a, b) => a.revision - b.revision)
        .map(({ event, by, state }) => [event, by, state] as const),
    };
  }
}

function entryOf({ event, by, snapshot }: Step): readonly [string, string, string] {
  const isTime = triggerOf(event.type).kind === 'after';
  return [isTime ? 'deadline.passed' : event.type, isTime ? 'system' : by, stateOf(snapshot)];
}

/** `state` on the wire. */
function stateOf(snapshot: AnyMachineSnapshot): string {
  const meta = Object.values(snapshot.getMeta()).find((one) => one !== undefined);
  return (ensure(meta, 'meta') as { readonly state: string }).state;
}

/** The clock is held, so no time passes between the steps of a path. */
function minutesLeft(snapshot: AnyMachineSnapshot): number | null {
  const { isPostponed } = snapshot.context as FiatOrderContext;
  const { paymentWindowMs, confirmWindowMs, postponeWindowMs } = FIAT_ORDER_INPUT;
  if (snapshot.matches('unpaid')) return paymentWindowMs / MINUTE_MS;
  if (snapshot.matches({ confirming: 'overtime' })) return postponeWindowMs / MINUTE_MS;
  if (!snapshot.matches('confirming')) return null;
  return (confirmWindowMs + (isPostponed ? postponeWindowMs : 0)) / MINUTE_MS;
}
