/**
 * Moves of the ledger to another cluster or database, as by the restore of a backup. A cluster counts its own
 * transactions, so the state of the ledger at the move distinguishes rows from before it and after it.
 */
import { getTableName, sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor } from '../kit/db/database.ts';
import { ledgerMoves } from '../kit/db/schema/ledger.ts';
import { JOURNALS } from './chart.ts';
import { PLACE } from './ledger-guard.repo.ts';
import type { Mark } from './verify-rows.repo.ts';

const LEDGER_MOVES = getTableName(ledgerMoves);

const lastOf = (journal: number) =>
  `(select coalesce(max(number), 0) from ledger_movements where journal = ${journal})`;

/**
 * Stores a move when the ledger is not where it was last seen. The start of a server calls it before anything
 * is written there.
 */
export async function storeMove(database: Executor, now: EpochMs): Promise<void> {
  await database.execute(sql`
    insert into ${ledgerMoves} (place, snapshot, ceiling, last_general, last_spot, last_dealing, at_ms)
    select here.place, pg_current_snapshot()::text, txid_current(), ${sql.raw(lastOf(JOURNALS.general))},
      ${sql.raw(lastOf(JOURNALS.spot))}, ${sql.raw(lastOf(JOURNALS.dealing))}, ${now}
    from (select ${sql.raw(PLACE)} as place) here
    where exists (select from ledger_movements) and here.place is distinct from coalesce(
      (select place from ${ledgerMoves} order by id desc limit 1),
      (select place from ledger_guards order by id desc limit 1)
    )`);
}

/**
 * Returns the states of the ledger at its moves, oldest first; the last one when it came to its present place. None
 * when it was always there.
 */
export async function findMoves(client: Client): Promise<readonly Mark[]> {
  const { rows } = await client.query<{
    readonly snapshot: string;
    readonly ceiling: bigint;
    readonly last_general: bigint;
    readonly last_spot: bigint;
    readonly last_dealing: bigint;
  }>(`
    select snapshot, ceiling, last_general, last_spot, last_dealing from ${LEDGER_MOVES}
    where (select place from ${LEDGER_MOVES} order by id desc limit 1) = ${PLACE} order by id`);
  return rows.map((move) => ({
    snapshot: move.snapshot,
    ceiling: move.ceiling,
    lastGeneral: move.last_general,
    lastSpot: move.last_spot,
    lastDealing: move.last_dealing,
    lastDeal: 0n,
  }));
}

/** Returns the state of the ledger when it came to its present place; null when it was always there. */
export const findMove = async (client: Client): Promise<Mark | null> =>
  (await findMoves(client)).at(-1) ?? null;
