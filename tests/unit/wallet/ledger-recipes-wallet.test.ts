/** The ledger entries of each movement of deposits, withdrawals and transfers. */
import { describe, expect, test } from 'vitest';
import { AssertionError } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { accountKey } from '../../../server/ledger/invariants.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import {
  depositCredited,
  depositRecovered,
  depositReversed,
  transferBetween,
  transferFromSpot,
  transferIntoDealing,
  transferIntoSpot,
  transferTowardsDealing,
  transferTowardsSpot,
  withdrawalHeld,
  withdrawalReleased,
  withdrawalSent,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { checkedPosting } from '../../../server/ledger/writer/written-postings.ts';

const [SPOT, CONTRACT, FIAT] = [1, 2, 3];
const funds = {
  causeId: '7',
  ownerId: 11,
  actorId: 0,
  requestId: 'request',
  currencyId: 2,
  amount: units(100n),
};

/** One line per entry: account, change of available, change of frozen. */
const lines = ({ entries }: Movement): readonly string[] =>
  entries.map((entry) => `${accountKey(entry)} ${entry.available} ${entry.frozen}`);

describe('each recipe lists its changes', () => {
  test.each([
    ['a deposit', depositCredited(funds), ['0/100/2 -100 0', '11/1/2 100 0']],
    [
      'a deposit that repays a part of a debt',
      depositCredited(funds, units(30n)),
      ['0/100/2 -100 0', '11/1/2 70 0', '0/103/2 30 0'],
    ],
    [
      'a deposit that only repays a debt',
      depositCredited(funds, units(100n)),
      ['0/100/2 -100 0', '0/103/2 100 0'],
    ],
    ['a reversed deposit', depositReversed(funds), ['0/100/2 100 0', '0/103/2 -100 0']],
    ['a repayment by the owner', depositRecovered(funds), ['11/1/2 -100 0', '0/103/2 100 0']],
    ['a requested withdrawal', withdrawalHeld(funds), ['11/1/2 -100 100']],
    ['a canceled withdrawal', withdrawalReleased(funds), ['11/1/2 100 -100']],
    [
      'a sent withdrawal',
      withdrawalSent({ ...funds, fee: units(1n) }),
      ['11/1/2 0 -100', '0/100/2 99 0', '0/101/2 1 0'],
    ],
    [
      'a sent withdrawal without a fee',
      withdrawalSent({ ...funds, fee: units(0n) }),
      ['11/1/2 0 -100', '0/100/2 100 0'],
    ],
    [
      'a transfer out of the spot account',
      transferFromSpot(funds, CONTRACT),
      ['11/1/2 -100 0', '11/2/2 100 0'],
    ],
    [
      'a transfer into the spot account, first half',
      transferTowardsSpot(funds, CONTRACT),
      ['11/2/2 -100 0', '11/102/2 100 0'],
    ],
    [
      'a transfer into the spot account, second half',
      transferIntoSpot(funds),
      ['11/1/2 100 0', '11/102/2 -100 0'],
    ],
    [
      'a transfer into the contract account, as it leaves',
      transferTowardsDealing(funds, SPOT),
      ['11/1/2 -100 0', '11/104/2 100 0'],
    ],
    [
      'a transfer into the contract account, as it arrives',
      transferIntoDealing(funds, CONTRACT),
      ['11/2/2 100 0', '11/104/2 -100 0'],
    ],
    [
      'a transfer between two others',
      transferBetween(funds, CONTRACT, FIAT),
      ['11/2/2 -100 0', '11/3/2 100 0'],
    ],
  ])('%s', (_, movement, expected) => {
    expect(lines(movement)).toEqual(expected);
    expect(movement).toMatchObject({ causeId: '7', actorId: 0, requestId: 'request' });
  });
});

describe('impossible facts are a programmer’s error', () => {
  test.each([
    ['nothing', () => depositCredited({ ...funds, amount: units(0n) })],
    ['less than nothing', () => withdrawalReleased({ ...funds, amount: units(-1n) })],
    ['money of an internal account', () => transferIntoSpot({ ...funds, ownerId: 0 })],
    ['a repayment above the deposit', () => depositCredited(funds, units(101n))],
    ['a repayment below zero', () => depositCredited(funds, units(-1n))],
    ['a fee that is all of it', () => withdrawalSent({ ...funds, fee: units(100n) })],
    ['a fee below zero', () => withdrawalSent({ ...funds, fee: units(-1n) })],
    ['a transfer to the same account', () => transferBetween(funds, FIAT, FIAT)],
    ['a general transfer of the spot account', () => transferBetween(funds, FIAT, SPOT)],
    ['a transfer from spot to spot', () => transferFromSpot(funds, SPOT)],
  ])('%s', (_, act) => {
    expect(act).toThrow(AssertionError);
  });
});

describe('a posting for the spot writer', () => {
  test.each([
    ['a deposit', depositCredited(funds)],
    ['a reversed deposit', depositReversed(funds)],
    ['a repayment by the owner', depositRecovered(funds)],
    ['a withdrawal', withdrawalSent({ ...funds, fee: units(1n) })],
    ['a transfer out of the spot account', transferFromSpot(funds, FIAT)],
    ['a transfer out of it towards the contract account', transferTowardsDealing(funds, SPOT)],
    ['a transfer into it', transferIntoSpot(funds)],
  ])('may be %s', (_, movement) => {
    expect(checkedPosting(movement, 'spot')).toBe(movement);
  });

  test('adds to no account that is reached by transit', () => {
    expect(() => checkedPosting(transferFromSpot(funds, CONTRACT), 'spot')).toThrow(
      'does not guard',
    );
  });

  test('takes from no account that only the general journal guards', () => {
    expect(() => checkedPosting(transferTowardsSpot(funds, CONTRACT), 'spot')).toThrow(
      'does not guard',
    );
  });

  test('has amounts of at most 33 digits', () => {
    const most = { ...funds, amount: units(10n ** 33n - 1n) };
    expect(checkedPosting(depositCredited(most), 'spot').entries).toHaveLength(2);
    const more = { ...funds, amount: units(10n ** 33n) };
    expect(() => checkedPosting(depositCredited(more), 'spot')).toThrow('33 digits');
  });
});
