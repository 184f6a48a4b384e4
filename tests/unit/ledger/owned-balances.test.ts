/** The balances of a writer: what it may change, what it must have read, and what a batch has changed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { OwnedBalances } from '../../../server/ledger/writer/owned-balances.ts';

const [SPOT, CONTRACT, FIAT, CUSTODY, FEES, TO_SPOT, TO_DEALING] = [1, 2, 3, 100, 101, 102, 104];
const HOUSE = 0;
const [ANN, BOB] = [11, 12];

const entry = (ownerId: number, accountType: number, available: bigint, frozen = 0n) => ({
  ownerId,
  accountType,
  currencyId: 1,
  available: units(available),
  frozen: units(frozen),
});
const keys = (entries: readonly { ownerId: number; accountType: number }[]): string[] =>
  entries.map(({ ownerId, accountType }) => `${ownerId}/${accountType}`);

let balances: OwnedBalances;
beforeEach(() => {
  balances = new OwnedBalances('spot', [SPOT]);
});

describe('an owner', () => {
  test('is read before the first change, and once', () => {
    expect(balances.knows(ANN)).toBe(false);
    expect(() => balances.available(ANN, SPOT, 1)).toThrow('after the load');
    expect(() => balances.apply(entry(ANN, SPOT, 1n))).toThrow('after the load');
    const stored = { ownerId: ANN, accountType: SPOT, currencyId: 1, available: 5n, frozen: 0n };
    balances.load(ANN, [stored]);
    balances.apply(entry(ANN, SPOT, 1n));
    balances.load(ANN, [stored]);
    expect(balances.available(ANN, SPOT, 1)).toBe(6n);
  });

  test('is named by the entries that need its accounts', () => {
    balances.load(ANN, []);
    const entries = [entry(ANN, SPOT, 1n), entry(BOB, SPOT, 1n), entry(13, TO_SPOT, -1n)];
    expect(balances.unknownOwners(entries)).toEqual([BOB]);
  });
});

describe('owners above the bound', () => {
  const OWNERS = [1, 2, 3, 4, 5];
  /** The number of the batch that is being filled. */
  let batch: number;
  const seal = (): number => {
    balances.takeChanges();
    batch += 1;
    return batch - 1;
  };
  /** The owners that go when two may stay, after a first look at all of them. */
  const forgottenOf = (durable: number) => {
    balances.forgetIdle(durable, 2);
    return balances.forgetIdle(durable, 2);
  };
  beforeEach(() => {
    batch = 1;
    for (const ownerId of OWNERS)
      balances.load(ownerId, [
        { ownerId, accountType: SPOT, currencyId: 1, available: 5n, frozen: 0n },
      ]);
  });

  test('are forgotten, the ones first that were not used for longest', () => {
    expect(balances.forgetIdle(0, 2)).toEqual([]);
    expect(balances.knows(1)).toBe(true);
    expect(balances.forgetIdle(0, 2)).toEqual([2, 3, 4]);
    expect(balances.ownerCount).toBe(2);
    expect(balances.knows(2)).toBe(false);
    expect(() => balances.available(2, SPOT, 1)).toThrow('after the load');
    expect(balances.available(1, SPOT, 1)).toBe(5n);
    expect(balances.forgetIdle(0, 2)).toEqual([]);
  });

  test('stay with a frozen amount', () => {
    balances.apply(entry(1, SPOT, -1n, 1n));
    balances.apply(entry(2, SPOT, -1n, 1n));
    const durable = seal();
    expect(forgottenOf(durable)).toEqual([3, 4, 5]);
    balances.apply(entry(1, SPOT, 1n, -1n));
    const later = seal();
    balances.forgetIdle(later, 1);
    expect(balances.forgetIdle(later, 1)).toEqual([1]);
  });

  test('stay until their last change is durable, in the batch that is filled or sealed', () => {
    for (const ownerId of OWNERS) balances.apply(entry(ownerId, SPOT, 1n));
    expect(forgottenOf(0)).toEqual([]);
    const first = seal();
    expect(forgottenOf(first - 1)).toEqual([]);
    balances.apply(entry(5, SPOT, 1n));
    expect(balances.forgetIdle(first, 2)).toEqual([1, 2, 3]);
    const second = seal();
    balances.forgetIdle(first, 0);
    expect(balances.forgetIdle(first, 0)).toEqual([]);
    expect(balances.knows(5)).toBe(true);
    balances.forgetIdle(second, 0);
    expect(balances.forgetIdle(second, 0)).toEqual([5]);
  });

  test('are read again as the store has them', () => {
    forgottenOf(0);
    expect(balances.knows(1)).toBe(false);
    balances.load(1, [{ ownerId: 1, accountType: SPOT, currencyId: 1, available: 7n, frozen: 0n }]);
    balances.apply(entry(1, SPOT, -7n));
    expect(balances.takeChanges().changed).toMatchObject([{ ownerId: 1, available: -7n }]);
  });

  test('are not those of the exchange', () => {
    balances.load(HOUSE, []);
    balances.forgetIdle(0, 0);
    balances.forgetIdle(0, 0);
    expect(balances.ownerCount).toBe(1);
    expect(balances.knows(HOUSE)).toBe(true);
  });
});

describe('an entry', () => {
  test.each([
    ['takes more than is there', entry(ANN, SPOT, -6n), 'below zero'],
    ['thaws more than is frozen', entry(ANN, SPOT, 0n, -1n), 'below zero'],
    ['takes from an account of the general journal', entry(ANN, FIAT, -1n), 'another owner'],
    ['adds to an account that is reached by transit', entry(ANN, CONTRACT, 1n), 'another owner'],
    ['takes from the fees of the exchange', entry(HOUSE, FEES, -1n), 'another owner'],
  ])('is an error when it %s', (_, wrong, message) => {
    balances.load(ANN, [
      { ownerId: ANN, accountType: SPOT, currencyId: 1, available: 5n, frozen: 0n },
    ]);
    expect(() => balances.apply(wrong)).toThrow(message);
  });
});

test('a writer holds only accounts that it owns', () => {
  expect(() => new OwnedBalances('spot', [SPOT, FIAT])).toThrow('that it owns');
});

test('changes come with new accounts in the order of their keys, and what leaves transit apart', () => {
  balances.load(BOB, []);
  balances.load(ANN, [
    { ownerId: ANN, accountType: SPOT, currencyId: 1, available: 5n, frozen: 0n },
  ]);
  for (const change of [
    entry(BOB, SPOT, 4n),
    entry(BOB, TO_DEALING, 2n),
    entry(BOB, TO_SPOT, -4n),
    entry(ANN, SPOT, -2n),
    entry(ANN, FIAT, 1n),
    entry(HOUSE, FEES, 1n),
    entry(HOUSE, CUSTODY, -2n),
  ])
    balances.apply(change);
  expect(balances.touchedCount).toBe(7);

  const changes = balances.takeChanges();

  expect(keys(changes.opened)).toEqual(['0/100', '0/101', '11/3', '12/1', '12/104']);
  expect(keys(changes.changed)).toEqual(['11/1']);
  expect(keys(changes.passed)).toEqual(['12/102']);
  expect(changes.balances.map(({ ownerId, available }) => [ownerId, available])).toEqual([
    [BOB, 4n],
    [ANN, 3n],
  ]);
  expect(balances.takeChanges()).toEqual({ opened: [], changed: [], passed: [], balances: [] });
});
