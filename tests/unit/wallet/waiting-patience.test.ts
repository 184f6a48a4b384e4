/** The wait for a pending deposit that its network does not know. */
import { expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { WaitingPatience } from '../../../server/areas/wallet/waiting-patience.ts';

const PATIENCE_MS = CHAIN_LIMITS.deposit_unknown_ms_max;
const deposit = { id: 1, chain: 'local', createdAtMs: 0 };

test('a deposit that no longer waits is forgotten, and others of any chain are not', async () => {
  const patience = new WaitingPatience();
  const other = { id: 2, chain: 'far', createdAtMs: 0 };
  const unknownAt = (row: typeof deposit, now: number) =>
    patience.hasEnded(row, () => 'unknown', now);
  expect([await unknownAt(deposit, 0), await unknownAt(other, 0)]).toEqual([false, false]);
  patience.keepOnly('local', [deposit]);
  expect(await unknownAt(deposit, PATIENCE_MS - 1)).toBe(false);
  patience.keepOnly('local', []);
  // It waits again, so its time begins again.
  expect(await unknownAt(deposit, PATIENCE_MS)).toBe(false);
  expect(await unknownAt(other, PATIENCE_MS)).toBe(true);
  expect(await unknownAt(deposit, 2 * PATIENCE_MS)).toBe(true);
});
