/** Search and order of the market list. */
import { describe, expect, test } from 'vitest';
import type { CurrencyMatch, ForexTicker } from '../../../contract/market/market.ts';
import { liveRange } from '../../../src/views/parts/market/live-range.ts';
import { forexPairOf, spotPairOf } from '../../../src/views/market/kline/pair-address.ts';
import {
  matchingPairs,
  nextOrder,
  orderedPairs,
  rankedPairs,
  turnovers,
  type PairOrder,
} from '../../../src/views/parts/market/pair-order.ts';
import { forexPair, spotPair, spotPairs } from '../../../src/views/parts/market/pair.ts';

interface Figures {
  readonly close: string;
  readonly change: string;
  readonly volume: string;
  readonly turnover: string;
}

const match = (id: number, base: string, quote: string, figures: Figures): CurrencyMatch => ({
  id,
  base_currency: { code: base, name: `${base} coin`, logo: '' },
  base_currency_id: 2,
  quote_currency_id: 1,
  base_currency_code: base,
  quote_currency_code: quote,
  price_scale: 2,
  quantity_scale: 4,
  min_notional: '1',
  reference_price: '1',
  price_band_ppm: 100_000,
  maker_fee_ppm: 1_000,
  taker_fee_ppm: 1_000,
  status: 'trading',
  opened_at: null,
  popularity_rank: id,
  currency_quotation: { high: '100', low: '90', ...figures },
});

const btc = spotPair(
  match(1, 'BTC', 'USDT', { close: '90000', change: '1.5', volume: '10', turnover: '900000.5' }),
);
const eth = spotPair(
  match(2, 'ETH', 'USDT', { close: '3000', change: '-2', volume: '500', turnover: '1500000' }),
);
const doge = spotPair(
  match(3, 'DOGE', 'USDT', { close: '0.2', change: '0', volume: '900', turnover: '180' }),
);
const ethBtc = spotPair(
  match(4, 'ETH', 'BTC', { close: '0.03', change: '-5', volume: '400', turnover: '12.3' }),
);
const pairs = [btc, eth, doge, ethBtc];
const labels = (list: readonly { readonly label: string }[]) => list.map(({ label }) => label);

describe('the search', () => {
  test('finds by code, by pair with or without its slash, and by name', () => {
    expect(labels(matchingPairs(pairs, 'eth'))).toEqual(['ETH/USDT', 'ETH/BTC']);
    expect(labels(matchingPairs(pairs, 'btcusdt'))).toEqual(['BTC/USDT']);
    expect(labels(matchingPairs(pairs, 'ETH/B'))).toEqual(['ETH/BTC']);
    expect(labels(matchingPairs(pairs, 'doge coin'))).toEqual(['DOGE/USDT']);
  });

  test('an empty one keeps the list as it is', () => {
    expect(matchingPairs(pairs, ' ')).toBe(pairs);
  });
});

describe('the order', () => {
  test('a column is tapped through both directions and back to popularity', () => {
    const steps: PairOrder[] = [null];
    for (let tap = 0; tap < 3; tap += 1) steps.push(nextOrder(steps.at(-1) ?? null, 'change'));
    expect(steps.map((step) => step?.direction ?? null)).toEqual([
      null,
      'descending',
      'ascending',
      null,
    ]);
    expect(nextOrder({ column: 'change', direction: 'ascending' }, 'name')).toEqual({
      column: 'name',
      direction: 'ascending',
    });
  });

  test('prices and changes are compared as numbers', () => {
    const byPrice = orderedPairs(pairs, { column: 'price', direction: 'ascending' });
    expect(labels(byPrice)).toEqual(['ETH/BTC', 'DOGE/USDT', 'ETH/USDT', 'BTC/USDT']);
    const byChange = orderedPairs(pairs, { column: 'change', direction: 'descending' });
    expect(labels(byChange)).toEqual(['BTC/USDT', 'DOGE/USDT', 'ETH/USDT', 'ETH/BTC']);
  });

  test('without a column it is popularity', () => {
    const group = { id: 1, code: 'USDT', matches: [doge.match, btc.match, eth.match] };
    expect(labels(orderedPairs(spotPairs([group]), null))).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'DOGE/USDT',
    ]);
  });
});

describe('the rankings', () => {
  test('gainers rise, losers fall, and neither holds the unchanged', () => {
    expect(labels(rankedPairs(pairs, 'gainers'))).toEqual(['BTC/USDT']);
    expect(labels(rankedPairs(pairs, 'losers'))).toEqual(['ETH/BTC', 'ETH/USDT']);
  });

  test('value traded is compared in one currency', () => {
    expect(labels(rankedPairs(pairs, 'turnover'))).toEqual([
      'ETH/USDT',
      'ETH/BTC',
      'BTC/USDT',
      'DOGE/USDT',
    ]);
    const { code, valueOf } = turnovers(pairs);
    expect(code).toBe('USDT');
    expect(valueOf(ethBtc)).toBe('1107000');
    expect(valueOf(btc)).toBe('900000.5');
  });
});

describe('the address of a chart page', () => {
  const address = (query: string) => new URLSearchParams(query);
  const ticker: ForexTicker = {
    symbol: 'EURUSD',
    base_currency_code: 'EUR',
    quote_currency_code: 'USD',
    price_scale: 5,
    is_open: true,
    currency_quotation: {
      close: '1',
      change: '0',
      high: '1',
      low: '1',
      volume: '0',
      turnover: '0',
    },
  };

  test('a pair finds itself by its own path', () => {
    for (const pair of pairs) {
      expect(spotPairOf(pairs, address(pair.path.split('?')[1] ?? ''))).toBe(pair);
    }
    const forex = forexPair(ticker, 0);
    expect(forexPairOf([forex], address(forex.path.split('?')[1] ?? ''))).toBe(forex);
  });

  test.each([
    '',
    'id=1',
    'symbol=BTC/USDT',
    'id=2&symbol=BTC/USDT',
    'id=01&symbol=BTC/USDT',
    'id=9&symbol=X',
  ])('"%s" names no pair', (query) => {
    expect(spotPairOf(pairs, address(query))).toBeUndefined();
  });
});

describe('the range of the day', () => {
  const day = { close: '95', change: '0', high: '100', low: '90', volume: '1', turnover: '95' };

  test('goes on with the live price', () => {
    expect(liveRange(day, '101')).toEqual({ high: '101', low: '90' });
    expect(liveRange(day, '9')).toEqual({ high: '100', low: '9' });
    expect(liveRange(day, '95')).toEqual({ high: '100', low: '90' });
  });
});
