/**
 * One connection that verifies the ledger. Its temporary tables keep the sums of each account's
 * entries and of the postings' holds up to the last pass, so that the next pass only needs newer
 * rows. "Newer" is exact: entries of transactions that the snapshot of the last pass did not see.
 */
import { constants, setPriority } from 'node:os';
import { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { LIMITS } from '../../contract/limits.ts';
import { connectionOptions } from '../kit/db/database.ts';
import type { DatabaseAddress } from '../kit/db/database.ts';
import { sqlStateOf } from '../kit/db/transaction.ts';
import { faultsOf, textOf, type FaultRow, type Findings } from './verify-findings.ts';
import type { LedgerBook, RecordSpec } from './ledger-book.types.ts';
import { houseFlows, houseNotPosted } from './verify-house-rules.repo.ts';
import { rulesOf } from './verify-rules.repo.ts';
import type { Rule, Scope } from './verify-rule.types.ts';
import { TEMPORARY_TABLES } from './verify-tables.repo.ts';

/** Position of the last pass. */
interface Mark extends Omit<Scope, 'entries' | 'movements'> {
  /** `pg_snapshot` of that pass, as text. */
  readonly snapshot: string;
}

export interface Pass {
  readonly kind: 'full' | 'recent';
  /** Faults, each with the rule first and the rows; empty when all rules hold. */
  readonly faults: readonly string[];
  /** Number of entries that this pass added up. */
  readonly entries: number;
}

export interface VerifierSession {
  /**
   * Verifies everything in one snapshot. A rule that cannot be applied is the fault `rule_failed`.
   * @throws Error when the ledger cannot be judged: the connection is lost, or the schema is
   *   another version.
   */
  verifyAll(): Promise<Pass>;
  /**
   * Verifies the rows since the last pass, and compares every balance with its entries. It finds a
   * changed balance and an inserted entry, however old the movement of the entry. Of records that
   * were changed by hand long after, each pass compares the open ones, and {@link RECORDS_A_PASS}
   * others in turn. @throws as `verifyAll`.
   */
  verifyRecent(): Promise<Pass>;
  /**
   * The last pass saw all trades up to this one, and the next one reads only later ones; 0 when the
   * position is unknown.
   */
  readonly lastDealId: number;
  /** Calls back when the connection breaks; the session is unusable afterwards. */
  onLost(callback: (error: Error) => void): void;
  close(): Promise<void>;
}

/**
 * Errors that no row can cause, as classes of SQLSTATE: connection, transaction, resources, locks,
 * operator, system. They fail the whole pass.
 */
const NOT_OF_A_RULE = /^(?:08|40|53|55|57|58)/;
/** Longest wait of a pass for the lock to summarize new pages, and the error code after it. */
const SUMMARY_LOCK_MS_MAX = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Records of one table that a pass over new rows compares, besides open and changed ones. */
const RECORDS_A_PASS = 2_000;
/** Sums that are computed before the rules, and the rule that needs each. */
const RULES_OF_SUMS: ReadonlyMap<string, Rule> = new Map([['addUpHouse', houseNotPosted]]);
/** Rows that are named per rule; further ones are counted. */
const ROWS_NAMED_MAX = 20;
const EVERYTHING: Scope = {
  entries: 'ledger_entries',
  movements: 'ledger_movements',
  lastGeneral: 0n,
  lastSpot: 0n,
  lastDeal: 0n,
};
const NEW_ROWS = { entries: 'verify_entries', movements: 'verify_movements' };

export interface SessionOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Whether trading has priority: one PostgreSQL process, at low priority where possible. */
  readonly isBackground: boolean;
  readonly book: LedgerBook;
}

/** Connects. @throws Error when the database cannot be reached. */
export async function openVerifierSession(
  address: DatabaseAddress,
  { name, isBackground, book }: SessionOptions,
): Promise<VerifierSession> {
  const client = new Client(connectionOptions(address, name));
  let lost = (_error: Error): void => {
    // No caller listens yet; the current statement rejects as well.
  };
  client.on('error', (error) => lost(error));
  await client.connect();
  try {
    await client.query("set work_mem = '64MB'; set jit = off");
    if (isBackground) await stepBack(client, address);
    await client.query(TEMPORARY_TABLES);
  } catch (error) {
    await client.end();
    throw error;
  }
  const verifier = new Verifier(client, book);
  return {
    verifyAll: () => verifier.verifyAll(),
    verifyRecent: () => verifier.verifyRecent(),
    get lastDealId() {
      return verifier.lastDealId;
    },
    onLost: (callback) => (lost = callback),
    close: () => client.end(),
  };
}

async function stepBack(client: Client, address: DatabaseAddress): Promise<void> {
  await client.query('set max_parallel_workers_per_gather = 0');
  // A pass that waits for a locked table verifies nothing, so it should fail visibly.
  await client.query(`set lock_timeout = ${LIMITS.ledger_verify_interval_ms}`);
  if (!('socketFolder' in address)) return;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    // Not the lowest priority: a process that never runs again while it holds a lock would block
    // all others.
    setPriority(
      ensure(rows[0], 'process of the connection').pid,
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // The process belongs to another user, as when root may not run PostgreSQL, and keeps its
    // normal priority.
  }
}

class Verifier {
  readonly #client: Client;
  readonly #book: LedgerBook;
  readonly #rules: readonly Rule[];
  #mark: Mark | undefined;
  /** The last record of each table that was compared in turn. */
  readonly #comparedUpTo = new Map<string, bigint>();

  constructor(client: Client, book: LedgerBook) {
    this.#client = client;
    this.#book = book;
    this.#rules = rulesOf(book);
  }

  get lastDealId(): number {
    return Number(this.#mark?.lastDeal ?? 0n);
  }

  async verifyAll(): Promise<Pass> {
    this.#mark = undefined;
    await this.#client.query('truncate verify_balances, verify_house');
    return this.#pass('full', undefined);
  }

  async verifyRecent(): Promise<Pass> {
    if (this.#mark === undefined) return this.verifyAll();
    await this.#summarizeNewPages();
    return this.#pass('recent', this.#mark);
  }

  /**
   * Without a summary of the newest pages, PostgreSQL would read all of them to find new rows. That
   * is only slower, so this skips the summary while maintenance has locked the table's index.
   */
  async #summarizeNewPages(): Promise<void> {
    await this.#client.query('begin');
    try {
      await this.#client.query(`set local lock_timeout = ${SUMMARY_LOCK_MS_MAX}`);
      await this.#client.query("select brin_summarize_new_values('ledger_entries_transaction')");
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
  }

  async #pass(kind: Pass['kind'], since: Mark | undefined): Promise<Pass> {
    await this.#client.query('truncate verify_entries, verify_movements');
    await this.#client.query('begin isolation level repeatable read, read only');
    try {
      const mark = await this.#readMark();
      if (since !== undefined) await this.#takeNewRows(since);
      const scope = since === undefined ? EVERYTHING : { ...since, ...NEW_ROWS };
      const entries = await this.#addUp(scope.entries);
      const findings: Findings = { faults: [], failures: [] };
      await this.#alone('addUpHouse', findings, () => this.#addUpHouse(scope));
      // Without the sums of the exchange's trades with itself, its accounts would be reported as well.
      const unknown = findings.failures.map(({ rule }) => RULES_OF_SUMS.get(rule));
      const rules = this.#rules.filter((rule) => !unknown.includes(rule));
      await this.#applyRules(rules, scope, findings);
      for (const spec of this.#book.records) await this.#compareRecords(kind, spec, findings);
      const canContinue = findings.failures.length === 0 && !(await this.#hasForeignTransactions());
      await this.#client.query('commit');
      this.#mark = canContinue ? mark : undefined;
      return { kind, faults: faultsOf(findings), entries };
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #readMark(): Promise<Mark> {
    const { rows } = await this.#client.query<Record<keyof Mark, string>>(`
      select pg_current_snapshot()::text as "snapshot",
        (select coalesce(max(number), 0)::text from ledger_movements where journal = 1) as "lastGeneral",
        (select coalesce(max(number), 0)::text from ledger_movements where journal = 2) as "lastSpot",
        (select coalesce(max(id), 0)::text from spot_deals) as "lastDeal"`);
    const row = ensure(rows[0], 'the mark');
    return {
      snapshot: row.snapshot,
      lastGeneral: BigInt(row.lastGeneral),
      lastSpot: BigInt(row.lastSpot),
      lastDeal: BigInt(row.lastDeal),
    };
  }

  /** Copies the entries since the last pass, and their movements and new ones without entries. */
  async #takeNewRows({ snapshot, lastGeneral, lastSpot }: Mark): Promise<void> {
    // The planner does not know how few rows there are; the index on ranges of pages finds them.
    await this.#client.query('set local enable_seqscan = off');
    await this.#client.query(
      `insert into verify_entries
       select owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta
       from ledger_entries
       where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
         and not pg_visible_in_snapshot(transaction_id::text::xid8, $1::pg_snapshot)`,
      [snapshot],
    );
    await this.#client.query('set local enable_seqscan = on');
    await this.#client.query(
      `insert into verify_movements
       select * from ledger_movements where journal = 1 and number > $1
       union select * from ledger_movements where journal = 2 and number > $2
       union select movement.* from (select distinct journal, number from verify_entries) claimed
         join ledger_movements movement using (journal, number)`,
      [lastGeneral, lastSpot],
    );
  }

  async #addUp(relation: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: string }>(`
      with added as (
        select owner_id, account_type, currency_id, count(*) as count,
          sum(available_delta) as available, sum(frozen_delta) as frozen
        from ${relation} entry group by owner_id, account_type, currency_id
      ), stored as (
        insert into verify_balances as balance
        select owner_id, account_type, currency_id, available, frozen from added
        on conflict (owner_id, account_type, currency_id) do update
        set available = balance.available + excluded.available,
          frozen = balance.frozen + excluded.frozen
      )
      select coalesce(sum(count), 0)::text as count from added`);
    return Number(ensure(rows[0], 'the number of entries').count);
  }

  /**
   * Adds up the exchange's trades with itself, less the booked part; one writer orders both.
   */
  async #addUpHouse(scope: Scope): Promise<void> {
    await this.#client.query(
      `insert into verify_house as flow ${houseFlows(scope)}
       on conflict (owner_id, account_type, currency_id) do update
       set amount = flow.amount + excluded.amount`,
    );
  }

  async #applyRules(rules: readonly Rule[], scope: Scope, findings: Findings): Promise<void> {
    // The groups are many and small, so sorting takes less time and memory than hashing.
    await this.#client.query('set local enable_hashagg = off');
    for (const rule of rules)
      await this.#alone(rule.name, findings, () => this.#apply(rule, scope, findings));
  }

  #apply(rule: Rule, scope: Scope, findings: Findings): Promise<void> {
    return this.#find(rule(scope), findings);
  }

  async #find(text: string, { faults }: Findings): Promise<void> {
    const { rows } = await this.#client.query<FaultRow>(
      `select *, count(*) over () as rows_in_all
       from (${text}) found order by found::text limit ${ROWS_NAMED_MAX}`,
    );
    // Two parts of a pass may come upon the same row.
    for (const row of rows.map(textOf)) if (!faults.includes(row)) faults.push(row);
    const unnamed = Number(rows[0]?.rows_in_all ?? 0n) - rows.length;
    if (unnamed > 0) faults.push(`${rows[0]?.fault}: and ${unnamed} more rows`);
  }

  /** Compares records with their movements: all, or open and changed ones and the next in turn. */
  async #compareRecords(kind: Pass['kind'], spec: RecordSpec, findings: Findings): Promise<void> {
    const ids = kind === 'full' ? `(select id from ${spec.table})` : await this.#idsInTurn(spec);
    for (const rule of spec.rules)
      await this.#alone(rule.name, findings, () => this.#find(rule(ids), findings));
  }

  async #idsInTurn({ table, isOpen, ofMovements }: RecordSpec): Promise<string> {
    const after = this.#comparedUpTo.get(table) ?? 0n;
    const { rows } = await this.#client.query<{ last: string | null }>(
      `select max(id)::text as last from (
         select id from ${table} where id > $1 order by id limit ${RECORDS_A_PASS}
       ) next`,
      [after],
    );
    const last = BigInt(rows[0]?.last ?? 0);
    const { rows: behind } = await this.#client.query(
      `select from ${table} where id > $1 limit 1`,
      [last],
    );
    this.#comparedUpTo.set(table, behind.length === 0 ? 0n : last);
    const parts = [`select id from ${table} where id > ${after} and id <= ${last}`];
    if (isOpen !== null) parts.push(`select id from ${table} where ${isOpen}`);
    if (ofMovements !== null) parts.push(ofMovements(NEW_ROWS.movements));
    return `(${parts.join(' union ')})`;
  }

  /**
   * Applies one rule on its own: an error of it, as by a row that cannot be read, does not stop the
   * others.
   */
  async #alone(rule: string, { failures }: Findings, work: () => Promise<void>): Promise<void> {
    await this.#client.query('savepoint rule');
    try {
      await work();
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === undefined || NOT_OF_A_RULE.test(state)) throw error;
      failures.push({ rule, error });
      await this.#client.query('rollback to savepoint rule');
    }
    await this.#client.query('release savepoint rule');
  }

  /**
   * Returns whether entries name transactions that have not begun, as after a restore into another
   * cluster. New rows cannot be told apart then, and every pass has to be a full one.
   */
  async #hasForeignTransactions(): Promise<boolean> {
    const { rows } = await this.#client.query(`
      select from ledger_entries
      where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1`);
    return rows.length > 0;
  }
}
