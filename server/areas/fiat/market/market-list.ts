/** The public list of the fiat market. */
import { ensure } from '../../../../contract/assert.ts';
import { formatUnits, parseUnits } from '../../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { RequestOf, ResponseOf } from '../../../../contract/routes.ts';
import type { FiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { dayOf, type Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { AdWire } from '../ads/ad-wire.ts';
import { findListedAd, type ShownAd } from '../ads/ads.repo.ts';
import { scalesOf } from '../currencies.ts';
import type { FiatCurrency, FiatMarketCurrencies } from '../currencies.ts';
import { findListedAds, type AdListFilter } from './market-list.repo.ts';
import type { ReferencePrices } from '../ads/reference-price.ts';
import { SharedReads } from '../../../kit/queue/shared-reads.ts';
import type { AdListVersions } from '../ads/ad-list-versions.ts';

interface MarketListParts {
  readonly database: Database;
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly wire: AdWire;
  readonly adList: Pick<AdListVersions, 'of' | 'stateOf'>;
  readonly clock: Clock;
}

type KindError = 'currency_not_found' | 'fiat_currency_not_found';

export class MarketList {
  readonly #parts: MarketListParts;
  /** Every open page of a part reloads after a change of it, so equal requests share one read. */
  readonly #pages: SharedReads<readonly ShownAd[]>;

  constructor(parts: MarketListParts) {
    this.#parts = parts;
    this.#pages = new SharedReads(parts.clock);
  }

  /** The reference price as text; null when it is unknown. */
  reference(query: RequestOf<'getFiatReference'>): Result<string | null, KindError> {
    const kinds = this.#kinds(query);
    if (!kinds.ok) return kinds;
    const { coin, fiat } = kinds.value;
    const price = this.#parts.references.of(coin, fiat);
    return ok(price === null ? null : formatUnits(price, fiat.priceScale));
  }

  async page(
    query: RequestOf<'listFiatAds'>,
    askerId: number,
  ): Promise<Result<ResponseOf<'listFiatAds'>, KindError | 'amount_scale_exceeded'>> {
    const kinds = this.#kinds(query);
    if (!kinds.ok) return kinds;
    const { coin, fiat } = kinds.value;
    const amount = query.amount === undefined ? undefined : parseUnits(query.amount, fiat.scale);
    if (amount === null) return refuse('amount_scale_exceeded');
    const { references, wire, adList, clock } = this.#parts;
    // Read before the ads, so that a change during their read has a higher version and pages reload.
    const part = { side: query.side, currencyId: coin.id, fiatCode: fiat.code };
    const version = ensure(adList.of(part), `version of ${fiat.code}`);
    const reference = references.of(coin, fiat);
    // All ads are hidden while the reference price is unknown.
    if (reference === null) return ok({ ads: [], next_offset: null, version });
    const found = await this.#find(adList.stateOf(part), {
      side: query.side === 'buy' ? 'sell' : 'buy',
      currencyId: coin.id,
      fiatCode: fiat.code,
      scales: scalesOf(coin, fiat),
      reference,
      amount,
      paymentKind: query.payment_kind,
      shopId: query.shop_id === undefined ? undefined : Number(query.shop_id),
      dayStart: dayOf(clock.now()),
      offset: query.offset,
      count: query.size + 1,
    });
    const hasMore = found.length > query.size;
    return ok({
      ads: await wire.ads(found.slice(0, query.size), askerId),
      next_offset: hasMore ? query.offset + query.size : null,
      version,
    });
  }

  /**
   * The key leaves the caller out, because the rows are the same for all callers; fields of the caller
   * are added later.
   */
  #find(state: string, filter: AdListFilter): Promise<readonly ShownAd[]> {
    const { reference, amount, ...others } = filter;
    const question = JSON.stringify([others, `${amount}`, `${reference}`]);
    return this.#pages.find(question, state, () => findListedAds(this.#parts.database, filter));
  }

  /** Finds an ad that may be taken now. */
  async find(adId: number, askerId: number): Promise<Result<FiatAd, 'fiat_ad_not_found'>> {
    const { database, wire } = this.#parts;
    const found = await findListedAd(database, adId);
    if (found === undefined || wire.listedPrice(found) === null) return refuse('fiat_ad_not_found');
    if (await wire.isClosedForDay(found.ad)) return refuse('fiat_ad_not_found');
    const [ad] = await wire.ads([found], askerId);
    return ad === undefined ? refuse('fiat_ad_not_found') : ok(ad);
  }

  #kinds(query: {
    readonly currency_id: number;
    readonly fiat_code: string;
  }): Result<{ readonly coin: Currency; readonly fiat: FiatCurrency }, KindError> {
    const coin = this.#parts.fiat.coin(query.currency_id);
    if (coin === undefined) return refuse('currency_not_found');
    const fiat = this.#parts.fiat.currency(query.fiat_code);
    return fiat === undefined ? refuse('fiat_currency_not_found') : ok({ coin, fiat });
  }
}
