/** The forms of a fiat order: amount and quantity from each other, limits, the input of each action. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import {
  FIAT_CLAIM_RULES,
  FIAT_PAYMENT_RULES,
  FIAT_RECEIPT_RULES,
} from '../../../machines/app/fiat/fiat-order-action.rules.ts';
import {
  FIAT_ORDER_RULES,
  fiatOrderSize,
  largestFiatSize,
  type FiatOrderFacts,
  type FiatOrderFields,
} from '../../../machines/app/fiat/fiat-order-creation.rules.ts';
import { FIAT_MESSAGE_RULES } from '../../../machines/app/fiat/fiat-order-message.rules.ts';

const facts = (changes: Partial<FiatOrderFacts['ad']> = {}, available: string | null = null) => ({
  ad: {
    side: 'sell' as const,
    price: '7.13',
    remaining: '200',
    min_amount: '100',
    max_amount: '1000',
    payment_kinds: ['bank_card' as const],
    ...changes,
  },
  fiatScale: 2,
  coinScale: 6,
  available,
});
const fields = (changes: Partial<FiatOrderFields>): FiatOrderFields => ({
  ...FIAT_ORDER_RULES.empty,
  paymentKind: 'bank_card',
  ...changes,
});
const problemsOf = (changes: Partial<FiatOrderFields>, known: FiatOrderFacts = facts()) =>
  FIAT_ORDER_RULES.problems(fields(changes), known).map(
    ({ field, error }) => `${String(field)}: ${error}`,
  );

describe('the size of an order', () => {
  test('an amount buys as many coins as it covers, rounded down', () => {
    expect(fiatOrderSize({ basis: 'amount', size: '500' }, facts())).toEqual({
      amount: '500',
      quantity: '70.126227',
    });
  });

  test('a quantity costs its price, rounded up to the smallest unit of the fiat currency', () => {
    expect(fiatOrderSize({ basis: 'quantity', size: '33.333333' }, facts())).toEqual({
      amount: '237.67',
      quantity: '33.333333',
    });
  });

  test.each(['', '0', '.', 'abc'])('"%s" is no size', (size) => {
    expect(fiatOrderSize({ basis: 'amount', size }, facts())).toBeNull();
  });

  test('the size is unknown without a price', () => {
    const known = facts({ price: null });
    expect(fiatOrderSize({ basis: 'amount', size: '500' }, known)).toBeNull();
    expect(largestFiatSize('amount', known)).toBeNull();
  });
});

describe('the largest size that may be entered', () => {
  const LITTLE = { remaining: '20.000001', min_amount: '10' };
  test.each([
    ['the limit of the ad', {}, null, '1000', '140.252454'],
    ['the remainder of the ad', LITTLE, null, '142.6', '20.000001'],
    ['the balance of a seller', { side: 'buy' as const }, '30.5', '217.46', '30.5'],
  ])('is %s', (_, changes, available, amount, quantity) => {
    const known = facts(changes, available);
    expect(largestFiatSize('amount', known)).toBe(amount);
    expect(largestFiatSize('quantity', known)).toBe(quantity);
  });

  test.each(['amount', 'quantity'])('is accepted as it stands, by %s', (basis) => {
    for (const price of ['7.13', '0.03', '93981.92', '1'])
      for (const remaining of ['200', '0.000333', '17.654321']) {
        const known = facts({ price, remaining, min_amount: '0.01' });
        const size = largestFiatSize(basis, known) ?? '';
        // The small rest of a cheap coin is worth less than the smallest unit.
        if (size === '0') continue;
        expect(problemsOf({ basis, size }, known), `${price} ${remaining}`).toEqual([]);
      }
  });
});

describe('an order is not sent', () => {
  test.each([
    ['without a size', { size: '' }, 'size: invalid_request'],
    ['with too many decimals of the money', { size: '500.001' }, 'size: amount_scale_exceeded'],
    [
      'with too many decimals of the coin',
      { basis: 'quantity', size: '20.0000001' },
      'size: amount_scale_exceeded',
    ],
    ['below the limits', { size: '99.99' }, 'size: fiat_amount_outside_limits'],
    ['above the limits', { size: '1000.01' }, 'size: fiat_amount_outside_limits'],
    [
      'by a payment kind that the ad does not accept',
      { size: '500', paymentKind: 'alipay' },
      'paymentKind: payment_kind_not_taken',
    ],
  ])('%s', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  test('for more than remains', () => {
    expect(problemsOf({ size: '500' }, facts({ remaining: '70.126226' }))).toEqual([
      'size: fiat_ad_remainder_too_small',
    ]);
  });

  test('by a seller without a collection method or a pay password, or with too few coins', () => {
    const known = facts({ side: 'buy' }, '70');
    expect(problemsOf({ size: '500' }, known)).toEqual([
      'size: insufficient_balance',
      'methodId: collection_method_required',
      'payPassword: invalid_request',
    ]);
    const complete = { size: '499', methodId: '7', payPassword: 'Heron55m' };
    expect(problemsOf(complete, known)).toEqual([]);
  });
});

describe('the actions on an order', () => {
  const seen = { id: '1', revision: '2' };
  test('a payment is declared with a voucher that has arrived', () => {
    const { problems } = FIAT_PAYMENT_RULES;
    const there = { isPictureMissing: false };
    expect(problems({ ...seen, vouchers: '' }, there)).toEqual([
      { field: 'vouchers', error: 'voucher_required' },
    ]);
    expect(problems({ ...seen, vouchers: 'a' }, { isPictureMissing: true })).toHaveLength(1);
    expect(problems({ ...seen, vouchers: 'a' }, there)).toEqual([]);
  });

  test('receipt is confirmed with the pay password, which is not kept', () => {
    expect(FIAT_RECEIPT_RULES.problems({ ...seen, payPassword: '' }, null)).toHaveLength(1);
    expect(FIAT_RECEIPT_RULES.secrets).toEqual(['payPassword']);
  });

  test('a claim has a reason and says enough', () => {
    const claim = { ...seen, reason: 'other', content: 'x'.repeat(10), pictures: '' };
    const wrong = (changes: Partial<typeof claim>) =>
      FIAT_CLAIM_RULES.problems({ ...claim, ...changes }, { isPictureMissing: false }).map(
        ({ field }) => field,
      );
    expect(wrong({})).toEqual([]);
    expect(wrong({ reason: '' })).toEqual(['reason']);
    expect(wrong({ content: ` ${'x'.repeat(9)} ` })).toEqual(['content']);
    expect(wrong({ content: 'x'.repeat(LIMITS.fiat_claim_length_max + 1) })).toEqual(['content']);
  });

  test('a message has text, a picture, or both', () => {
    const wrong = (content: string, picture: string, isPictureMissing = false) =>
      FIAT_MESSAGE_RULES.problems(
        { orderId: '1', clientId: '', content, picture },
        { isPictureMissing },
      ).map(({ field }) => field);
    expect(wrong(' ', '')).toEqual(['content']);
    expect(wrong('', 'ticket')).toEqual([]);
    expect(wrong('hello', '')).toEqual([]);
    expect(wrong('hello', '', true)).toEqual(['picture']);
  });
});
