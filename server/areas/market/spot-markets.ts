/** The spot markets with their rules: initially from the catalog, then as stored. */
import { assert, ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { GROUP_IDS } from './catalog.ts';
import type { SpotMarketSpec } from './market-source.ts';
import { syncSpotMarketRows, type SpotMarketRow, type SpotMarketRules } from '../spot/spot.area.ts';

/** Minimum value of an order by quote currency: about one USDT. */
const MIN_NOTIONALS: Readonly<Record<string, string>> = {
  USDT: '1',
  BTC: '0.00001',
  ETH: '0.0003',
};

/** Rules of a stored market, with the price before its first trade if an operator added it. */
type StoredSpotMarket = SpotMarketRules & Pick<SpotMarketRow, 'openingTicks'>;

/** Adds markets of the catalog that are not stored yet. @returns the rules of all stored ones, by id. */
export async function syncSpotMarkets(
  database: Database,
  catalog: readonly SpotMarketSpec[],
  currencies: Currencies,
): Promise<readonly StoredSpotMarket[]> {
  const wanted = catalog.map((spec) => firstRow(spec, currencies));
  const rows = await syncSpotMarketRows(database, wanted);
  return rows.map((row) => storedMarketOf(row, currencies));
}

/** Returns the catalog with the stored scales of its markets, because a market keeps its first scales. */
export function withStoredScales(
  catalog: readonly SpotMarketSpec[],
  stored: readonly SpotMarketRules[],
): readonly SpotMarketSpec[] {
  const rules = new Map(stored.map((market) => [market.id, market]));
  return catalog.map((spec) => {
    const { priceScale, quantityScale } = rules.get(spec.id) ?? spec;
    return { ...spec, priceScale, quantityScale };
  });
}

/** Returns the markets that operators added. They have no outside price, and the exchange does not quote them. */
export const addedSpecs = (
  stored: readonly StoredSpotMarket[],
  currencies: Currencies,
): readonly SpotMarketSpec[] =>
  stored.flatMap(({ id, openingTicks, priceScale, quantityScale, ...ids }) => {
    if (openingTicks === null) return [];
    const base = ensure(currencies.byId(ids.baseCurrencyId), `currency ${ids.baseCurrencyId}`);
    const quote = ensure(currencies.byId(ids.quoteCurrencyId), `currency ${ids.quoteCurrencyId}`);
    const groupId = ensure(GROUP_IDS[quote.code], `group of ${quote.code}`);
    const { code, name } = base;
    return [
      {
        id,
        base: { code, name },
        quote: { code: quote.code, name: quote.name },
        groupId,
        priceScale,
        quantityScale,
        popularityRank: id,
      },
    ];
  });

function firstRow(spec: SpotMarketSpec, currencies: Currencies): SpotMarketRow {
  const base = ensure(currencies.byCode(spec.base.code), `currency ${spec.base.code}`);
  const quote = ensure(currencies.byCode(spec.quote.code), `currency ${spec.quote.code}`);
  const minNotional = ensure(MIN_NOTIONALS[quote.code], `least order in ${quote.code}`);
  return {
    id: spec.id,
    baseCurrencyId: base.id,
    quoteCurrencyId: quote.id,
    priceScale: spec.priceScale,
    quantityScale: spec.quantityScale,
    minNotional: ensure(parseUnits(minNotional, quote.scale), 'units of the least order'),
    priceBandPpm: LIMITS.spot_price_band_ppm,
    makerFeePpm: LIMITS.spot_maker_fee_ppm,
    takerFeePpm: LIMITS.spot_taker_fee_ppm,
    status: 'trading',
    openingTicks: null,
  };
}

/** @throws AssertionError for a market whose ticks and lots are finer than the units of its currencies. */
export function storedMarketOf(row: SpotMarketRow, currencies: Currencies): StoredSpotMarket {
  const base = ensure(currencies.byId(row.baseCurrencyId), `currency ${row.baseCurrencyId}`);
  const quote = ensure(currencies.byId(row.quoteCurrencyId), `currency ${row.quoteCurrencyId}`);
  const lotDigits = base.scale - row.quantityScale;
  const tickLotDigits = quote.scale - row.priceScale - row.quantityScale;
  assert(lotDigits >= 0 && tickLotDigits >= 0, `market ${row.id} rounds costs`);
  return {
    ...row,
    baseScale: base.scale,
    quoteScale: quote.scale,
    lotUnits: 10n ** BigInt(lotDigits),
    tickLotUnits: 10n ** BigInt(tickLotDigits),
  };
}
