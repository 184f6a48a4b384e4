/** Whether coins may be promised to somebody else: what is sold here leaves as much as what is withdrawn. */
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { findLiens } from '../../wallet/wallet.area.ts';

/**
 * Nothing while a deposit of theirs may still be taken back, or is owed: else its coins could be with
 * somebody else by then, who withdraws them.
 */
export async function maySell(
  database: Executor,
  userId: number,
): Promise<Result<null, 'balance_locked'>> {
  const liens = await findLiens(database, userId);
  return liens.length === 0 ? ok(null) : refuse('balance_locked');
}
