/** Orders, fills, balances and records in wire format, with the changes of a test. */
import type { LeverOrderInfo } from '../../contract/lever/lever.ts';
import type { UserEvent } from '../../contract/user-records.ts';
import type { Balance } from '../../contract/wallet/accounts.ts';
import type { Feedback } from '../../contract/feedback/feedback.ts';
import type { Fill, Order } from '../../contract/spot/spot.ts';
import type { Verification } from '../../contract/verification/verification.ts';
import type { Deposit, Withdrawal } from '../../contract/wallet/wallet.ts';

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
  record: orderSample(fields),
});

export const verificationSample = (fields: Partial<Verification> = {}): Verification => ({
  state: 'in_review',
  revision: 2,
  id_type: 'passport',
  real_name: null,
  name: 'M***',
  card_id: 'X1*****89',
  submitted_at: 1,
  reviewed_at: null,
  reason: null,
  reason_text: null,
  daily_limit: '0',
  certified_daily_limit: '100000',
  ...fields,
});

export const feedbackSample = (fields: Partial<Feedback> = {}): Feedback => ({
  id: '3',
  type: 'deposit',
  title: 'Where is it?',
  state: 'replied',
  revision: 2,
  created_at: 1,
  updated_at: 2,
  ...fields,
});

export const depositSample = (fields: Partial<Deposit> = {}): Deposit => ({
  id: '8',
  currency_id: 3,
  currency_code: 'ETH',
  chain: 'ethereum',
  amount: '1.5',
  address: '0x01',
  transaction_hash: '0x02',
  state: 'approved',
  phase: 'confirming',
  confirmations: 1,
  credit_confirmations: 1,
  unlock_confirmations: 6,
  revision: 2,
  created_at: 1,
  updated_at: 2,
  ...fields,
});

export const withdrawalSample = (fields: Partial<Withdrawal> = {}): Withdrawal => ({
  id: '9',
  currency_id: 3,
  currency_code: 'ETH',
  chain: 'ethereum',
  address: '0x01',
  amount: '1.5',
  fee: '0.1',
  arrival_amount: '1.4',
  state: 'approved',
  phase: 'broadcasting',
  transaction_hash: null,
  confirmations: 0,
  required_confirmations: 6,
  reason: null,
  reason_text: null,
  revision: 3,
  created_at: 1,
  updated_at: 2,
  ...fields,
});

/** An open long of 250 lots, with the changes of a test. */
export const leverOrderSample = (fields: Partial<LeverOrderInfo> = {}): LeverOrderInfo => ({
  id: '5',
  lever_market_id: 1,
  direction: 'long',
  type: 'market',
  state: 'in_trading',
  lots: 250,
  multiple: 20,
  price: null,
  take_profit: null,
  stop_loss: '95000',
  spread_ppm: 200,
  fee_ppm: 500,
  night_ppm: 300,
  reserve: '0',
  open_price: '97269.45',
  margin: '1215.868125',
  fee: '12.15868125',
  night_fee: '7.29520875',
  opened_at: 1,
  close_reason: null,
  close_price: null,
  profit: null,
  overnight_fee: null,
  closed_at: null,
  cancel_reason: null,
  revision: 2,
  created_at: 1,
  ...fields,
});
