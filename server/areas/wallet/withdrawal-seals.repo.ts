/** Reads the facts that decide about the seal of a withdrawal. */
import { and, asc, eq, getTableName, gt } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../kit/db/named-statement.ts';
import { withdrawals, withdrawalsBeforeSeals } from '../../kit/db/schema/wallet.ts';
import { WITHDRAWAL, type WithdrawalRow } from './wallet-lifecycles.ts';

export interface SealFacts {
  readonly id: number;
  /** Units of USDT as text, from the first event of the log; null when that event is not a start. */
  readonly value: string | null;
  readonly autoApproveBelow: string | null;
  /** Whether the migration that added seals found the withdrawal open. */
  readonly isOlder: boolean;
}

const OLDER = getTableName(withdrawalsBeforeSeals);

/** The log and the list are append-only, and the role of the server may not add to the list. */
const FACTS: NamedStatement = {
  name: 'withdrawal_seal_facts',
  text: `
    select started.id, started.event -> 'input' ->> 'value' as value,
      started.event -> 'input' ->> 'autoApproveBelow' as "autoApproveBelow",
      exists (select from ${OLDER} where withdrawal_id = started.id) as "isOlder"
    from lifecycle_events started
    where started.kind = $1::text and started.id = any($2::bigint[]) and started.revision = 1`,
};

/** Returns the facts of the withdrawals that have a log, in any order. */
export async function findSealFacts(
  database: Executor,
  ids: readonly number[],
): Promise<readonly SealFacts[]> {
  const { rows } = await executeNamed<Omit<SealFacts, 'id'> & { readonly id: bigint }>(
    database,
    FACTS,
    [WITHDRAWAL.kind, ids],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Returns up to `count` withdrawals after a number that wait for an operator, oldest first. */
export function findInReview(
  database: Executor,
  { after, count }: { readonly after: number; readonly count: number },
): Promise<WithdrawalRow[]> {
  return database
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.phase, 'pending_review'), gt(withdrawals.id, after)))
    .orderBy(asc(withdrawals.id))
    .limit(count);
}
