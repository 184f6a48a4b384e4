/**
 * Places an order on an ad. Rules are checked in a fixed order, the balance last, and the first broken
 * one is returned. The buyer is locked first, because their open orders are counted before one is
 * added.
 */
import { ensure } from '../../../../contract/assert.ts';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import { parseUnits } from '../../../../contract/money/decimal.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { RequestOf, ErrorOf } from '../../../../contract/routes.ts';
import type { FiatOrderDetail, FiatPayee } from '../../../../contract/fiat/fiat-order.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Deadline } from '../../../kit/http/deadline.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { unlessTaken } from '../../../kit/db/transaction.ts';
import { scalesOf, type FiatMarketCurrencies } from '../currencies.ts';
import { amountOf, quantityOf, readQuantity } from '../../../../contract/figures/fiat.ts';
import type { Escrow, HeldPart, TakeableAd } from '../fiat.types.ts';
import type { UserNotices } from '../../identity/identity.area.ts';
import { maySell } from '../ads/may-sell.ts';
import { factsOf, partOf, type OrderLife, type TakenOrderStep } from './order-effects.ts';
import { orderStateOf } from './order-lifecycle.ts';
import type { OrderUpdates } from './order-updates.ts';
import {
  createFindPlacingFacts,
  type FindPlacingFacts,
  type PayeeMethod,
  type PlacingFacts,
} from './order-placing.repo.ts';
import { paymentReference } from './order-reference.ts';
import { beginOrder, insertOrder } from './order-rows.repo.ts';
import { orderTermsDigest } from './order-terms.ts';
import { coinsOffered, proveSeller, type SellerSecurity } from '../seller-proof.ts';
import { mayBuy, mayTake, readStanding } from '../standing.ts';

interface PlacementParts {
  readonly database: Database;
  readonly life: OrderLife;
  readonly escrow: Escrow;
  readonly fiat: FiatMarketCurrencies;
  readonly orderUpdates: OrderUpdates;
  readonly security: SellerSecurity;
  readonly notices: UserNotices;
}

interface PlaceRequest {
  readonly userId: number;
  readonly isVerified: boolean;
  readonly idempotencyKey: Result<string, 'idempotency_key_required'>;
  readonly deadline: Deadline;
  readonly fields: RequestOf<'createFiatOrder'>;
  readonly requestId: string;
  readonly now: EpochMs;
}

type PlaceError = Exclude<ErrorOf<'createFiatOrder'>, 'unauthorized'>;

/** The part of the ad that is taken, and the collection method that is paid. */
interface Terms {
  readonly ad: TakeableAd;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly payee: FiatPayee;
}

/** The ad, its merchant, and the collection method for the order. */
interface Offer {
  readonly adId: number;
  readonly merchantId: number;
  readonly side: FiatSide;
  readonly method: PayeeMethod | null;
  readonly idempotencyKey: string;
}

export class OrderPlacement {
  readonly #parts: PlacementParts;
  readonly #findFacts: FindPlacingFacts;

  constructor(parts: PlacementParts) {
    this.#parts = parts;
    this.#findFacts = createFindPlacingFacts(parts.database);
  }

  /** Idempotent: a repeated key returns the existing order in its present state. */
  async place(request: PlaceRequest): Promise<Result<FiatOrderDetail, PlaceError>> {
    const { userId, idempotencyKey } = request;
    if (!request.isVerified) return refuse('verification_required');
    if (!idempotencyKey.ok) return idempotencyKey;
    const key = idempotencyKey.value;
    const { before, ad, method } = await this.#readFacts(request, key);
    if (before !== null) return this.#repeated(request, before);
    if (ad === null) return refuse('fiat_ad_not_found');
    if (ad.merchantId === userId) return refuse('own_fiat_ad');
    const { fields, now } = request;
    const { security, orderUpdates } = this.#parts;
    const proved = ad.side === 'buy' ? await proveSeller(security, userId, fields, now) : ok(null);
    if (!proved.ok) return proved;
    const adId = Number(fields.ad_id);
    const placed = await this.#place(request, { ...ad, adId, method, idempotencyKey: key });
    if (!placed.ok) {
      // The refusal may come from a concurrent retry of the same order.
      const same = (await this.#readFacts(request, key)).before;
      return same === null ? placed : this.#repeated(request, same);
    }
    return ok(orderUpdates.detail(await placed.value.finish(), userId));
  }

  #readFacts({ userId, fields }: PlaceRequest, idempotencyKey: string): Promise<PlacingFacts> {
    return this.#findFacts({
      takerId: userId,
      idempotencyKey,
      adId: idOf(fields.ad_id),
      kind: fields.payment_kind,
      methodId:
        fields.collection_method_id === undefined ? null : idOf(fields.collection_method_id),
    });
  }

  async #repeated(
    { userId, fields }: PlaceRequest,
    before: { readonly id: number; readonly terms: string },
  ): Promise<Result<FiatOrderDetail, 'idempotency_key_reused'>> {
    const detail =
      before.terms === termsOf(fields)
        ? await this.#parts.orderUpdates.read(before.id, userId)
        : undefined;
    return detail === undefined ? refuse('idempotency_key_reused') : ok(detail);
  }

  #place(request: PlaceRequest, offer: Offer): Promise<Result<TakenOrderStep, PlaceError>> {
    const { database } = this.#parts;
    return unlessTaken<Result<TakenOrderStep, PlaceError>, Result<never, PlaceError>>(
      () => refusableTransaction(database, (tx) => this.#insert(tx, request, offer)),
      () => refuse('idempotency_key_reused'),
    );
  }

  async #insert(
    tx: Transaction,
    request: PlaceRequest,
    offer: Offer,
  ): Promise<Result<TakenOrderStep, PlaceError>> {
    const { life, escrow } = this.#parts;
    const { userId, fields, requestId, now } = request;
    const isBuying = offer.side === 'sell';
    const [buyerId, sellerId] = isBuying ? [userId, offer.merchantId] : [offer.merchantId, userId];
    const [id, standing, locked] = await Promise.all([
      beginOrder(tx, buyerId, sellerId),
      readStanding(tx, buyerId, now),
      escrow.lockAd(tx, offer.adId),
    ]);
    const allowed = isBuying ? mayTake(standing, now) : mayBuy(standing, now);
    if (!locked.ok) return locked;
    if (request.deadline.hasPassed()) return refuse('command_expired');
    // The reason stays private to the merchant: the taker sees an ad that is gone.
    if (!allowed.ok) return isBuying ? allowed : refuse('fiat_ad_not_found');
    const terms = this.#readTerms(locked.value, request, offer.method);
    if (!terms.ok) return terms;
    const free = isBuying ? ok(null) : await maySell(tx, sellerId);
    if (!free.ok) return free;
    const { ad, quantity, amount, payee } = terms.value;
    const parties = { id, adId: ad.id, buyerId, sellerId, currencyId: ad.currencyId, quantity };
    const actor = { actorId: userId, requestId };
    const row = {
      ...parties,
      shopId: ad.shopId,
      fiatCode: ad.fiatCode,
      price: ad.price,
      amount,
      paymentKind: fields.payment_kind,
      payee,
      paymentReference: paymentReference(id),
      remark: ad.remark,
      takerId: userId,
      idempotencyKey: offer.idempotencyKey,
      terms: termsOf(fields),
      createdAtMs: now,
    };
    const input = {
      buyerId,
      sellerId,
      paymentWindowMs: ad.paymentWindowMin * MINUTE_MS,
      confirmWindowMs: LIMITS.fiat_confirm_window_ms,
      postponeWindowMs: LIMITS.fiat_postpone_window_ms,
      termsSha256: orderTermsDigest(row),
    };
    let held = ok(null) as Result<null, 'insufficient_balance'>;
    const cause = { actor, now, event: null, order: parties };
    const taken = await life.start(tx, { id, input }, cause, async (step) => {
      const { snapshot, revision } = step;
      const inserted = insertOrder(tx, { ...row, state: orderStateOf(snapshot), revision });
      [held] = await Promise.all([escrow.hold(tx, partOf(parties, actor), now), inserted]);
      return factsOf(parties, step, cause);
    });
    if (!held.ok) return held;
    if (!isBuying) await this.#notifyOfSale(tx, parties, now);
    return taken;
  }

  async #notifyOfSale(
    tx: Transaction,
    { sellerId, currencyId, quantity }: Pick<HeldPart, 'sellerId' | 'currencyId' | 'quantity'>,
    now: EpochMs,
  ): Promise<void> {
    const coin = ensure(this.#parts.fiat.coin(currencyId), `currency ${currencyId}`);
    await this.#parts.notices.put(tx, sellerId, coinsOffered(coin, quantity), now);
  }

  /** Computes the order at the present terms of the ad, unless the caller saw better terms. */
  #readTerms(
    ad: TakeableAd,
    { fields }: PlaceRequest,
    method: PayeeMethod | null,
  ): Result<Terms, PlaceError> {
    const coin = this.#parts.fiat.coin(ad.currencyId);
    const money = this.#parts.fiat.currency(ad.fiatCode);
    if (coin === undefined || money === undefined) return refuse('fiat_ad_not_found');
    const scales = scalesOf(coin, money);
    const seen = parseUnits(fields.price, scales.price);
    const amount =
      fields.amount === undefined ? undefined : parseUnits(fields.amount, scales.amount);
    const quantity =
      fields.quantity === undefined ? undefined : readQuantity(fields.quantity, scales);
    if (seen === null || amount === null || quantity === null)
      return refuse('amount_scale_exceeded');
    const isWorse = ad.side === 'sell' ? ad.price > seen : ad.price < seen;
    if (isWorse) return refuse('fiat_price_changed');
    if (isWindowWorse(ad, fields.payment_window_min)) return refuse('fiat_ad_changed');
    const taken = {
      quantity: quantity ?? quantityOf(amount ?? 0n, ad.price, scales),
      amount: amount ?? amountOf(quantity ?? 0n, ad.price, scales),
    };
    const isWithin = taken.amount >= ad.minAmount && taken.amount <= ad.maxAmount;
    if (!isWithin || taken.quantity === 0n) return refuse('fiat_amount_outside_limits');
    if (taken.quantity > ad.remaining) return refuse('fiat_ad_remainder_too_small');
    if (!ad.paymentKinds.includes(fields.payment_kind)) return refuse('payment_kind_not_taken');
    if (ad.side === 'buy' && method === null) return refuse('collection_method_required');
    // After the read, the merchant may have removed the method, or the ad may have changed to another
    // method.
    if (method === null || (ad.side === 'sell' && !ad.collectionMethodIds.includes(method.id)))
      return refuse('payment_kind_not_taken');
    return ok({ ad, ...taken, payee: method.payee });
  }
}

/** Whether a buyer has less time to pay than they saw, in minutes, or a seller's coins are frozen for longer. */
const isWindowWorse = (
  { side, paymentWindowMin }: Pick<TakeableAd, 'side' | 'paymentWindowMin'>,
  seen = paymentWindowMin,
): boolean => (side === 'sell' ? paymentWindowMin < seen : paymentWindowMin > seen);

/** Returns the fields as text, to recognize a key that is reused for another order. */
const termsOf = (fields: PlaceRequest['fields']): string =>
  [
    fields.ad_id,
    fields.amount ?? '',
    fields.quantity ?? '',
    fields.price,
    fields.payment_kind,
    fields.collection_method_id ?? '',
  ].join(' ');

/** 0 (no record has it) when the id is not a safe integer. */
const idOf = (text: string): number => (Number.isSafeInteger(Number(text)) ? Number(text) : 0);
