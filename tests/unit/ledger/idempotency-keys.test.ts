/** The cache of idempotency keys of spot orders: reads, expiry, eviction. */
import { expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { IdempotencyKeys } from '../../../server/ledger/writer/idempotency-keys.ts';
import type { KeyedCommand } from '../../../server/ledger/writer/idempotency-keys.ts';

const NOW = 1_800_000_000_000;
/** Keys over a store that has the given ones; `reads` lists the owners that were read. */
function keysOver(stored: Readonly<Record<number, readonly string[]>>, keysMax = 100) {
  const reads: number[] = [];
  const keysOf = async (ownerId: number): Promise<readonly KeyedCommand[]> => {
    reads.push(ownerId);
    return (stored[ownerId] ?? []).map((key, index) => ({
      key,
      recordId: index + 1,
      terms: '',
      createdAtMs: NOW,
    }));
  };
  return { keys: new IdempotencyKeys({ keysOf }, keysMax), reads };
}

const first = (recordId: number, createdAtMs = NOW) => ({ recordId, terms: '', createdAtMs });

test('an owner is read once, even by many calls at once', async () => {
  const { keys, reads } = keysOver({ 1: ['stored'] });
  expect(keys.knows(1)).toBe(false);
  await Promise.all([keys.load(1, NOW), keys.load(1, NOW)]);
  expect(keys.knows(1)).toBe(true);
  expect(keys.find(1, 'stored', NOW)?.recordId).toBe(1);
  expect(reads).toEqual([1]);
});

test('a key is forgotten after 24 hours', async () => {
  const { keys } = keysOver({ 1: ['stored'] });
  await keys.load(1, NOW);
  const end = NOW + LIMITS.idempotency_key_valid_ms;
  expect(keys.find(1, 'stored', end - 1)).toBeDefined();
  expect(keys.find(1, 'stored', end)).toBeUndefined();
});

test('the owner absent for longest is forgotten first', async () => {
  const { keys } = keysOver({}, 2);
  for (const ownerId of [1, 2, 3]) await keys.load(ownerId, NOW);
  keys.add(1, 'a', first(1), 1);
  keys.add(2, 'b', first(2), 2);
  keys.add(3, 'c', first(3), 3);
  keys.trim(3);
  expect([1, 2, 3].filter((ownerId) => keys.knows(ownerId))).toEqual([2, 3]);
});

test('a key that only memory knows is never forgotten', async () => {
  const { keys } = keysOver({}, 1);
  for (const ownerId of [1, 2]) await keys.load(ownerId, NOW);
  keys.add(1, 'a', first(1), 5);
  keys.add(2, 'b', first(2), 6);
  keys.trim(4);
  expect(keys.find(1, 'a', NOW)).toBeDefined();
  expect(keys.find(2, 'b', NOW)).toBeDefined();
  keys.trim(5);
  expect([1, 2].filter((ownerId) => keys.knows(ownerId))).toEqual([2]);
});

test('who gives a command again was here last', async () => {
  const { keys } = keysOver({}, 2);
  for (const ownerId of [1, 2, 3]) await keys.load(ownerId, NOW);
  keys.add(1, 'a', first(1), 1);
  keys.add(2, 'b', first(2), 2);
  keys.add(1, 'c', first(3), 3);
  keys.trim(3);
  expect([1, 2].filter((ownerId) => keys.knows(ownerId))).toEqual([1]);
});

test('a key that is not valid any more takes no room', async () => {
  const { keys } = keysOver({}, 2);
  for (const ownerId of [1, 2]) await keys.load(ownerId, NOW);
  const later = NOW + LIMITS.idempotency_key_valid_ms + 1;
  keys.add(1, 'old', first(1), 1);
  keys.add(1, 'new', first(2, later), 2);
  keys.add(2, 'new', first(3, later), 3);
  keys.trim(3);
  expect([1, 2].filter((ownerId) => keys.knows(ownerId))).toEqual([1, 2]);
});
