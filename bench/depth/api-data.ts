/** Just enough of the API for the trade screen of a user who may trade. */
import type { Balance } from '../../contract/wallet/accounts.ts';
import type { CurrencyMatch } from '../../contract/market/market.ts';
import type { Order } from '../../contract/spot/spot.ts';
import { personData } from '../lib/person-api.ts';

const MARKETS = 50;

export function apiData(pathname: string): unknown {
  switch (pathname) {
    case '/api/public/market/currency_matches':
      return [
        {
          id: 1,
          code: 'USDT',
          matches: Array.from({ length: MARKETS }, (_, index) => match(index + 1)),
        },
      ];
    default:
      return personData(pathname) ?? [];
  }
}

function match(id: number): CurrencyMatch {
  const code = id === 1 ? 'BTC' : `C${id}`;
  return {
    id,
    base_currency: { code, name: code, logo: '/logos/btc.svg' },
    base_currency_id: id + 1,
    quote_currency_id: 1,
    base_currency_code: code,
    quote_currency_code: 'USDT',
    price_scale: 1,
    quantity_scale: 3,
    min_notional: '5',
    reference_price: '100000',
    price_band_ppm: 100_000,
    maker_fee_ppm: 1_000,
    taker_fee_ppm: 1_000,
    status: 'trading',
    opened_at: 1,
    popularity_rank: id,
    currency_quotation: {
      close: '100000',
      change: '0',
      high: '100000',
      low: '100000',
      volume: '1',
      turnover: '100000',
    },
  };
}

export const benchOrder = (id: number): Order => ({
  id: String(id),
  currency_match_id: 1,
  side: id % 2 === 0 ? 'buy' : 'sell',
  type: 'limit',
  state: 'paid',
  end_reason: null,
  price: String(99_000 + id * 100),
  quantity: '1.5',
  amount: null,
  executed_quantity: '0',
  executed_amount: '0',
  average_price: null,
  fee: '0',
  fee_currency_code: 'BTC',
  maker_fee_ppm: 1_000,
  taker_fee_ppm: 1_000,
  revision: 1,
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
});

export const benchBalance = (currencyId: number, code: string): Balance => ({
  id: 1_000_000 + currencyId,
  account_type_id: 1,
  currency_id: currencyId,
  currency_code: code,
  available: '1000',
  frozen: '0',
});
