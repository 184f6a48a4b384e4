/** Orders for races between steps: placed, brought to the starting state, and ended after it. */
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import { postAd } from '../fiat/fiat-ads.ts';
import {
  applyRights,
  confirm,
  declare,
  done,
  orderOf,
  placedOrder,
  type OrderScene,
} from '../fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, type FiatUser, type Merchant } from '../fiat/fiat-users.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Brings a new order to the starting state of the race. */
export type Ready = (scene: OrderScene) => Promise<OrderScene>;

export const asPlaced: Ready = async (scene) => scene;
export const paid: Ready = async (scene) => ({
  ...scene,
  order: await done(declare, scene.buyer, scene.order),
});
export const disputed: Ready = async (scene) => ({
  ...scene,
  order: await done(applyRights, scene.buyer, (await paid(scene)).order),
});

/** Ends the order from the side that holds the coins, so that the buyer may buy again. */
export async function endScene({ buyer, seller, order }: OrderScene): Promise<void> {
  let present = await orderOf(buyer, order.id);
  if (present.state === 'unpaid') present = await done(declare, buyer, present);
  if (present.end === null) await done(confirm, seller, present);
}

/** Sessions end after thirty days, which a test that moves the clock by daily windows reaches. */
const FRESH_MS = 20 * DAY_MS;

/** A merchant with an ad, and takers, who are replaced once they are barred or their sessions are old. */
export class RaceCast {
  readonly #server: TestServer;
  #shop:
    | { readonly merchant: Merchant; readonly ad: OwnFiatAd; readonly since: EpochMs }
    | undefined;
  #taker: { readonly person: FiatUser; readonly since: EpochMs } | undefined;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** A new order for a race. */
  async newScene(): Promise<OrderScene> {
    const now = await this.#server.controlAdvance(0);
    const isFresh = ({ since }: { readonly since: EpochMs }) => now - since < FRESH_MS;
    if (this.#shop === undefined || !isFresh(this.#shop)) {
      const merchant = await newMerchant(this.#server, '100000');
      const ad = await postAd(merchant, 'sell', { total: '50000' });
      this.#shop = { merchant, ad, since: now };
    }
    const known = this.#taker;
    const mayTake = known !== undefined && isFresh(known) && (await mayCancelOne(known.person));
    this.#taker = mayTake ? known : { person: await newFiatUser(this.#server), since: now };
    const { merchant, ad } = this.#shop;
    return placedOrder(this.#server, 'sell', { merchant, ad, taker: this.#taker.person });
  }
}

/** True if the user has no open order, and one more cancellation does not bar them today. */
async function mayCancelOne(taker: FiatUser): Promise<boolean> {
  const standing = await taker.ask('getFiatStanding', {});
  return (
    standing.open_purchases === 0 && standing.cancellations_today < standing.cancellations_max - 1
  );
}
