/** The cache of passwords that were verified within the last ten minutes. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { ProvedPasswords } from '../../../server/areas/identity/proved-passwords.ts';

const ANN = { userId: 1, storedHash: '$argon2id$ann' };
const NOW = 1_000_000;

function provedAt(now: number): ProvedPasswords {
  const proved = new ProvedPasswords();
  proved.note(ANN, 'Heron55m', now);
  return proved;
}

test('a password that was proved is known for ten minutes, and not longer', () => {
  const proved = provedAt(NOW);
  expect(proved.isProved(ANN, 'Heron55m', NOW)).toBe(true);
  expect(proved.isProved(ANN, 'Heron55m', NOW + 10 * MINUTE_MS - 1)).toBe(true);
  expect(proved.isProved(ANN, 'Heron55m', NOW + 10 * MINUTE_MS)).toBe(false);
});

test('a clock that went back makes no password known', () => {
  expect(provedAt(NOW).isProved(ANN, 'Heron55m', NOW - 1)).toBe(false);
});

test('another password, user or stored hash is not known', () => {
  const proved = provedAt(NOW);
  expect(proved.isProved(ANN, 'Heron55n', NOW)).toBe(false);
  expect(proved.isProved({ ...ANN, userId: 2 }, 'Heron55m', NOW)).toBe(false);
  expect(proved.isProved({ ...ANN, storedHash: '$argon2id$new' }, 'Heron55m', NOW)).toBe(false);
});

test('the latest password of a user counts', () => {
  const proved = provedAt(NOW);
  const changed = { ...ANN, storedHash: '$argon2id$new' };
  proved.note(changed, 'Otter66n', NOW);
  expect(proved.isProved(ANN, 'Heron55m', NOW)).toBe(false);
  expect(proved.isProved(changed, 'Otter66n', NOW)).toBe(true);
});
