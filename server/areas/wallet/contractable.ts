/** How much may go into contracts while deposits of its owner wait for confirmations. */
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { withdrawableOf } from './account-lien.ts';
import { findLiens, findUsersWithLiens } from './deposits.repo.ts';
import { holdingsOf, lienFactsOf } from './withdrawable.ts';
import type { WithdrawableParts } from './withdrawable.ts';

export type ContractableParts = Omit<WithdrawableParts, 'purchaseHoldMs' | 'spotView'>;

/** Returns the most units of the currency that liens let go. */
export type Contractable = (userId: number, currencyId: number) => Promise<bigint>;

/**
 * The amount outside of contracts must cover the liens: a deposit that is reversed later would otherwise be
 * a free bet. Without a lien there is no limit. Callers of one moment share the first read.
 */
export function createContractable(parts: ContractableParts): Contractable {
  const withLiens = new GatheredRead(
    (userIds: readonly number[]) => findUsersWithLiens(parts.database, userIds),
    ({ userId }) => userId,
  );
  return async (userId, currencyId) => {
    if ((await withLiens.find(userId)) === undefined) return AMOUNT_END;
    const holdings = await holdingsOf(parts, userId, false);
    // Read last, so that a credit in between counts in them and not in the holdings.
    const liens = await findLiens(parts.database, userId);
    const facts = lienFactsOf(parts, currencyId, holdings, liens);
    return withdrawableOf({ ...facts, available: AMOUNT_END });
  };
}
