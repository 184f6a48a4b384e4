/** The checks of the wallet's forms before they are sent. */
import { describe, expect, test } from 'vitest';
import {
  percentOf,
  shareOf,
  spellingProblem,
  wireAmount,
} from '../../../machines/app/core/amount.rules.ts';
import {
  chosenAccounts,
  swappedAccounts,
  firstAccounts,
  TRANSFER_RULES,
} from '../../../machines/app/wallet/transfer.rules.ts';
import { WITHDRAWAL_ADDRESS_RULES } from '../../../machines/app/wallet/withdrawal-address.rules.ts';
import {
  arrivalAmount,
  draftProblems,
  largestWithdrawal,
  WITHDRAWAL_RULES,
} from '../../../machines/app/wallet/withdrawal.rules.ts';

describe('amounts', () => {
  test.each([
    ['', 'invalid_request'],
    ['0', 'invalid_request'],
    ['.', 'invalid_request'],
    ['1.234', 'amount_scale_exceeded'],
    ['1.0000000000000000001', 'amount_scale_exceeded'],
    ['1.20', null],
    ['007', null],
  ] as const)('"%s" with two decimals: %s', (typed, problem) => {
    expect(spellingProblem(typed, 2)).toBe(problem);
  });

  test('a typed amount is sent in its one spelling', () => {
    expect(wireAmount('01.50')).toBe('1.5');
  });

  test('a share is rounded down to the decimals of the chain', () => {
    expect(shareOf('0.0000199', 50, 6)).toBe('0.000009');
    expect(shareOf('3', 100, 18)).toBe('3');
  });

  test('the share of a typed amount is known in whole percents', () => {
    expect(percentOf('1', '3')).toBe(33);
    expect(percentOf('9', '3')).toBe(100);
    expect(percentOf('1', '0')).toBe(0);
  });
});

const TERMS = {
  available: '100',
  bought_on_hold: '30',
  withdrawable: '60',
  fee: '1',
  minimum: '10',
  remaining_today: '80',
  is_google_bound: false,
};
const FACTS = { decimals: 6, terms: TERMS };
const FIELDS = { addressId: '1', amount: '50', payPassword: 'x', googleCode: '' };

describe('withdrawals', () => {
  test.each([
    ['9.999999', 'amount_too_small'],
    ['60', null],
    ['60.000001', 'balance_locked'],
    ['70', 'balance_locked'],
    ['70.000001', 'purchase_on_hold'],
    ['80.000001', 'daily_limit_exceeded'],
    ['100.000001', 'insufficient_balance'],
    ['50.0000001', 'amount_scale_exceeded'],
  ] as const)('%s: %s', (amount, error) => {
    const problems = draftProblems({ ...FIELDS, amount }, FACTS);
    expect(problems).toEqual(error === null ? [] : [{ field: 'amount', error }]);
  });

  test('an amount that only covers the fee is too small', () => {
    const facts = { ...FACTS, terms: { ...TERMS, fee: '20', minimum: '10' } };
    expect(draftProblems({ ...FIELDS, amount: '20' }, facts)).toEqual([
      { field: 'amount', error: 'amount_too_small' },
    ]);
  });

  test('address, password and, once bound, the Google code are needed', () => {
    const facts = { ...FACTS, terms: { ...TERMS, is_google_bound: true } };
    const fields = { ...FIELDS, addressId: '', payPassword: '' };
    expect(WITHDRAWAL_RULES.problems(fields, facts).map(({ field }) => field)).toEqual([
      'addressId',
      'payPassword',
      'googleCode',
    ]);
    expect(WITHDRAWAL_RULES.problems({ ...FIELDS, googleCode: '123456' }, facts)).toEqual([]);
  });

  test('the arriving amount is the amount less the fee, and never negative', () => {
    expect(arrivalAmount('50.5', '1')).toBe('49.5');
    expect(arrivalAmount('0.5', '1')).toBe('0');
    expect(arrivalAmount('', '1')).toBe('0');
  });

  test('the largest amount keeps to the limit of the day, where that is known', () => {
    expect(largestWithdrawal(TERMS)).toBe('60');
    expect(largestWithdrawal({ ...TERMS, remaining_today: '7' })).toBe('7');
    expect(largestWithdrawal({ ...TERMS, remaining_today: null })).toBe('60');
  });
});

describe('addresses', () => {
  const fields = {
    currencyId: '1',
    chain: 'development',
    address: ' 0x52908400098527886E0F7030069857D2E4169EE7 ',
    label: 'Mine',
    code: '123456',
  };
  test('spaces around a pasted address do no harm', () => {
    expect(WITHDRAWAL_ADDRESS_RULES.problems(fields, null)).toEqual([]);
  });

  test('each missing part is named', () => {
    const empty = { ...fields, address: ' ', label: ' ', code: '' };
    expect(WITHDRAWAL_ADDRESS_RULES.problems(empty, null)).toEqual(
      ['address', 'label', 'code'].map((field) => ({ field, error: 'invalid_request' })),
    );
  });

  test('each wrong part is named', () => {
    const wrong = { ...fields, address: 'no', label: ' ', code: '12345' };
    expect(WITHDRAWAL_ADDRESS_RULES.problems(wrong, null)).toEqual([
      { field: 'address', error: 'withdrawal_address_invalid' },
      { field: 'label', error: 'invalid_request' },
      { field: 'code', error: 'code_incorrect' },
    ]);
  });
});

describe('transfers', () => {
  const fields = { currencyId: '1', from: '1', to: '2', amount: '5' };

  test('are limited to the balance, as far as that is known', () => {
    expect(TRANSFER_RULES.problems(fields, { available: '5' })).toEqual([]);
    expect(TRANSFER_RULES.problems(fields, { available: '4.9' })).toEqual([
      { field: 'amount', error: 'insufficient_balance' },
    ]);
    expect(TRANSFER_RULES.problems(fields, { available: null })).toEqual([]);
  });

  test('from one account to another', () => {
    expect(TRANSFER_RULES.problems({ ...fields, to: '1' }, { available: '9' })).toEqual([
      { field: 'to', error: 'transfer_accounts_invalid' },
    ]);
  });

  test('choosing the other account swaps the two', () => {
    const spotToFiat = { from: '1', to: '3' };
    expect(chosenAccounts(spotToFiat, 'from', '3')).toEqual({ from: '3', to: '1' });
    expect(chosenAccounts(spotToFiat, 'to', '1')).toEqual({ from: '3', to: '1' });
  });

  test('choosing the source keeps another destination', () => {
    expect(chosenAccounts({ from: '4', to: '3' }, 'from', '1')).toEqual({ from: '1', to: '3' });
  });

  test('money leaves an account that is closed, and never goes into it', () => {
    const closed = new Set(['4']);
    const ofForm = (to: string) =>
      firstAccounts({ from: null, to }, (type) => type === '1', closed);
    expect(ofForm('4')).toEqual({ from: '1', to: '3' });
    expect(swappedAccounts({ from: '4', to: '1' }, closed)).toEqual({ from: '1', to: '2' });
    expect(swappedAccounts({ from: '4', to: '1' })).toEqual({ from: '1', to: '4' });
    const away = { from: '4', to: '1' };
    expect(chosenAccounts(away, 'from', '1', closed)).toEqual({ from: '1', to: '2' });
    expect(chosenAccounts(away, 'to', '2', closed)).toEqual({ from: '4', to: '2' });
  });

  test.each([
    ['no preference', {}, ['1'], '1>3'],
    ['no coins', {}, [], '1>3'],
    ['coins only in the fiat account', {}, ['3'], '3>1'],
    ['coins only in the fast-contract account', {}, ['4'], '4>3'],
    ['into the spot account', { to: '1' }, ['1', '3'], '3>1'],
    ['into the contract account', { to: '2' }, ['1'], '1>2'],
    ['into the fast-contract account', { to: '4' }, ['1'], '1>4'],
    ['into the financial account', { to: '5' }, ['1'], '1>3'],
    ['out of the fiat account', { from: '3' }, ['1'], '3>1'],
    ['out of the financial account', { from: '5' }, ['1', '5'], '1>3'],
  ] as const)('a form begins with accounts that can be used: %s', (_, wish, held, expected) => {
    const isHeld = (type: string) => held.some((each) => each === type);
    const { from, to } = firstAccounts({ from: null, to: null, ...wish }, isHeld);
    expect(`${from}>${to}`).toBe(expected);
  });
});
