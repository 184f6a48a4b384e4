/** Orders on one ad, placed and ended over HTTP in their order. */
import { ensure } from '../../../contract/assert.ts';
import type { FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import { takeAd } from '../fiat/fiat-orders.ts';
import type { Merchant } from '../fiat/fiat-users.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newKey } from '../idempotency-key.ts';
import { callOperator } from '../operator/operators.ts';
import type { FiatWorld } from './fiat-world.ts';

interface OrdersParts {
  readonly world: FiatWorld;
  readonly merchant: Merchant;
  /** The taker, who has a collection method. */
  readonly taker: Merchant;
  /** The merchant's side. */
  readonly side: FiatSide;
  readonly adId: string;
}

export class OrdersOfAd {
  readonly #parts: OrdersParts;
  readonly #open: string[] = [];

  constructor(parts: OrdersParts) {
    this.#parts = parts;
  }

  /** @param quantity coins, as decimal text. */
  async place(quantity: string): Promise<void> {
    this.#open.push(dataOf(await this.tryToPlace(this.#parts.taker, quantity)).id);
  }

  /** Places an order. @returns the error name of a refusal. */
  tryToPlace(by: Merchant, quantity: string) {
    const { side, adId } = this.#parts;
    const method = side === 'buy' ? { collection_method_id: by.method.id } : {};
    return takeAd(by, { id: adId }, { quantity, ...method });
  }

  /** The same with a token of no user. @returns the error name. */
  async tryToPlaceBy(token: string, quantity: string): Promise<string | undefined> {
    const { world, adId } = this.#parts;
    const fields = { ad_id: adId, price: '7', payment_kind: 'bank_card', quantity } as const;
    const headers = { 'idempotency-key': newKey() };
    return errorOf(await world.server.call('createFiatOrder', fields, { token, headers }));
  }

  /** Completes the oldest open order. */
  async complete(): Promise<void> {
    const seen = await this.#declare();
    await this.#sides.seller.ask('confirmFiatReceipt', { ...seen, pay_password: PAY_PASSWORD });
  }

  async completeAll(): Promise<void> {
    while (this.#open.length > 0) await this.complete();
  }

  /** Ends the oldest order without a trade: an operator decides for the seller, which bars no user. */
  async giveBack(): Promise<void> {
    const { world } = this.#parts;
    const seen = await this.#declare();
    const claim = { reason: 'other', content: 'I paid too little.' } as const;
    await this.#sides.buyer.ask('applyRightsProtection', { ...seen, ...claim });
    const award = { id: seen.id, to: 'seller', text: 'Too little was paid.' } as const;
    const by = { token: await world.operatorToken() };
    dataOf(await callOperator(world.server, 'awardDispute', { ...award, reason: 'a test' }, by));
  }

  get #sides() {
    const { merchant, taker, side } = this.#parts;
    return side === 'sell'
      ? { buyer: taker, seller: merchant }
      : { buyer: merchant, seller: taker };
  }

  async #declare(): Promise<{ readonly id: string; readonly revision: string }> {
    const { world } = this.#parts;
    const id = ensure(this.#open.shift(), 'an open order');
    const { buyer } = this.#sides;
    const fields = { id, revision: '1', vouchers: await world.voucher(buyer) };
    const { revision } = await buyer.ask('declareFiatPayment', fields);
    world.voucherUsed(buyer);
    return { id, revision: String(revision) };
  }
}
