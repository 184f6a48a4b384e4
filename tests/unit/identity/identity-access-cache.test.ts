/** The cache of accepted access tokens: lifetime, invalidation, bound, batched renewal. */
import { expect, test } from 'vitest';
import { AccessCache } from '../../../server/areas/identity/access-cache.ts';

const NOW = 1_800_000_000_000;
const ANN = { userId: 1, sessionId: 'phone', isVerified: true, accessExpiresAtMs: NOW + 900_000 };
const BOB = { ...ANN, userId: 2, sessionId: 'desk' };

function cacheWith(...owners: readonly (typeof ANN)[]): AccessCache {
  const cache = new AccessCache();
  for (const owner of owners) cache.expect(owner.sessionId, NOW)(owner);
  return cache;
}

test('an accepted token is known for less than a second', () => {
  const cache = cacheWith(ANN);
  expect(cache.find('phone', NOW + 999)).toEqual(ANN);
  expect(cache.find('phone', NOW + 1_000)).toBeUndefined();
});

test('a token that has run out is not known', () => {
  const cache = cacheWith({ ...ANN, accessExpiresAtMs: NOW + 10 });
  expect(cache.find('phone', NOW + 9)).toBeDefined();
  expect(cache.find('phone', NOW + 10)).toBeUndefined();
});

test('a clock that went back makes no token known', () => {
  expect(cacheWith(ANN).find('phone', NOW - 1)).toBeUndefined();
});

test('a dropped session is forgotten at once, others stay', () => {
  const cache = cacheWith(ANN, BOB);
  cache.dropSession('phone');
  expect(cache.find('phone', NOW)).toBeUndefined();
  expect(cache.find('desk', NOW)).toEqual(BOB);
});

test('all sessions of a user are forgotten at once', () => {
  const cache = cacheWith(ANN, { ...ANN, sessionId: 'tablet' }, BOB);
  cache.dropUser(1);
  expect(cache.find('phone', NOW)).toBeUndefined();
  expect(cache.find('tablet', NOW)).toBeUndefined();
  expect(cache.find('desk', NOW)).toEqual(BOB);
});

test('an answer that was in transit when a session ended is not kept', () => {
  const cache = new AccessCache();
  const accepted = cache.expect('phone', NOW);
  cache.dropSession('phone');
  accepted(ANN);
  expect(cache.find('phone', NOW)).toBeUndefined();
});

test('no more tokens are kept than the bound, the newest ones', () => {
  const cache = new AccessCache(2);
  for (const token of ['a', 'b', 'c']) cache.expect(token, NOW)(ANN);
  expect(['a', 'b', 'c'].filter((token) => cache.find(token, NOW))).toEqual(['b', 'c']);
});

test('tokens that were used since they were read are due together in the second half of their second, once', () => {
  const cache = cacheWith(ANN, BOB);
  cache.find('phone', NOW + 1);
  expect(cache.takeDue(NOW + 499)).toEqual([]);
  cache.find('desk', NOW + 599);
  expect(cache.takeDue(NOW + 599)).toEqual(['phone', 'desk']);
  expect(cache.takeDue(NOW + 700)).toEqual([]);
});

test('a token that was not used since it was read is not due, and lapses', () => {
  const cache = cacheWith(ANN, BOB);
  cache.find('desk', NOW + 1);
  expect(cache.takeDue(NOW + 500)).toEqual(['desk']);
  expect(cache.takeDue(NOW + 999)).toEqual([]);
  expect(cache.find('phone', NOW + 1_000)).toBeUndefined();
});

test('due tokens are handed over ten times a second at most', () => {
  const cache = cacheWith(ANN, BOB);
  cache.find('phone', NOW + 600);
  expect(cache.takeDue(NOW + 600)).toEqual(['phone']);
  cache.find('desk', NOW + 610);
  expect(cache.takeDue(NOW + 699)).toEqual([]);
  expect(cache.takeDue(NOW + 700)).toEqual(['desk']);
});

test('a token that was read again, or dropped, is not due', () => {
  const cache = cacheWith(ANN, BOB);
  cache.find('phone', NOW + 500);
  cache.find('desk', NOW + 500);
  cache.expect('phone', NOW + 550)(ANN);
  cache.dropSession('desk');
  expect(cache.takeDue(NOW + 600)).toEqual([]);
});
