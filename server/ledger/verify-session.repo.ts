/** Opens the connection that verifies the ledger. */
import { Client } from 'pg';
import { LIMITS } from '../../contract/limits.ts';
import { lowerPriority } from '../kit/db/background-database.ts';
import { connectionOptions } from '../kit/db/database.ts';
import type { DatabaseAddress } from '../kit/db/database.ts';
import type { LedgerBook } from './ledger-book.types.ts';
import type { LedgerGuard } from './ledger-guard.repo.ts';
import { Verifier, type Pass, type Settled, type VerifierLimits } from './verifier.repo.ts';
import { TEMPORARY_TABLES } from './verify-tables.repo.ts';

export interface VerifierSession {
  /**
   * Verifies everything: the rows after the closed ranges and all records in one snapshot, then each
   * closed range in one of its own. A rule that cannot be applied is the fault `rule_failed`.
   * @throws Error when the ledger cannot be judged: the connection is lost, or the schema is
   *   another version.
   */
  verifyAll(): Promise<Pass>;
  /**
   * Like `verifyAll`, but of closed ranges and old records it compares the next ones in turn, as
   * `verifyRecent` does. Its cost does not grow with the past. @throws as `verifyAll`.
   */
  verifyOpen(): Promise<Pass>;
  /**
   * Verifies the rows since the last pass, and compares each balance that was written since with its entries, and
   * others in turn. It finds a changed balance, and a row that was written into the past, however old its number.
   * Each pass compares the open records, those whose rows were written since, and others in turn, so that it finds late
   * changes by hand. Each pass reads
   * the next part of a closed range; it compares as many ranges as fit when the append-only tables were unprotected.
   * @throws as `verifyAll`.
   */
  verifyRecent(): Promise<Pass>;
  /**
   * The last pass saw all trades up to this one, and the next one reads only later ones; 0 when the
   * position is unknown.
   */
  readonly lastDealId: number;
  /** The numbers up to which the journals are verified and final: ranges may be closed up to them. */
  readonly settled: Settled;
  /**
   * Passes of one search for balances and records that were changed by hand: 1, or more in a ledger with more than about
   * a million accounts or 32 MB of one kind of records. A change behind the search is found in the next one.
   */
  readonly searchPasses: number;
  /** All records that were written before this snapshot were compared; null before the first pass. */
  readonly searchedUpTo: string | null;
  /** A new guard of the append-only tables to store; null when there is none. */
  readonly newGuard: LedgerGuard | null;
  /**
   * The ranges up to this one are as they were closed: the caller knew them at the begin, they were compared since, or
   * {@link noteClosed} has named them.
   */
  readonly knownRange: number;
  /** Notes the ranges that the caller has closed, `count` of them up to `head`. */
  noteClosed(head: number, count: number): void;
  /** Whether this session has compared all records once, and all ranges that it compares before others. */
  readonly hasLookedEverywhere: boolean;
  /** Calls back when the connection breaks; the session is unusable afterwards. */
  onLost(callback: (error: Error) => void): void;
  close(): Promise<void>;
}

interface SessionOptions extends VerifierLimits {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Whether trading has priority: one PostgreSQL process, at low priority where possible. */
  readonly isBackground: boolean;
  readonly book: LedgerBook;
}

/** Connects. @throws Error when the database cannot be reached. */
export async function openVerifierSession(
  address: DatabaseAddress,
  { name, isBackground, book, ...limits }: SessionOptions,
): Promise<VerifierSession> {
  const client = new Client(connectionOptions(address, name));
  let lost = (_error: Error): void => {
    // No caller listens yet; the current statement rejects as well.
  };
  client.on('error', (error) => lost(error));
  await client.connect();
  try {
    if (isBackground) await stepBack(client, address);
    await prepareForPasses(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const verifier = new Verifier(client, book, limits);
  return {
    verifyAll: () => verifier.verifyAll(),
    verifyOpen: () => verifier.verifyOpen(),
    verifyRecent: () => verifier.verifyRecent(),
    get lastDealId() {
      return verifier.lastDealId;
    },
    get settled() {
      return verifier.settled;
    },
    get searchPasses() {
      return verifier.searchPasses;
    },
    get searchedUpTo() {
      return verifier.searchedUpTo;
    },
    get newGuard() {
      return verifier.newGuard;
    },
    get knownRange() {
      return verifier.knownRange;
    },
    noteClosed: (head, count) => verifier.noteClosed(head, count),
    get hasLookedEverywhere() {
      return verifier.hasLookedEverywhere;
    },
    onLost: (callback) => (lost = callback),
    close: () => client.end(),
  };
}

/** Sets a new connection up for a {@link Verifier}: the settings of the planner and the temporary tables. */
export async function prepareForPasses(client: Client): Promise<void> {
  // Rows that a pass finds by key are new and in memory, and reading whole tables takes longer.
  await client.query(`
    set work_mem = '64MB'; set temp_buffers = '64MB'; set jit = off; set random_page_cost = 1.1;
    set plan_cache_mode = force_generic_plan`);
  await client.query(TEMPORARY_TABLES);
}

async function stepBack(client: Client, address: DatabaseAddress): Promise<void> {
  await client.query('set max_parallel_workers_per_gather = 0');
  // A pass that waits for a locked table verifies nothing, so it should fail visibly.
  await client.query(`set lock_timeout = ${LIMITS.ledger_verify_interval_ms}`);
  await lowerPriority(client, address);
}
