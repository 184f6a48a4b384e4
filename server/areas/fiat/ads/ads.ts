/** Ads as their merchants post and change them. `escrow.ts` has the effects of orders on ads. */
import { offersMore } from '../../../../contract/fiat/fiat-price.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
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
import { lockUser, type UserNotices } from '../../identity/identity.area.ts';
import type { AdRow } from './ad-lifecycle.ts';
import type { AdUpdates } from './ad-updates.ts';
import { beginAd, changeAd } from './ad-steps.ts';
import { readTerms, saleOf, type TermsError } from './ad-terms.ts';
import { checkPrice, type PriceError } from './price-band.ts';
import type { AdWire } from './ad-wire.ts';
import { findAds } from './ad-statements.repo.ts';
import * as repo from './ads.repo.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import type { ReferencePrices } from './reference-price.ts';
import { maySell } from './may-sell.ts';
import {
  coinsOffered,
  proveSeller,
  type SellerError,
  type SellerSecrets,
  type SellerSecurity,
} from '../seller-proof.ts';
import { findShopOf } from '../shops/shops.repo.ts';

interface AdParts {
  readonly database: Database;
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly security: SellerSecurity;
  readonly wire: AdWire;
  readonly adUpdates: AdUpdates;
  readonly notices: UserNotices;
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
  | TermsError
  | SellerError;
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
    const answer = await this.#provedIfAsked(request, request.fields, (isProved) =>
      commandTransaction(database, (tx) => this.#postOnce(tx, request, isProved)),
    );
    // A repeated post notifies its merchant once more, which does no harm.
    return answer.ok ? ok(await adUpdates.publish(answer.value.id)) : answer;
  }

  /**
   * Replaces all terms; open orders keep theirs. A sell ad that offers more than before needs the
   * secrets of its merchant.
   */
  edit(
    seen: SeenAd,
    fields: Omit<RequestOf<'editFiatAd'>, 'id' | 'revision'>,
  ): Promise<Result<OwnFiatAd, ChangeError | PriceError | TermsError | SellerError>> {
    return this.#changeProved(seen, fields, async (tx, ad, isProved) => {
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
      const isMore = ad.side === 'sell' && offersMore(saleOf(ad), saleOf(terms.value));
      if (isMore && !isProved) return UNPROVED;
      if (isProved) await this.#notifyOfOffer(tx, ad, total, seen.now);
      return ok({ event: { type: 'ad.edit', total: String(total) }, columns });
    });
  }

  /** Shows a suspended ad again. It must pass the checks of the price and of the secrets as a new ad. */
  resume(
    seen: SeenAd,
    {
      accepted_deviation: accepted,
      ...secrets
    }: Omit<RequestOf<'resumeFiatAd'>, 'id' | 'revision'>,
  ): Promise<Result<OwnFiatAd, ChangeError | PriceError | SellerError>> {
    return this.#changeProved(seen, secrets, async (tx, ad, isProved) => {
      if (ad.state !== 'suspended') return refuse('fiat_ad_changed');
      const priced = checkPrice(ad, this.#reference(ad), accepted);
      if (!priced.ok) return priced;
      if (ad.side === 'sell' && !isProved) return UNPROVED;
      if (isProved) await this.#notifyOfOffer(tx, ad, ad.remaining, seen.now);
      return ok({ event: { type: 'ad.resume' }, columns: {} });
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
    isProved: boolean,
  ): Promise<Result<AdRow, PostError>> {
    const { fiat } = this.#parts;
    // The lock makes posts of one merchant sequential, because keys and counts are read before the
    // insert.
    await lockUser(tx, userId);
    // A repeated post may come with another code, and no secret is stored.
    const { pay_password: _password, google_code: _code, ...terms } = fields;
    const request = JSON.stringify(terms, Object.keys(terms).toSorted());
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
    const read = readTerms(terms, facts);
    if (!read.ok) return read;
    const priced = checkPrice(read.value, facts.reference, fields.accepted_deviation);
    if (!priced.ok) return priced;
    const allowed = side === 'sell' ? await maySell(tx, userId) : ok(null);
    if (!allowed.ok) return allowed;
    if (side === 'sell' && !isProved) return UNPROVED;
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
    const begun = await beginAd(tx, { ...ad, ...read.value }, cause);
    if (begun.ok && isProved) await this.#notifyOfOffer(tx, begun.value, begun.value.total, now);
    return begun;
  }

  /** @param quantity of coins that the ad offers. */
  async #notifyOfOffer(
    tx: Transaction,
    ad: Pick<AdRow, 'userId' | 'currencyId' | 'fiatCode'>,
    quantity: bigint,
    now: EpochMs,
  ): Promise<void> {
    const { coin } = this.#parts.wire.kinds(ad);
    await this.#parts.notices.put(tx, ad.userId, coinsOffered(coin, quantity), now);
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
   * Runs a change without the secrets. If all other rules allow the change, but it needs them, this
   * checks them and runs it again. The check must not wait inside a transaction that has locked the
   * user, see `proveSeller`.
   */
  async #provedIfAsked<T, E extends ErrorName>(
    { userId, now }: Pick<SeenAd, 'userId' | 'now'>,
    secrets: SellerSecrets,
    run: (isProved: boolean) => Promise<Result<T, E>>,
  ): Promise<Result<T, E | SellerError>> {
    const answer = await run(false);
    if (answer.ok || answer.error !== UNPROVED.error) return answer;
    const proved = await proveSeller(this.#parts.security, userId, secrets, now);
    return proved.ok ? run(true) : proved;
  }

  /** Like `#change`, for a decision that may need the secrets of the merchant. */
  #changeProved<E extends TermsError | PriceError | ChangeError>(
    seen: SeenAd,
    secrets: SellerSecrets,
    decide: (
      tx: Transaction,
      ad: AdRow,
      isProved: boolean,
    ) => Promise<Result<AdWish, E | Unproved['error']>>,
  ): Promise<Result<OwnFiatAd, E | ChangeError | SellerError>> {
    return this.#provedIfAsked(seen, secrets, (isProved) =>
      this.#change<E | Unproved['error']>(seen, (tx, ad) => decide(tx, ad, isProved)),
    );
  }

  /**
   * @param decide returns the event and the columns that the merchant asked for; this transaction has
   * locked the ad.
   */
  async #change<E extends DecisionError>(
    { userId, adId, revision, requestId, now }: SeenAd,
    decide: (tx: Transaction, ad: AdRow) => Promise<Result<AdWish, E>>,
  ): Promise<Result<OwnFiatAd, E | ChangeError>> {
    const { database, adUpdates } = this.#parts;
    const answer = await refusableTransaction<AdRow, E | DecisionError>(database, async (tx) => {
      const ad = await repo.lockAdRow(tx, adId);
      if (ad?.userId !== userId) return refuse('fiat_ad_not_found');
      if (ad.revision !== revision) return refuse('fiat_ad_changed');
      const wish = await decide(tx, ad);
      if (!wish.ok) return wish;
      const event = { ...wish.value.event, by: { role: 'merchant', userId } as const };
      const cause = { actorId: userId, requestId, now };
      const changed = await changeAd(tx, ad, event, cause, wish.value.columns);
      return changed ?? refuse('fiat_ad_changed');
    });
    return answer.ok
      ? ok(await adUpdates.publish(answer.value.id))
      : (answer as typeof answer & { error: E });
  }
}

/** The refusal of a change that needs the secrets of the merchant, as long as they are not checked. */
const UNPROVED = refuse('pay_password_incorrect');
type Unproved = typeof UNPROVED;
type DecisionError = TermsError | PriceError | ChangeError | Unproved['error'];

type Unsigned<T> = T extends unknown ? Omit<T, 'by'> : never;
interface AdWish {
  readonly event: Unsigned<Extract<FiatAdEvent, { type: MerchantEvent | 'ad.resume' | 'ad.edit' }>>;
  readonly columns: repo.AdChange;
}
