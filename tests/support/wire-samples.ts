/** Orders, fills and balances as the wire has them, with what a test changes of them. */
import type { UserEvent } from '../../contract/channels.ts';
import type { Balance } from '../../contract/schemas/accounts.ts';
import type { Fill, Order } from '../../contract/schemas/spot.ts';

export const orderSample = (fields: Partial<Order> = {}): Order => ({
  id: '1',
  currency_match_id: 1,
  side: 'buy',
  type: 'limit',
  state: 'paid',
  end_reason: null,
  price: '100',
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
  created_at: 1,
  updated_at: 1,
  ...fields,
});

export const fillSample = (fields: Partial<Fill> = {}): Fill => ({
  deal_id: '5',
  price: '100',
  quantity: '0.5',
  amount: '50',
  fee: '0.0005',
  fee_currency_code: 'BTC',
  role: 'maker',
  time: 7,
  ...fields,
});

export const balanceSample = (fields: Partial<Balance> = {}): Balance => ({
  id: 1_000_001,
  account_type_id: 1,
  currency_id: 1,
  currency_code: 'USDT',
  available: '12.5',
  frozen: '0',
  ...fields,
});

export const orderEvent = (fields: Partial<Order>): UserEvent => ({
  kind: 'order',
  order: orderSample(fields),
});
