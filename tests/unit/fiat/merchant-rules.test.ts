/** The checks of a merchant's forms before they are sent, and the merchant's actions on an own ad. */
import { describe, expect, test } from 'vitest';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import {
  asksForSecrets,
  FIAT_AD_RULES,
  priceOfNow,
  toggledKinds,
  type FiatAdFacts,
  type FiatAdFields,
  isLimitPassed,
} from '../../../machines/app/fiat/fiat-ad.rules.ts';
import { SHOP_CLOSING_RULES, SHOP_OPENING_RULES } from '../../../machines/app/fiat/shop.rules.ts';
import { fiatAdEdit, fiatAdPosting } from '../../../src/app/fiat/fiat-ad-forms.ts';
import { adLifecycle } from '../../../src/app/fiat/ad-mirror.ts';

const faults = (problems: readonly { readonly field: string | null; readonly error: string }[]) =>
  problems.map(({ field, error }) => `${String(field)}: ${error}`);

const FACTS: FiatAdFacts = {
  scales: { coin: 6, amount: 2, price: 4 },
  available: '1000',
  before: null,
  taken: '0',
  reference: '7.1845',
  isCodeNeeded: false,
};
const WHOLE: FiatAdFields = {
  ...FIAT_AD_RULES.empty,
  currencyId: '3',
  fiatCode: 'CNY',
  price: '07.10',
  total: '500',
  minAmount: '100',
  maxAmount: '3500',
  kinds: 'bank_card',
  bank_card: '17',
  payPassword: 'Heron55m',
};
const problemsOf = (changes: Partial<FiatAdFields>, facts: Partial<FiatAdFacts> = {}) =>
  faults(FIAT_AD_RULES.problems({ ...WHOLE, ...changes }, { ...FACTS, ...facts }));

describe('an ad', () => {
  test('takes a whole form, and sends it in wire spelling', () => {
    expect(problemsOf({})).toEqual([]);
    expect(fiatAdPosting.request({ ...WHOLE, remark: ' Please pay soon. ' })).toEqual({
      side: 'sell',
      currency_id: '3',
      fiat_code: 'CNY',
      price_type: 'fixed',
      price: '7.1',
      total: '500',
      min_amount: '100',
      max_amount: '3500',
      payment_kinds: 'bank_card',
      collection_method_ids: '17',
      payment_window_min: '15',
      remark: 'Please pay soon.',
      auto_open: '1',
      pay_password: 'Heron55m',
    });
  });

  test('names every field that is missing', () => {
    expect(faults(FIAT_AD_RULES.problems(FIAT_AD_RULES.empty, FACTS))).toEqual([
      'currencyId: currency_not_found',
      'fiatCode: fiat_currency_not_found',
      'price: invalid_request',
      'total: invalid_request',
      'minAmount: invalid_request',
      'maxAmount: invalid_request',
      'kinds: invalid_request',
      'payPassword: invalid_request',
    ]);
  });

  test.each([
    [
      'the maximum is below the minimum',
      { maxAmount: '99.99' },
      'maxAmount: fiat_ad_limits_invalid',
    ],
    ['the maximum equals the minimum', { maxAmount: '100' }, undefined],
    [
      'a price has more decimals than there are',
      { price: '7.12345' },
      'price: amount_scale_exceeded',
    ],
    [
      'an amount has more decimals than cents',
      { minAmount: '100.001' },
      'minAmount: amount_scale_exceeded',
    ],
    ['the total exceeds the balance', { total: '1000.000001' }, 'total: insufficient_balance'],
    ['the total is the whole balance', { total: '1000' }, undefined],
    ['the total is too small for one order', { total: '14' }, 'total: fiat_ad_total_too_small'],
    [
      'a kind has no account of its own',
      { bank_card: '' },
      'bank_card: collection_method_required',
    ],
    [
      'a buy ad needs none, and freezes nothing',
      { side: 'buy', bank_card: '', total: '9999' },
      undefined,
    ],
    ['the remark is too long', { remark: 'x'.repeat(501) }, 'remark: invalid_request'],
  ] as const)('%s', (_, changes, fault) => {
    expect(problemsOf(changes)).toEqual(fault === undefined ? [] : [fault]);
  });

  test.each(['', '49.99', '200.01', '101.555', 'abc'])('floats not at %s percent', (percent) => {
    expect(problemsOf({ priceType: 'floating', percent })).toContain('percent: invalid_request');
  });

  test('floats by the reference, to the nearest unit, a half upwards', () => {
    const floating = { ...WHOLE, priceType: 'floating' };
    const priceAt = (percent: string, reference: string | null = '7.1845') =>
      priceOfNow({ ...floating, percent }, { ...FACTS, reference });

    expect(priceAt('100')).toBe('7.1845');
    // 7.2922675
    expect(priceAt('101.5')).toBe('7.2923');
    expect(priceAt('50', '0.0001')).toBe('0.0001');
    expect(priceAt('101.5', null)).toBeNull();
    expect(fiatAdPosting.request({ ...floating, percent: '101.50' })).toMatchObject({
      price_type: 'floating',
      price_percent: '101.5',
    });
  });

  test('floats within the limit of its merchant, and no further', () => {
    const floating = { priceType: 'floating', percent: '100' };
    const isPassed = (limitPrice: string, side = 'sell') =>
      isLimitPassed({ ...WHOLE, ...floating, side, limitPrice }, { ...FACTS, reference: '7.1845' });

    expect(['', '7.1844', '7.1845', '7.1846'].map((limit) => isPassed(limit))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(['7.1844', '7.1845', '7.1846'].map((limit) => isPassed(limit, 'buy'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(problemsOf({ ...floating, limitPrice: '7.00001' })).toHaveLength(1);
    expect(problemsOf({ ...floating, limitPrice: '7' })).toEqual([]);
    const posted = (fields: object) => fiatAdPosting.request({ ...WHOLE, ...fields });
    expect(posted({ ...floating, limitPrice: '7.10' })).toMatchObject({ limit_price: '7.1' });
    expect(posted(floating)).not.toHaveProperty('limit_price');
    expect(posted({ limitPrice: '7' })).not.toHaveProperty('limit_price');
  });

  test('far from the worth of the coin needs the consent of its merchant, too far is refused', () => {
    const unconfirmed = ['acceptedDeviation: fiat_price_unconfirmed'];
    // Two percent away, and a hundredth of a percent more.
    expect(problemsOf({ price: '7.0409' })).toEqual([]);
    expect(problemsOf({ price: '7.0400' })).toEqual(unconfirmed);
    expect(problemsOf({ price: '7.0400', acceptedDeviation: '-2.01' })).toEqual([]);
    // Consent to another price does not apply to this one.
    expect(problemsOf({ price: '6.9', acceptedDeviation: '-2.01' })).toEqual(unconfirmed);
    expect(problemsOf({ price: '6', acceptedDeviation: '-16.49' })).toEqual([
      'price: fiat_price_too_far',
    ]);
    const floating = { priceType: 'floating', percent: '103' };
    expect(problemsOf(floating)).toEqual(unconfirmed);
    expect(problemsOf({ ...floating, acceptedDeviation: '3' })).toEqual([]);
  });

  test('is edited within its frozen total, and never below the part that is taken', () => {
    const facts = { before: WHOLE, taken: '120', available: '30' };

    expect(problemsOf({ total: '530' }, facts)).toEqual([]);
    expect(problemsOf({ total: '530.1' }, facts)).toEqual(['total: insufficient_balance']);
    expect(problemsOf({ total: '120' }, facts)).toEqual(['total: fiat_ad_total_too_small']);
    expect(problemsOf({ total: '120.000001' }, facts)).toEqual([]);
    expect(fiatAdEdit.request({ ...WHOLE, id: '9', revision: '4' })).not.toHaveProperty('side');
  });

  test('asks a seller for a code of a known authenticator', () => {
    const asked = ['googleCode: google_code_required'];
    expect(problemsOf({}, { isCodeNeeded: true })).toEqual(asked);
    expect(problemsOf({ googleCode: '12345' }, { isCodeNeeded: true })).toEqual(asked);
    expect(problemsOf({ googleCode: '123456' }, { isCodeNeeded: true })).toEqual([]);
  });

  const FLOATING = { priceType: 'floating', percent: '101', limitPrice: '7' };
  test.each([
    ['a new sell ad', null, {}, true],
    ['a new buy ad', null, { side: 'buy' }, false],
    ['nothing new', {}, {}, false],
    ['a total in another spelling', {}, { total: '0500.0' }, false],
    ['a smaller total', {}, { total: '499.9' }, false],
    ['a larger total', {}, { total: '500.1' }, true],
    ['a larger total of a buy ad', {}, { side: 'buy', total: '500.1' }, false],
    ['a higher price', {}, { price: '7.1001' }, false],
    ['a lower price', {}, { price: '7.0999' }, true],
    ['a price that is not typed yet', {}, { price: '' }, false],
    ['a floating price', {}, FLOATING, true],
    ['a fixed price', FLOATING, {}, true],
    ['a higher percentage', FLOATING, { ...FLOATING, percent: '101.5' }, false],
    ['a lower percentage', FLOATING, { ...FLOATING, percent: '100.99' }, true],
    ['a higher limit', FLOATING, { ...FLOATING, limitPrice: '7.1' }, false],
    ['a lower limit', FLOATING, { ...FLOATING, limitPrice: '6.9' }, true],
    ['no limit', FLOATING, { ...FLOATING, limitPrice: '' }, true],
    ['a new limit', { ...FLOATING, limitPrice: '' }, FLOATING, false],
  ] as const)(
    'the secrets of the merchant for %s: asked as by the server',
    (_, from, to, isAsked) => {
      const before = from === null ? null : { ...WHOLE, ...from };
      expect(asksForSecrets({ ...WHOLE, ...to }, { before })).toBe(isAsked);
    },
  );

  test('takes kinds in their order, each once', () => {
    expect(toggledKinds({ kinds: 'wechat' }, 'bank_card')).toBe('bank_card,wechat');
    expect(toggledKinds({ kinds: 'bank_card,wechat' }, 'bank_card')).toBe('wechat');
    expect(toggledKinds({ kinds: 'wechat' }, 'wechat')).toBe('');
  });
});

describe('a shop', () => {
  const facts = { isVerified: true, available: '500', deposit: '500' };
  const whole = { name: ' Harbour Desk ', payPassword: 'x' };

  test('opens with a name, the deposit and the password', () => {
    expect(SHOP_OPENING_RULES.problems(whole, facts)).toEqual([]);
  });

  test.each([
    ['not certified', { isVerified: false }, 'null: verification_required'],
    ['too little for the deposit', { available: '499.999999' }, 'null: insufficient_balance'],
  ])('does not open: %s', (_, change, fault) => {
    expect(faults(SHOP_OPENING_RULES.problems(whole, { ...facts, ...change }))).toEqual([fault]);
  });

  test.each(['', ' a ', 'x'.repeat(25)])('cannot be called "%s"', (name) => {
    expect(faults(SHOP_OPENING_RULES.problems({ ...whole, name }, facts))).toEqual([
      'name: invalid_request',
    ]);
  });

  test('closes with the password alone', () => {
    expect(faults(SHOP_CLOSING_RULES.problems({ payPassword: '' }, null))).toEqual([
      'payPassword: invalid_request',
    ]);
  });
});

describe('the buttons of an own ad', () => {
  const AD = {
    side: 'sell',
    auto_open: true,
    total: '100',
    remaining: '60',
    in_orders: '30',
    sold: '10',
    removal: null,
  } as const;
  const ENDED = {
    isOpening: false,
    isAlive: false,
    canEdit: false,
    canSuspend: false,
    canResume: false,
    canCancel: false,
  };
  const ALIVE = { ...ENDED, isAlive: true, canEdit: true, canCancel: true };

  test.each([
    ['opening', null, { ...ALIVE, isOpening: true, canSuspend: true }],
    ['suspended', null, { ...ALIVE, canResume: true }],
    ['cancelled', null, ENDED],
    ['removed', 'operator', ENDED],
  ] as const)('%s', (state, removal, expected) => {
    expect(adLifecycle({ ...AD, state, removal } as OwnFiatAd)).toEqual(expected);
  });
});
