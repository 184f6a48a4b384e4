/** The coins behind orders, see `Escrow`: the effects of orders on ads and on the ledger. */
import { assert } from '../../../../contract/assert.ts';
import { units } from '../../../../contract/money/units.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { postCovered, postMovement } from '../../../ledger/ledger.repo.ts';
import { fiatOrderHeld, fiatOrderReleased, fiatOrderReturned } from '../fiat-recipes.ts';
import type { FiatFunds } from '../fiat-recipes.ts';
import type { AdRow, AdStep } from '../ads/ad-lifecycle.ts';
import type { AdUpdates } from '../ads/ad-updates.ts';
import { stepOfOrder } from '../ads/ad-steps.ts';
import type { AdWire } from '../ads/ad-wire.ts';
import { lockListedAd, lockAdWithLife, type AdAlive } from '../ads/ad-statements.repo.ts';
import type { Escrow, HeldPart, TakeableAd } from '../fiat.types.ts';

interface EscrowParts {
  readonly wire: AdWire;
  readonly adUpdates: AdUpdates;
}

type OfOrder = 'order.placed' | 'order.returned' | 'order.completed';

export function createEscrow(parts: EscrowParts): Escrow {
  return new AdEscrow(parts);
}

class AdEscrow implements Escrow {
  readonly #parts: EscrowParts;
  /** Ads that a transaction has locked and not changed yet. */
  readonly #locked = new WeakMap<Transaction, AdAlive>();

  constructor(parts: EscrowParts) {
    this.#parts = parts;
  }

  async lockAd(tx: Transaction, adId: number): Promise<Result<TakeableAd, 'fiat_ad_not_found'>> {
    const found = await lockListedAd(tx, adId);
    const price = found === undefined ? null : this.#parts.wire.listedPrice(found);
    if (found === undefined || price === null) return refuse('fiat_ad_not_found');
    this.#locked.set(tx, found);
    const { payableKinds: paymentKinds, keptMethodIds: collectionMethodIds } = found;
    const { userId: merchantId, ...ad } = found.ad;
    return ok({ ...ad, paymentKinds, collectionMethodIds, merchantId, price });
  }

  async lockAdAhead(tx: Transaction, adId: number): Promise<void> {
    const found = await lockAdWithLife(tx, adId);
    if (found !== undefined) this.#locked.set(tx, found);
  }

  async hold(tx: Transaction, part: HeldPart, now: EpochMs) {
    const { ad } = await this.#step(tx, 'order.placed', part, now);
    // The coins of a sell ad are frozen since it was posted.
    if (ad.side === 'sell') return ok(null);
    const posted = await postMovement(tx, fiatOrderHeld(fundsOf(part)), now);
    return posted.ok ? ok(null) : posted;
  }

  async release(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void> {
    await Promise.all([
      this.#step(tx, 'order.completed', part, now),
      postCovered(tx, fiatOrderReleased(fundsOf(part), part.buyerId), now),
    ]);
  }

  async giveBack(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void> {
    const { ad, effects } = await this.#step(tx, 'order.returned', part, now);
    const isAdEnded = effects.some(({ type }) => type === 'releaseReturned');
    if (ad.side === 'sell' && !isAdEnded) return;
    await postCovered(tx, fiatOrderReturned(fundsOf(part)), now);
  }

  async publishAd(adId: number): Promise<void> {
    await this.#parts.adUpdates.publish(adId);
  }

  async #step(
    tx: Transaction,
    type: OfOrder,
    { adId, quantity, actorId, requestId }: HeldPart,
    now: EpochMs,
  ): Promise<{ readonly ad: AdRow; readonly effects: AdStep['effects'] }> {
    const known = this.#locked.get(tx);
    this.#locked.delete(tx);
    const locked = known?.ad.id === adId ? known : await lockAdWithLife(tx, adId);
    assert(locked !== undefined, `there is no ad ${adId}`);
    const event = { type, quantity: String(quantity), by: { role: 'system', userId: 0 } } as const;
    const { effects } = await stepOfOrder(tx, locked, event, { actorId, requestId, now });
    return { ad: locked.ad, effects };
  }
}

const fundsOf = ({
  orderId,
  sellerId: ownerId,
  actorId,
  requestId,
  currencyId,
  quantity,
}: HeldPart): FiatFunds => ({
  causeId: String(orderId),
  ownerId,
  actorId,
  requestId,
  currencyId,
  amount: units(quantity),
});
