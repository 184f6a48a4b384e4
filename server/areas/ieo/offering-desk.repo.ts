/** Statements of operators on all offerings, drafts too, and on the tokens behind them. */
import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { ieoOfferings } from '../../kit/db/schema/ieo.ts';
import { ledgerAccounts } from '../../kit/db/schema/ledger.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import type { OfferingRow } from './ieo.types.ts';

/** Returns all offerings with the drafts, the newest first. */
export const findOfferings = (database: Executor): Promise<OfferingRow[]> =>
  database.select().from(ieoOfferings).orderBy(desc(ieoOfferings.id));

/** Returns the currencies of the tokens that an offering has distributed. */
export async function findDistributedTokens(database: Executor): Promise<readonly number[]> {
  const rows = await database
    .selectDistinct({ currencyId: ieoOfferings.tokenCurrencyId })
    .from(ieoOfferings)
    .where(eq(ieoOfferings.phase, 'ended'));
  return rows.map(({ currencyId }) => currencyId);
}

/** Units of the tokens of one currency. */
interface OfferingTokens {
  /** They are set aside for no offering. */
  readonly free: bigint;
  readonly promised: bigint;
}

/** Returns the tokens that issuers handed in, by currency; a currency without any is left out. */
export async function findOfferingTokens(
  database: Executor,
): Promise<ReadonlyMap<number, OfferingTokens>> {
  const rows = await database
    .select({
      currencyId: ledgerAccounts.currencyId,
      free: ledgerAccounts.available,
      promised: ledgerAccounts.frozen,
    })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.ownerId, OWNERS.house),
        eq(ledgerAccounts.accountType, HOUSE_ACCOUNTS.ieoTokens),
      ),
    );
  return new Map(rows.map(({ currencyId, ...tokens }) => [currencyId, tokens]));
}
