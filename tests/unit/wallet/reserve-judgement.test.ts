/** Amounts that count as missing from the wallets of a chain, over many comparisons. */
import { expect, test } from 'vitest';
import {
  acceptReserve,
  hasGrown,
  judgeReserve,
  type Holdings,
  type Reserve,
} from '../../../server/areas/wallet/reserve-judgement.ts';

const EMPTY: Holdings = {
  held: 0n,
  received: 0n,
  paid: 0n,
  paidWithFees: 0n,
  mayBePaid: 0n,
  feesMax: 0n,
};
/** Compares one state after another. @returns the missing amount of each time, and the last reserve */
function compare(...states: readonly Partial<Holdings>[]) {
  let reserve: Reserve | undefined;
  const missing = states.map((state) => {
    const judged = judgeReserve(reserve, { ...EMPTY, ...state });
    reserve = judged.next;
    return judged.missing;
  });
  return { missing, reserve };
}

test('a deposit and a paid withdrawal change no reserve', () => {
  const { missing, reserve } = compare(
    { held: 100n },
    { held: 150n, received: 50n },
    { held: 120n, received: 50n, paid: 30n, paidWithFees: 31n },
  );

  expect(missing).toEqual([0n, 0n, 0n]);
  expect(reserve?.reserve).toBe(100n);
});

test('one unit that leaves by itself is missing until it is acknowledged', () => {
  const { missing, reserve } = compare({ held: 100n }, { held: 99n }, { held: 99n });

  expect(missing).toEqual([0n, 1n, 1n]);
  expect(reserve?.isShort).toBe(true);
  const accepted = acceptReserve(reserve as Reserve);
  expect(judgeReserve(accepted, { ...EMPTY, held: 99n }).missing).toBe(0n);
  expect(judgeReserve(accepted, { ...EMPTY, held: 98n }).missing).toBe(1n);
});

test('a second theft before the acknowledgement is a larger shortage, the same shortage is not', () => {
  const { reserve: first } = compare({ held: 100n }, { held: 99n });
  const second = judgeReserve(first, { ...EMPTY, held: 0n });

  expect(hasGrown(undefined, 1n)).toBe(true);
  expect(hasGrown(first, judgeReserve(first, { ...EMPTY, held: 99n }).missing)).toBe(false);
  expect(hasGrown(first, second.missing)).toBe(true);
  expect(hasGrown(second.next, 100n)).toBe(false);
  expect(hasGrown(acceptReserve(first as Reserve), 1n)).toBe(true);
});

test('coins that are missing at the first comparison are missing until the acknowledgement', () => {
  const short = { held: 40n, received: 50n };

  expect(compare(short, short, { ...short, held: 39n }).missing).toEqual([10n, 10n, 11n]);
});

test('coins that return before the acknowledgement are not accepted twice', () => {
  const { reserve } = compare({ held: 100n }, { held: 60n }, { held: 130n });

  expect(acceptReserve({ ...(reserve as Reserve), seen: 130n }).reserve).toBe(100n);
});

test.each([
  ['mined, and not booked yet', { held: 70n, mayBePaid: 30n }],
  ['signed, and still in the wallet', { held: 100n, mayBePaid: 30n }],
  ['booked', { held: 70n, paid: 30n, paidWithFees: 31n }],
])('a withdrawal that is %s is not missing', (_phase, state) => {
  expect(compare({ held: 100n }, state).missing).toEqual([0n, 0n]);
});

test('more than the withdrawal under way is missing', () => {
  const { missing } = compare({ held: 100n }, { held: 69n, mayBePaid: 30n });

  expect(missing).toEqual([0n, 1n]);
});

test('network fees lower the reserve once, and no more than they may be', () => {
  const { missing, reserve } = compare(
    { held: 100n },
    { held: 97n, feesMax: 4n },
    { held: 97n },
    { held: 96n },
  );

  expect(missing).toEqual([0n, 0n, 0n, 1n]);
  expect(reserve?.reserve).toBe(97n);
});

test('a fee that a doubtful withdrawal hid is still a fee when the withdrawal is given back', () => {
  const { missing, reserve } = compare(
    { held: 100n },
    // It was mined and paid nothing: the fee is gone, the amount is not.
    { held: 98n, mayBePaid: 30n, feesMax: 3n },
    { held: 98n },
  );

  expect(missing).toEqual([0n, 0n, 0n]);
  expect(reserve?.reserve).toBe(98n);
});

test('coins that the exchange adds are part of the reserve once they are seen twice', () => {
  const { missing } = compare({ held: 0n }, { held: 100n }, { held: 100n }, { held: 99n });

  expect(missing).toEqual([0n, 0n, 0n, 1n]);
});

test('a withdrawal that is in the ledger before the chain counts it raises no reserve', () => {
  const { missing, reserve } = compare(
    { held: 100n },
    { held: 100n, paid: 30n, paidWithFees: 31n },
    { held: 70n, paid: 30n, paidWithFees: 31n },
  );

  expect(missing).toEqual([0n, 0n, 0n]);
  expect(reserve?.reserve).toBe(100n);
});

test('the first comparison misses what users are owed, not what fees paid', () => {
  expect(compare({ held: 50n, received: 50n }).missing).toEqual([0n]);
  expect(compare({ held: 49n, received: 50n }).missing).toEqual([1n]);
  const paid = { received: 50n, paid: 20n, paidWithFees: 22n };
  expect(compare({ held: 28n, ...paid }).missing).toEqual([0n]);
  expect(compare({ held: 27n, ...paid }).missing).toEqual([1n]);
});
