/** Ads as the wire has them, with their present price and the record of their shop. */
import { ensure } from '../../../../contract/assert.ts';
import { isBeyondLimit, PERCENT_SCALE } from '../../../../contract/fiat/fiat-price.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import type { FiatAd, OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { AdRow } from './ad-lifecycle.ts';
import { priceOf } from './ad-terms.ts';
import type { ListedAd, ShownAd } from './ads.repo.ts';
import { scalesOf } from '../currencies.ts';
import type { FiatCurrency, FiatMarketCurrencies } from '../currencies.ts';
import { coversMinimum } from '../../../../contract/figures/fiat.ts';
import { deviationOf, isWithinBand } from './price-band.ts';
import type { ReferencePrices } from './reference-price.ts';
import type { ShopRecords } from '../shops/shop-records.ts';
import type { IsBarred } from '../standing.ts';

interface AdWireParts {
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

  /** The coin and the fiat currency of the ad. */
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

  /**
   * The price of an ad that other users see, and may take unless it {@link isClosedForDay}; null for an
   * ad that they do not see.
   */
  listedPrice({ isShopOpen, disabledAtMs, ...shown }: ListedAd): bigint | null {
    return isShopOpen && disabledAtMs === null ? this.#priceWhileOpen(shown) : null;
  }

  /** Whether the ad buys for a merchant who may buy no more today because they canceled too many orders. */
  async isClosedForDay({ side, state, userId }: AdRow): Promise<boolean> {
    return side === 'buy' && state === 'opening' && this.#parts.isBarred(userId);
  }

  /** Ads as one caller sees them. */
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

  /** Ads as their merchants see them. */
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
    // A buyer needs at least one payment method to pay to.
    if (ad.state !== 'opening' || payableKinds.length === 0) return null;
    const { coin, fiat } = this.kinds(ad);
    const reference = this.#parts.references.of(coin, fiat);
    // The ad is not shown while its price is outside the band or the reference is unknown.
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
