/** Ads as their merchants post and change them. `escrow.ts` has the effects of orders on ads. */
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { RequestOf } from '../../../../contract/routes.ts';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatAdEvent } from '../../../../machines/domain/fiat/fiat-ad.events.ts';
import { findMethods } from '../../people/people.area.ts';
import type { Deadline } from '../../../kit/http/deadline.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { commandTransaction, refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { lockUser } from '../../identity/identity.area.ts';
import type { AdRow } from './ad-lifecycle.ts';
import type { AdUpdates } from './ad-updates.ts';
import { beginAd, changeAd } from './ad-steps.ts';
import { readTerms, type TermsError } from './ad-terms.ts';
import { checkPrice, type PriceError } from './price-band.ts';
import type { AdWire } from './ad-wire.ts';
import { findAds } from './ad-statements.repo.ts';
import * as repo from './ads.repo.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import type { ReferencePrices } from './reference-price.ts';
import { maySell } from './may-sell.ts';
import { findShopOf } from '../shops/shops.repo.ts';

interface AdParts {
  readonly database: Database;
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly wire: AdWire;
  readonly adUpdates: AdUpdates;
}

interface NewAdRequest {
  readonly userId: number;
  readonly fields: RequestOf<'postFiatAd'>;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
  readonly requestId: string;
  readonly now: EpochMs;
}

type PostError =
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'currency_not_found'
  | 'fiat_currency_not_found'
  | 'shop_required'
  | 'too_many_fiat_ads'
  | PriceError
  | TermsError;
type ChangeError = 'fiat_ad_not_found' | 'fiat_ad_changed';
export type MerchantEvent = 'ad.suspend' | 'ad.cancel';

/** An ad and the revision of it that the caller saw. */
interface SeenAd {
  readonly userId: number;
  readonly adId: number;
  readonly revision: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

export class Ads {
  readonly #parts: AdParts;

  constructor(parts: AdParts) {
    this.#parts = parts;
  }

  /** Idempotent: a repeated key returns the existing ad in its present state. */
  async post(request: NewAdRequest): Promise<Result<OwnFiatAd, PostError>> {
    const { database, adUpdates } = this.#parts;
    const answer = await commandTransaction(database, (tx) => this.#postOnce(tx, request));
    // A repeated post notifies its merchant once more, which does no harm.
    return answer.ok ? ok(await adUpdates.publish(answer.value.id)) : answer;
  }

  /** Replaces all terms; open orders keep theirs. */
  edit(
    seen: SeenAd,
    fields: Omit<RequestOf<'editFiatAd'>, 'id' | 'revision'>,
  ): Promise<Result<OwnFiatAd, ChangeError | PriceError | TermsError>> {
    return this.#change(seen, async (tx, ad) => {
      const facts = {
        ...(await this.#facts(tx, ad.userId, ad)),
        side: ad.side,
        taken: ad.inOrders + ad.sold,
      };
      const terms = readTerms(fields, facts);
      if (!terms.ok) return terms;
      const priced = checkPrice(terms.value, facts.reference, fields.accepted_deviation);
      if (!priced.ok) return priced;
      const { total, ...columns } = terms.value;
      if (ad.side === 'sell' && total > ad.total) {
        const allowed = await maySell(tx, ad.userId);
        if (!allowed.ok) return allowed;
      }
      return ok({ event: { type: 'ad.edit', total: String(total) }, columns });
    });
  }

  /** Shows a suspended ad again. Its price must pass the checks of a new ad. */
  resume(
    seen: SeenAd,
    acceptedDeviation: string | undefined,
  ): Promise<Result<OwnFiatAd, ChangeError | PriceError>> {
    return this.#change(seen, async (_, ad) => {
      const priced = checkPrice(ad, this.#reference(ad), acceptedDeviation);
      return priced.ok ? ok({ event: { type: 'ad.resume' }, columns: {} }) : priced;
    });
  }

  /** Suspends or ends an ad. */
  apply(type: MerchantEvent, seen: SeenAd): Promise<Result<OwnFiatAd, ChangeError>> {
    return this.#change<never>(seen, async () => ok({ event: { type }, columns: {} }));
  }

  /** Rejects an ad of another merchant with `fiat_ad_not_found`. */
  async find(userId: number, adId: number): Promise<Result<OwnFiatAd, 'fiat_ad_not_found'>> {
    const [shown] = await findAds(this.#parts.database, [adId]);
    return shown?.ad.userId === userId
      ? ok(await this.#parts.wire.ownAd(shown))
      : refuse('fiat_ad_not_found');
  }

  /** Returns the newest ads first. */
  async list(filter: repo.OwnAdFilter): Promise<OwnFiatAd[]> {
    return this.#parts.wire.ownAds(await repo.findOwnAds(this.#parts.database, filter));
  }

  async #postOnce(
    tx: Transaction,
    { userId, fields, idempotencyKey, deadline, requestId, now }: NewAdRequest,
  ): Promise<Result<AdRow, PostError>> {
    const { fiat } = this.#parts;
    // The lock makes posts of one merchant sequential, because keys and counts are read before the
    // insert.
    await lockUser(tx, userId);
    const request = JSON.stringify(fields, Object.keys(fields).toSorted());
    const first = await repo.findKeyedAd(tx, userId, idempotencyKey);
    if (first !== undefined)
      return first.terms === request ? ok(first) : refuse('idempotency_key_reused');
    if (deadline.hasPassed()) return refuse('command_expired');
    const kinds = { currencyId: fields.currency_id, fiatCode: fields.fiat_code };
    if (fiat.coin(kinds.currencyId) === undefined) return refuse('currency_not_found');
    if (fiat.currency(kinds.fiatCode) === undefined) return refuse('fiat_currency_not_found');
    const shop = await findShopOf(tx, userId);
    if (shop?.isOpen !== true) return refuse('shop_required');
    if ((await repo.countAliveAds(tx, userId)) >= LIMITS.fiat_ads_open_max)
      return refuse('too_many_fiat_ads');
    const { side } = fields;
    const facts = { ...(await this.#facts(tx, userId, kinds)), side, taken: 0n };
    const terms = readTerms(fields, facts);
    if (!terms.ok) return terms;
    const priced = checkPrice(terms.value, facts.reference, fields.accepted_deviation);
    if (!priced.ok) return priced;
    const allowed = side === 'sell' ? await maySell(tx, userId) : ok(null);
    if (!allowed.ok) return allowed;
    const key = { idempotencyKey, terms: request };
    const ad = {
      ...kinds,
      ...key,
      userId,
      shopId: shop.id,
      side,
      isOpening: fields.auto_open === '1',
    };
    const cause = { actorId: userId, requestId, now };
    return beginAd(tx, { ...ad, ...terms.value }, cause);
  }

  async #facts(tx: Transaction, userId: number, about: Pick<AdRow, 'currencyId' | 'fiatCode'>) {
    const kinds = this.#parts.wire.kinds(about);
    const methods = (await findMethods(tx, userId)).filter(({ isChecked }) => isChecked);
    return { ...kinds, methods, reference: this.#reference(about) };
  }

  /** The present price of the coin of an ad. */
  #reference(about: Pick<AdRow, 'currencyId' | 'fiatCode'>): bigint | null {
    const { coin, fiat } = this.#parts.wire.kinds(about);
    return this.#parts.references.of(coin, fiat);
  }

  /**
   * @param decide returns the event and the columns that the merchant asked for; this transaction has
   * locked the ad.
   */
  async #change<E extends TermsError | PriceError>(
    { userId, adId, revision, requestId, now }: SeenAd,
    decide: (tx: Transaction, ad: AdRow) => Promise<Result<AdWish, E>>,
  ): Promise<Result<OwnFiatAd, E | ChangeError>> {
    const { database, adUpdates } = this.#parts;
    const answer = await refusableTransaction<AdRow, E | ChangeError | PriceError | TermsError>(
      database,
      async (tx) => {
        const ad = await repo.lockAdRow(tx, adId);
        if (ad?.userId !== userId) return refuse('fiat_ad_not_found');
        if (ad.revision !== revision) return refuse('fiat_ad_changed');
        const wish = await decide(tx, ad);
        if (!wish.ok) return wish;
        const event = { ...wish.value.event, by: { role: 'merchant', userId } as const };
        const cause = { actorId: userId, requestId, now };
        const changed = await changeAd(tx, ad, event, cause, wish.value.columns);
        return changed ?? refuse('fiat_ad_changed');
      },
    );
    return answer.ok
      ? ok(await adUpdates.publish(answer.value.id))
      : (answer as typeof answer & { error: E });
  }
}

type Unsigned<T> = T extends unknown ? Omit<T, 'by'> : never;
interface AdWish {
  readonly event: Unsigned<Extract<FiatAdEvent, { type: MerchantEvent | 'ad.resume' | 'ad.edit' }>>;
  readonly columns: repo.AdChange;
}
