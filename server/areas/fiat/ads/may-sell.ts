/** Whether a user may sell coins for fiat money: a sale gives coins away just as a withdrawal does. */
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { findLiens } from '../../wallet/wallet.area.ts';

/**
 * Rejects a user with a deposit that may still be reversed, or with a shortfall. Otherwise a buyer
 * could withdraw the coins before the reversal.
 */
export async function maySell(
  database: Executor,
  userId: number,
): Promise<Result<null, 'balance_locked'>> {
  const liens = await findLiens(database, userId);
  return liens.length === 0 ? ok(null) : refuse('balance_locked');
}
