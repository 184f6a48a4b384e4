/** Owners of account types: only the owner takes from an account, others add where the table lets them. */
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import {
  foreignEntryOf,
  mayBook,
  ownerOf,
  transitOf,
} from '../../../server/ledger/account-owners.ts';

const [SPOT, CONTRACT, FIAT, FAST, FINANCIAL] = [1, 2, 3, 4, 5];
const [CUSTODY, FEES, TO_SPOT, REVERSED, TO_DEALING] = [100, 101, 102, 103, 104];
const ALL = [SPOT, CONTRACT, FIAT, FAST, FINANCIAL, CUSTODY, FEES, TO_SPOT, REVERSED, TO_DEALING];

const entry = (accountType: number, available: bigint, frozen = 0n) => ({
  ownerId: 11,
  accountType,
  currencyId: 1,
  available: units(available),
  frozen: units(frozen),
});
const typesOf = (owner: 'spot' | 'dealing' | 'rows', available: bigint, frozen = 0n): number[] =>
  ALL.filter((type) => mayBook(entry(type, available, frozen), owner));

test('each type has one owner, and a transit account that of the accounts behind it', () => {
  expect(ALL.filter((type) => ownerOf(type) === 'spot')).toEqual([SPOT, TO_SPOT]);
  expect(ALL.filter((type) => ownerOf(type) === 'dealing')).toEqual([CONTRACT, FAST, TO_DEALING]);
  expect([SPOT, CONTRACT, FIAT, FAST, FINANCIAL].map(transitOf)).toEqual([
    TO_SPOT,
    TO_DEALING,
    null,
    TO_DEALING,
    null,
  ]);
  expect(() => ownerOf(77)).toThrow('has an owner');
});

describe('the spot writer', () => {
  test('takes from spot accounts, their transit, and accounts that may owe', () => {
    expect(typesOf('spot', -1n)).toEqual([SPOT, CUSTODY, TO_SPOT, REVERSED]);
  });

  test('adds to all others except those that are reached by transit', () => {
    expect(ALL.filter((type) => !typesOf('spot', 1n).includes(type))).toEqual([CONTRACT, FAST]);
  });
});

describe('the dealing writer', () => {
  test('takes from contract accounts, their transit, and accounts that may owe', () => {
    expect(typesOf('dealing', -1n)).toEqual([CONTRACT, FAST, CUSTODY, REVERSED, TO_DEALING]);
  });

  test('adds to all others except the spot account, which is reached by transit', () => {
    expect(ALL.filter((type) => !typesOf('dealing', 1n).includes(type))).toEqual([SPOT]);
  });
});

describe('the general journal', () => {
  test('takes from all accounts but those of writers and their transits', () => {
    expect(ALL.filter((type) => !typesOf('rows', -1n).includes(type))).toEqual([
      SPOT,
      CONTRACT,
      FAST,
      TO_SPOT,
      TO_DEALING,
    ]);
  });

  test('adds to all accounts but those of writers', () => {
    expect(ALL.filter((type) => !typesOf('rows', 1n).includes(type))).toEqual([
      SPOT,
      CONTRACT,
      FAST,
    ]);
  });
});

test('only owners freeze and thaw, and nothing is frozen in transit', () => {
  expect(typesOf('spot', 0n, -1n)).toEqual([SPOT, CUSTODY, TO_SPOT, REVERSED]);
  expect(mayBook(entry(TO_DEALING, 0n, 1n), 'spot')).toBe(false);
  expect(mayBook(entry(TO_SPOT, 0n, 1n), 'rows')).toBe(false);
});

test('the entry that another writer must book is named', () => {
  const entries = [entry(SPOT, -1n), entry(CONTRACT, 1n)];
  expect(foreignEntryOf({ entries }, 'spot')).toBe(entries[1]);
  expect(foreignEntryOf({ entries }, 'rows')).toBe(entries[0]);
  expect(foreignEntryOf({ entries: [entry(SPOT, -1n), entry(FIAT, 1n)] }, 'spot')).toBeUndefined();
});
