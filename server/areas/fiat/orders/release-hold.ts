/** Conditions under which a timer may not release the coins of an order (ADR 10). */
import { LIMITS } from '../../../../contract/limits.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import { isSellerDisabled } from './order-rows.repo.ts';

/** Delays of the order machine whose end releases the coins to the buyer, directly or one window later. */
const RELEASING: readonly string[] = ['confirmWindow', 'postponeWindow'];
const BOOKS_PAUSE_MS = MINUTE_MS;

/** Returns how much longer a due delay of an order runs; null when it may end. */
export async function releaseHeldBackMs(
  tx: Transaction,
  orderId: number,
  delayName: string,
  health: LedgerHealth,
): Promise<number | null> {
  if (!RELEASING.includes(delayName)) return null;
  // This usually leaves a seller who is enabled again enough time to act.
  if (await isSellerDisabled(tx, orderId)) return LIMITS.fiat_confirm_window_ms;
  return health.isConsistent() ? null : BOOKS_PAUSE_MS;
}
