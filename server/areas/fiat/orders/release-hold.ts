/** When a clock may not give the coins of an order away (ADR 10). */
import { LIMITS } from '../../../../contract/limits.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import { isSellerDisabled } from './order-rows.repo.ts';

/** Delays of the machine of orders at whose end the coins become the buyer's, at once or one window later. */
const RELEASING: readonly string[] = ['confirmWindow', 'postponeWindow'];
const BOOKS_PAUSE_MS = MINUTE_MS;

/** How much longer a delay of an order that is due runs; null where it may end. */
export async function releaseHeldBackMs(
  tx: Transaction,
  orderId: number,
  delayName: string,
  health: LedgerHealth,
): Promise<number | null> {
  if (!RELEASING.includes(delayName)) return null;
  // So long that somebody who is enabled again has time, mostly.
  if (await isSellerDisabled(tx, orderId)) return LIMITS.fiat_confirm_window_ms;
  return health.isSound() ? null : BOOKS_PAUSE_MS;
}
