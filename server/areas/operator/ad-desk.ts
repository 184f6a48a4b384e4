/** Ads of the fiat market, for the operators that moderate them. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type {
  OperatorFiatAd,
  OperatorFiatAdDetail,
} from '../../../contract/operator/schemas/fiat.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { ShopFigures } from '../../../contract/fiat/fiat-market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { AdModeration, FiatMarketCurrencies } from '../fiat/fiat.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findPeople } from './people.repo.ts';
import { findLastAct } from './revisions.repo.ts';
import { findFiatAd, findFiatAds } from './fiat-ads.repo.ts';
import type { FiatAdFilter, FoundFiatAd } from './fiat-ads.repo.ts';

export interface AdDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly market: FiatMarketCurrencies;
  readonly moderation: AdModeration;
  /** Returns the order figures of a merchant. */
  figuresOf(merchantId: number, now: EpochMs): Promise<ShopFigures>;
}

/** Hundredths of a percent have two decimals as percent. */
const PERCENT_SCALE = 2;

export class AdDesk {
  readonly #parts: AdDeskParts;

  constructor(parts: AdDeskParts) {
    this.#parts = parts;
  }

  /** Returns the newest ads first. */
  async list(filter: FiatAdFilter, now: EpochMs): Promise<readonly OperatorFiatAd[]> {
    return this.#shown(await findFiatAds(this.#parts.database, filter), now);
  }

  async find(
    adId: number,
    now: EpochMs,
  ): Promise<Result<OperatorFiatAdDetail, 'fiat_ad_not_found'>> {
    const found = await findFiatAd(this.#parts.database, adId);
    if (found === undefined) return refuse('fiat_ad_not_found');
    const [shown] = await this.#shown([found], now);
    const { act } = await findLastAct(this.#parts.database, ['fiat_ad', adId]);
    return ok({ ...ensure(shown, `ad ${adId}`), last_act: act });
  }

  /** @param text shown to the merchant. */
  async remove(
    act: OperatorAct,
    adId: number,
    text: string,
    reason: string,
  ): Promise<Result<OperatorFiatAdDetail, 'fiat_ad_not_found' | 'not_changed'>> {
    const removed = await this.#parts.moderation.remove({
      adId,
      operatorId: act.operatorId,
      text,
      now: act.now,
      alsoWrite: (tx) =>
        writeAudit(tx, act, { action: 'fiat_ad.remove', subject: ['fiat_ad', adId], reason }),
    });
    return removed.ok ? this.find(adId, act.now) : removed;
  }

  async #shown(rows: readonly FoundFiatAd[], now: EpochMs): Promise<readonly OperatorFiatAd[]> {
    const { database, figuresOf } = this.#parts;
    const merchants = [...new Set(rows.map(({ ad }) => ad.userId))];
    const [personOf, figures] = await Promise.all([
      findPeople(database, merchants),
      Promise.all(merchants.map(async (id) => [id, await figuresOf(id, now)] as const)),
    ]);
    const figuresBy = new Map(figures);
    return rows.map(({ ad, shop }) => ({
      ...this.#terms(ad),
      id: String(ad.id),
      person: personOf(ad.userId),
      shop: {
        id: String(shop.id),
        name: shop.name,
        is_open: shop.isOpen,
        figures: ensure(figuresBy.get(ad.userId), `figures of shop ${shop.id}`),
      },
      side: ad.side,
      state: ad.state,
      removal: ad.removal,
      removal_text: ad.removalText,
      payment_kinds: ad.paymentKinds,
      payment_window_min: ad.paymentWindowMin,
      remark: ad.remark,
      revision: ad.revision,
      created_at: ad.createdAtMs,
      updated_at: ad.updatedAtMs,
    }));
  }

  #terms(ad: FoundFiatAd['ad']) {
    const coin = ensure(this.#parts.currencies.byId(ad.currencyId), `currency ${ad.currencyId}`);
    const money = ensure(this.#parts.market.currency(ad.fiatCode), `currency ${ad.fiatCode}`);
    return {
      currency_code: coin.code,
      fiat_code: ad.fiatCode,
      fixed_price: ad.price === null ? null : formatUnits(ad.price, money.priceScale),
      price_percent:
        ad.priceShareBp === null ? null : formatUnits(BigInt(ad.priceShareBp), PERCENT_SCALE),
      total: formatUnits(ad.total, coin.scale),
      remaining: formatUnits(ad.remaining, coin.scale),
      in_orders: formatUnits(ad.inOrders, coin.scale),
      sold: formatUnits(ad.sold, coin.scale),
      min_amount: formatUnits(ad.minAmount, money.scale),
      max_amount: formatUnits(ad.maxAmount, money.scale),
    };
  }
}
