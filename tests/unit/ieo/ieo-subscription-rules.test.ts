/** The form of a token subscription: its checks, its payment, and the outcome if subscribing ended now. */
import { describe, expect, test } from 'vitest';
import {
  boundsFault,
  filledPercentOf,
  IEO_RULES,
  ieoDue,
  ieoEstimate,
  ieoTotal,
  steppedQuantity,
  type IeoFacts,
} from '../../../machines/app/ieo/ieo-subscription.rules.ts';

const TERMS = {
  step: '10',
  step_price: '2.5',
  token_scale: 6,
  pay_scale: 6,
  quantity_min: '20',
  quantity_max: '500',
};
const FACTS: IeoFacts = { terms: TERMS, own: null, available: '100' };
const OWN = { quantity: '40' };

const problemsOf = (quantity: string, facts = FACTS) =>
  IEO_RULES.problems({ quantity }, facts).map(({ field, error }) => `${field}: ${error}`);

describe('a quantity', () => {
  test.each([
    ['', 'invalid_request'],
    ['abc', 'invalid_request'],
    ['0', 'invalid_request'],
    ['20.0000001', 'amount_scale_exceeded'],
    ['10', 'quantity_out_of_bounds'],
    ['510', 'quantity_out_of_bounds'],
    ['25', 'quantity_out_of_bounds'],
    ['410', 'insufficient_balance'],
  ])('of "%s" has the problem %s', (quantity, error) => {
    expect(problemsOf(quantity)).toEqual([`quantity: ${error}`]);
  });

  test.each(['20', '020', '400', '40.0'])('of "%s" is sent', (quantity) => {
    expect(problemsOf(quantity)).toEqual([]);
  });

  test('is compared with the balance by what a raise adds', () => {
    const facts = { ...FACTS, own: OWN };
    expect(problemsOf('440', facts)).toEqual([]);
    expect(problemsOf('450', facts)).toEqual(['quantity: insufficient_balance']);
  });

  test('is sent while the balance is unknown', () => {
    expect(problemsOf('500', { ...FACTS, available: null })).toEqual([]);
  });

  test('says why it is refused', () => {
    const faultOf = (typed: string) => boundsFault(typed, TERMS, OWN);
    expect(['10', '25', '40', '50'].map(faultOf)).toEqual(['outside', 'off', 'lower', null]);
  });
});

describe('the payment', () => {
  test('is exact, and counts only the raise as due', () => {
    expect(ieoTotal('70', TERMS)).toBe('17.5');
    expect(ieoDue('70', TERMS, OWN)).toBe('7.5');
  });

  test('is unknown between two steps, and below the present subscription', () => {
    expect(ieoTotal('75', TERMS)).toBeNull();
    expect(ieoDue('30', TERMS, OWN)).toBeNull();
  });
});

describe('the outcome if subscribing ended now', () => {
  const offering = { ...TERMS, offered: '1000', cap: '300' };

  test('is everything while the offering is not filled, up to the cap', () => {
    const demand = [{ steps: 10, subscriptions: 2 }];
    expect(ieoEstimate('200', { ...offering, demand }, null)).toEqual({
      allocated: '200',
      refund: '0',
    });
    expect(ieoEstimate('400', { ...offering, demand }, null)).toEqual({
      allocated: '300',
      refund: '25',
    });
  });

  test('is a share of the offering when it is oversubscribed, its own subscription counted once', () => {
    // 100 steps are offered, 200 asked for: each gets half.
    const demand = [
      { steps: 16, subscriptions: 10 },
      { steps: 40, subscriptions: 1 },
    ];
    const own = { quantity: '400' };
    const first = ieoEstimate('400', { ...offering, demand: demand.slice(0, 1) }, null);
    const again = ieoEstimate('400', { ...offering, demand }, own);
    expect(first).toEqual({ allocated: '200', refund: '50' });
    expect(again).toEqual(first);
  });

  test('is unknown for a number that is no quantity', () => {
    expect(ieoEstimate('25', { ...offering, demand: [] }, null)).toBeNull();
    expect(ieoEstimate('', { ...offering, demand: [] }, null)).toBeNull();
  });
});

test('a step goes to the next multiple within the bounds, and never below the present subscription', () => {
  const up = (typed: string, own: typeof OWN | null = null) =>
    steppedQuantity(typed, 1, TERMS, own);
  const down = (typed: string) => steppedQuantity(typed, -1, TERMS, null);
  expect(['', '20', '25', '500'].map((typed) => up(typed))).toEqual(['20', '30', '30', '500']);
  expect(['20', '30', '35', ''].map(down)).toEqual(['20', '20', '30', '20']);
  expect(up('', OWN)).toBe('50');
});

test('the share that is asked for is in whole percents, above a hundred when oversubscribed', () => {
  expect(filledPercentOf({ subscribed: '2400', offered: '1000' })).toBe(240);
  expect(filledPercentOf({ subscribed: '9.99', offered: '1000' })).toBe(0);
});
