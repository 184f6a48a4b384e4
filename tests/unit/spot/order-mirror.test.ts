/** The stage of an order on the page of its owner. */
import { describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/spot/spot.ts';
import { orderLifecycle } from '../../../src/app/spot/order-mirror.ts';

const ORDER: Order = {
  id: '7',
  currency_match_id: 1,
  side: 'buy',
  type: 'limit',
  state: 'paid',
  end_reason: null,
  price: '64250.5',
  quantity: '0.25',
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
};
const PARTLY = { executed_quantity: '0.1', executed_amount: '6425.05', revision: 2 };

describe('an order of the user who looks at it', () => {
  test.each<[string, Partial<Order>, ReturnType<typeof orderLifecycle>]>([
    ['waits', {}, { stage: 'waiting', isOpen: true, canCancel: true }],
    ['is partly executed', PARTLY, { stage: 'partlyExecuted', isOpen: true, canCancel: true }],
    [
      'sells, partly executed',
      { ...PARTLY, side: 'sell' },
      { stage: 'partlyExecuted', isOpen: true, canCancel: true },
    ],
    [
      'is executed',
      { state: 'executed', executed_quantity: '0.25', revision: 3 },
      { stage: 'executed', isOpen: false, canCancel: false },
    ],
    [
      'was canceled after a part of it was executed',
      { ...PARTLY, state: 'cancelled', end_reason: 'owner', revision: 3 },
      { stage: 'cancelled', isOpen: false, canCancel: false },
    ],
    [
      'was a market buy by amount',
      { type: 'market', price: null, quantity: null, amount: '100', state: 'executed' },
      { stage: 'executed', isOpen: false, canCancel: false },
    ],
  ])('%s', (_, changes, expected) => {
    expect(orderLifecycle({ ...ORDER, ...changes })).toEqual(expected);
  });
});
