/** How much may go into contracts while deposits of its owner wait for confirmations. */
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { withdrawableOf } from './account-lien.ts';
import { findLiens } from './deposits.repo.ts';
import { holdingsOf, lienFactsOf } from './withdrawable.ts';
import type { WithdrawableParts } from './withdrawable.ts';

export type ContractableParts = Omit<WithdrawableParts, 'purchaseHoldMs' | 'spotView'>;

/**
 * Returns the most units of the currency that liens let go. What stays outside of contracts must cover the
 * liens: a deposit that is reversed later would otherwise be a free bet. Without a lien there is no limit.
 */
export async function findContractable(
  parts: ContractableParts,
  userId: number,
  currencyId: number,
): Promise<bigint> {
  const before = await findLiens(parts.database, userId);
  if (before.length === 0) return AMOUNT_END;
  const holdings = await holdingsOf(parts, userId, false);
  // Read last, so that a credit in between counts in them and not in the holdings.
  const liens = await findLiens(parts.database, userId);
  const facts = lienFactsOf(parts, currencyId, holdings, liens);
  return withdrawableOf({ ...facts, available: AMOUNT_END });
}
