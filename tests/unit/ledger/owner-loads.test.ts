/** Loading owners into a writer's memory: once, together, and never from a read that memory has overtaken. */
import { beforeEach, expect, test } from 'vitest';
import { OwnerLoads } from '../../../server/ledger/writer/owner-loads.ts';

const ANN = 11;
const balance = (available: bigint) => ({
  ownerId: ANN,
  accountType: 1,
  currencyId: 1,
  available,
  frozen: 0n,
});

let stored: bigint;
let known: Map<number, bigint>;
/** Ends the oldest read that is under way, with the rows that were stored when it began. */
let reads: (() => void)[];
let loads: OwnerLoads;
beforeEach(() => {
  stored = 5n;
  known = new Map();
  reads = [];
  loads = new OwnerLoads({
    read: (ownerIds) => {
      const found = stored;
      return new Promise((resolve) => {
        reads.push(() => resolve(new Map(ownerIds.map((id) => [id, [balance(found)]]))));
      });
    },
    knows: (ownerId) => known.has(ownerId),
    take: (ownerId, [first]) => void known.set(ownerId, first?.available ?? 0n),
  });
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent loads share a read', async () => {
  const both = [loads.load(ANN), loads.load(ANN)];
  await turn();
  expect(reads).toHaveLength(1);
  reads[0]?.();
  await Promise.all(both);
  expect(known.get(ANN)).toBe(5n);
});

test('a read that began before its owner was changed and forgotten is not taken', async () => {
  const slow = loads.load(ANN);
  await turn();
  // Another load is faster; a command changes the balance, the change is durable, the owner is forgotten.
  known.set(ANN, 5n);
  stored = 3n;
  known.delete(ANN);
  loads.noteForgotten([ANN]);
  reads[0]?.();
  await turn();
  expect(known.has(ANN)).toBe(false);
  expect(reads).toHaveLength(2);
  reads[1]?.();
  await slow;
  expect(known.get(ANN)).toBe(3n);
});

test('a read of an owner who is in memory by then changes nothing', async () => {
  const slow = loads.load(ANN);
  await turn();
  known.set(ANN, 9n);
  reads[0]?.();
  await slow;
  expect(known.get(ANN)).toBe(9n);
});
