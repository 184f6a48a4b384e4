/** The catalog of markets: ids, ranks, groups, scales of prices. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { FOREX_PAIRS, SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import { withStoredScales } from '../../../server/areas/market/spot-markets.ts';
import { catalogCurrency, COINS } from '../../../server/ledger/currency-catalog.ts';
import { rulesOf } from '../../support/spot/memory-exchange.ts';

const LOGOS = path.join(import.meta.dirname, '../../../public/logos');

describe('the catalog of markets', () => {
  it('has at least 44 spot markets in groups by quote currency, and 14 forex pairs', () => {
    expect(SPOT_MARKETS.length).toBeGreaterThanOrEqual(44);
    expect(new Set(SPOT_MARKETS.map((market) => market.quote.code))).toEqual(
      new Set(['USDT', 'BTC', 'ETH']),
    );
    expect(FOREX_PAIRS).toHaveLength(14);
  });

  it('gives each market its own id, pair and rank', () => {
    const ids = SPOT_MARKETS.map(({ id }) => String(id));
    const pairs = SPOT_MARKETS.map(({ base, quote }) => `${base.code}/${quote.code}`);
    const ranks = SPOT_MARKETS.map(({ popularityRank }) => String(popularityRank));
    const symbols = FOREX_PAIRS.map(({ symbol }) => symbol);
    for (const keys of [ids, pairs, ranks, symbols]) expect(new Set(keys).size).toBe(keys.length);
  });

  it('has no price with more than eight decimals, and steps of less than a thousandth', () => {
    for (const { base, quote, priceScale } of SPOT_MARKETS) {
      expect(priceScale).toBeLessThanOrEqual(8);
      const price = catalogCurrency(base.code).reference / catalogCurrency(quote.code).reference;
      expect(price * 10 ** priceScale).toBeGreaterThan(1_000);
    }
  });

  it('uses the scales of the stored markets', () => {
    const specs = withStoredScales(SPOT_MARKETS, [
      { ...rulesOf(ensure(SPOT_MARKETS[35], 'PEPE/USDT')), priceScale: 10 },
    ]);
    expect(specs.map(({ priceScale }) => priceScale)).toEqual(
      SPOT_MARKETS.map(({ priceScale }, index) => (index === 35 ? 10 : priceScale)),
    );
  });

  it('keeps one group to one quote currency', () => {
    const quotes = new Map(SPOT_MARKETS.map(({ groupId, quote }) => [groupId, quote.code]));
    for (const { groupId, quote } of SPOT_MARKETS) expect(quotes.get(groupId)).toBe(quote.code);
  });

  it.each(COINS.map(({ code }) => code))('has a picture of %s', (code) => {
    expect(existsSync(path.join(LOGOS, `${code.toLowerCase()}.svg`))).toBe(true);
  });
});
