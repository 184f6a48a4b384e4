/** Reads the hold of a withdrawal from the ledger. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Executor } from '../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../kit/db/named-statement.ts';
import { JOURNALS } from '../../ledger/chart.ts';
import { WITHDRAWAL, type WithdrawalRow } from './wallet-lifecycles.ts';

export interface FoundHold {
  /** The cause of the movement; see `holdCause`. */
  readonly cause: string;
  /** Units that the movement froze in the user's spot account. */
  readonly amount: bigint;
  /** Whether a posting releases or sends the amount. */
  readonly isEnded: boolean;
}

/** A withdrawal has one posting of `withdrawal.held`, for all terms: an index says so. */
const HOLD: NamedStatement = {
  name: 'withdrawal_hold',
  text: `
    select movement.cause_id as cause, entry.frozen_delta::text as amount,
      exists (
        select from spot_postings ended
        where ended.recipe in ('withdrawal.released', 'withdrawal.sent') and ended.cause_id = $1::text
      ) as "isEnded"
    from spot_postings posting
    join ledger_movements movement
      on movement.journal = ${JOURNALS.spot} and movement.number = posting.number
      and movement.recipe = posting.recipe and movement.cause_id = posting.cause_id
    join ledger_entries entry
      on entry.owner_id = $2::integer and entry.account_type = ${ACCOUNT_TYPES.spot}
      and entry.currency_id = $3::integer and entry.journal = movement.journal
      and entry.number = movement.number and entry.available_delta = -entry.frozen_delta
    where posting.recipe = 'withdrawal.held' and split_part(posting.cause_id, ':', 1) = $1::text`,
};

/** Undefined when no booked movement holds an amount of this user and currency for the withdrawal. */
export async function findHold(
  database: Executor,
  { id, userId, currencyId }: Pick<WithdrawalRow, 'id' | 'userId' | 'currencyId'>,
): Promise<FoundHold | undefined> {
  const { rows } = await executeNamed<Omit<FoundHold, 'amount'> & { readonly amount: string }>(
    database,
    HOLD,
    [String(id), userId, currencyId],
  );
  const row = rows[0];
  return row && { ...row, amount: BigInt(row.amount) };
}

/** A block may have a transaction that a lost database has signed; it is logged with the hash. */
const LOGGED: NamedStatement = {
  name: 'withdrawal_logged_hashes',
  text: `
    select distinct event ->> 'hash' as hash from lifecycle_events
    where kind = $1::text and id = $2::bigint and event ? 'hash'
      and event ->> 'type' in ('transaction.signed', 'transaction.replaced', 'transaction.confirmed',
        'transaction.failed')`,
};

/** Returns the hashes of all transactions that the log of the withdrawal has for its nonce. */
export async function findLoggedHashes(database: Executor, id: number): Promise<readonly string[]> {
  const { rows } = await executeNamed<{ readonly hash: string }>(database, LOGGED, [
    WITHDRAWAL.kind,
    id,
  ]);
  return rows.map(({ hash }) => hash);
}
