/** The trading pair of a token as an operator adds it and opens it. */
import { ensure } from '../../../contract/assert.ts';
import { reasoned } from '../desk/reasoned-calls.ts';
import type { TestOperator } from '../operator/operators.ts';

interface PairIds {
  readonly token: string;
  readonly pay: string;
}

/** @param ids of the token and of its quote currency, at half of which it opens. */
export const newMarket = ({ token, pay }: PairIds) => ({
  base_currency_id: token,
  quote_currency_id: pay,
  price_scale: '4',
  quantity_scale: '2',
  min_notional: '1',
  price_band_ppm: '200000',
  maker_fee_ppm: '1000',
  taker_fee_ppm: '2000',
  opening_price: '0.5',
});

/** Adds a pair and opens it. @returns its number. */
export async function openMarket(operator: TestOperator, ids: PairIds): Promise<string> {
  await operator.ask('addMarket', reasoned<'addMarket'>(newMarket(ids)));
  const { id } = ensure((await operator.ask('listMarkets', {})).at(-1), 'the new pair');
  const opening = { id: String(id), status: 'trading' } as const;
  await operator.ask('setMarketStatus', reasoned<'setMarketStatus'>(opening));
  return opening.id;
}
