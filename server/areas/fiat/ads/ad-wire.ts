/** Ads as they go over the wire, with what they cost now and how their shops do. */
import { ensure } from '../../../../contract/assert.ts';
import { isBeyondLimit, PERCENT_SCALE } from '../../../../contract/fiat/fiat-price.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import type { FiatAd, OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { AdRow } from './ad-lifecycle.ts';
import { priceOf } from './ad-terms.ts';
import type { AdOnShelf, ShownAd } from './ads.repo.ts';
import { scalesOf } from '../market/currencies.ts';
import type { FiatCurrency, FiatMarketCurrencies } from '../market/currencies.ts';
import { coversMinimum } from '../../../../contract/figures/fiat.ts';
import { deviationOf, isWithinBand } from './price-band.ts';
import type { ReferencePrices } from './reference-price.ts';
import type { ShopRecords } from '../shops/shop-records.ts';
import type { IsBarred } from '../orders/standing.ts';

export interface AdWireParts {
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly shopRecords: ShopRecords;
  readonly isBarred: IsBarred;
}

export class AdWire {
  readonly #parts: AdWireParts;

  constructor(parts: AdWireParts) {
    this.#parts = parts;
  }

  /** What the ad is about. */
  kinds({ currencyId, fiatCode }: Pick<AdRow, 'currencyId' | 'fiatCode'>): {
    readonly coin: Currency;
    readonly fiat: FiatCurrency;
  } {
    const { fiat } = this.#parts;
    return {
      coin: ensure(fiat.coin(currencyId), `coin ${currencyId}`),
      fiat: ensure(fiat.currency(fiatCode), `currency ${fiatCode}`),
    };
  }

  /** Its price, where others see it and may take from it unless it {@link isClosedForDay}; null where they may not. */
  priceOnShelf({ isShopOpen, disabledAtMs, ...shown }: AdOnShelf): bigint | null {
    return isShopOpen && disabledAtMs === null ? this.#priceWhileOpen(shown) : null;
  }

  /** Whether it buys for somebody who has given up so many orders that they may buy no more today. */
  async isClosedForDay({ side, state, userId }: AdRow): Promise<boolean> {
    return side === 'buy' && state === 'opening' && this.#parts.isBarred(userId);
  }

  /** For whoever asks. */
  async ads(rows: readonly ShownAd[], askerId: number): Promise<FiatAd[]> {
    const shops = await this.#parts.shopRecords.find(rows.map(({ ad }) => ad.shopId));
    return rows.map(({ ad, payableKinds }) => {
      const { shopId, name, figures } = ensure(shops.get(ad.shopId), `shop ${ad.shopId}`);
      const { orders_30_days, completion_percent } = figures;
      const shop = { id: String(shopId), name, orders_30_days, completion_percent };
      const terms = this.#terms(ad);
      return { ...terms, payment_kinds: [...payableKinds], shop, is_own: ad.userId === askerId };
    });
  }

  /** For their merchants. */
  async ownAds(rows: readonly ShownAd[]): Promise<OwnFiatAd[]> {
    const [seen, areClosed] = await Promise.all([
      this.ads(rows, 0),
      Promise.all(rows.map(({ ad }) => this.isClosedForDay(ad))),
    ]);
    return seen.map((ad, index) => {
      const shown = ensure(rows[index], 'row of the ad');
      const row = shown.ad;
      const { coin, fiat } = this.kinds(row);
      const { scale } = coin;
      return {
        ...ad,
        is_own: true,
        state: row.state,
        removal: row.removal,
        removal_text: row.removalText,
        limit_price: row.limitPrice === null ? null : formatUnits(row.limitPrice, fiat.priceScale),
        total: formatUnits(row.total, scale),
        in_orders: formatUnits(row.inOrders, scale),
        sold: formatUnits(row.sold, scale),
        is_listed: areClosed[index] === false && this.#priceWhileOpen(shown) !== null,
        payment_kinds: row.paymentKinds,
        payable_kinds: ad.payment_kinds,
        auto_open: row.autoOpen,
        collection_method_ids: row.collectionMethodIds.map(String),
        revision: row.revision,
        created_at: row.createdAtMs,
        updated_at: row.updatedAtMs,
      };
    });
  }

  async ownAd(shown: ShownAd): Promise<OwnFiatAd> {
    const [ad] = await this.ownAds([shown]);
    return ensure(ad, `ad ${shown.ad.id}`);
  }

  #priceWhileOpen({ ad, payableKinds }: ShownAd): bigint | null {
    // Nobody can be asked to pay nowhere.
    if (ad.state !== 'opening' || payableKinds.length === 0) return null;
    const { coin, fiat } = this.kinds(ad);
    const reference = this.#parts.references.of(coin, fiat);
    // The market has moved away from it, or nobody knows where the market is: it rests.
    if (!isWithinBand(ad, reference)) return null;
    const price = priceOf(ad, reference);
    if (price === null) return null;
    const { side, limitPrice: limit } = ad;
    if (limit !== null && isBeyondLimit(side, price, limit)) return null;
    return coversMinimum(ad, price, scalesOf(coin, fiat)) ? price : null;
  }

  #terms(ad: AdRow): Omit<FiatAd, 'payment_kinds' | 'shop' | 'is_own'> {
    const { coin, fiat } = this.kinds(ad);
    const reference = this.#parts.references.of(coin, fiat);
    const price = priceOf(ad, reference);
    const { priceShareBp } = ad;
    return {
      id: String(ad.id),
      side: ad.side,
      currency_id: coin.id,
      currency_code: coin.code,
      fiat_code: fiat.code,
      price_type: ad.price === null ? 'floating' : 'fixed',
      price: price === null ? null : formatUnits(price, fiat.priceScale),
      price_percent:
        priceShareBp === null ? null : formatUnits(BigInt(priceShareBp), PERCENT_SCALE),
      deviation_percent:
        reference === null ? null : formatUnits(deviationOf(ad, reference), PERCENT_SCALE),
      remaining: formatUnits(ad.remaining, coin.scale),
      min_amount: formatUnits(ad.minAmount, fiat.scale),
      max_amount: formatUnits(ad.maxAmount, fiat.scale),
      payment_window_min: ad.paymentWindowMin,
      remark: ad.remark,
    };
  }
}
