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
import { houseFlows, houseNotPosted } from './verify-house-rules.repo.ts';
import { frozenNotReserved, VERIFIER_RULES } from './verify-rules.repo.ts';
import type { Rule, Scope } from './verify-rule.types.ts';

/** Position of the last pass. */
interface Mark extends Omit<Scope, 'entries'> {
  /** `pg_snapshot` of that pass, as text. */
  readonly snapshot: string;
}

interface FaultRow {
  readonly fault: string;
  readonly rows_in_all: bigint;
  readonly [column: string]: unknown;
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
   * changed balance and an inserted entry, however old the movement of the entry. An order's row
   * that was changed by hand long after is only found by `verifyAll`. @throws as `verifyAll`.
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

/** The results of one pass's rules. */
interface Findings {
  readonly faults: string[];
  /** Rules that could not be applied, with the error. */
  readonly failures: { readonly rule: string; readonly error: unknown }[];
}

/**
 * Errors that no row can cause, as classes of SQLSTATE: connection, transaction, resources, locks,
 * operator, system. They fail the whole pass.
 */
const NOT_OF_A_RULE = /^(?:08|40|53|55|57|58)/;
/**
 * A table or a column is missing or not readable, which happens if the schema is another version.
 */
const OF_THE_SCHEMA = /^42/;
/** Longest wait of a pass for the lock to summarize new pages, and the error code after it. */
const SUMMARY_LOCK_MS_MAX = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Sums that are computed before the rules, and the rule that needs each. */
const RULES_OF_SUMS: ReadonlyMap<string, Rule> = new Map([
  ['addUpHolds', frozenNotReserved],
  ['addUpHouse', houseNotPosted],
]);
/** Rows that are named per rule; further ones are counted. */
const ROWS_NAMED_MAX = 20;
const FROM_THE_BEGINNING = { lastGeneral: 0n, lastSpot: 0n, lastDeal: 0n };

const TEMPORARY_TABLES = `
  create temporary table verify_balances (
    owner_id integer, account_type smallint, currency_id integer,
    available numeric not null, frozen numeric not null,
    primary key (owner_id, account_type, currency_id)
  );
  create temporary table verify_holds (
    owner_id integer, currency_id integer, frozen numeric not null, primary key (owner_id, currency_id)
  );
  create temporary table verify_house (
    owner_id integer, account_type smallint, currency_id integer, amount numeric not null,
    primary key (owner_id, account_type, currency_id)
  );
  create temporary table verify_entries (
    owner_id integer, account_type smallint, currency_id integer,
    journal smallint, number bigint, available_delta numeric, frozen_delta numeric
  )`;

export interface SessionOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Whether trading has priority: one PostgreSQL process, at low priority where possible. */
  readonly isBackground: boolean;
}

/** Connects. @throws Error when the database cannot be reached. */
export async function openVerifierSession(
  address: DatabaseAddress,
  { name, isBackground }: SessionOptions,
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
  const verifier = new Verifier(client);
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
  #mark: Mark | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  get lastDealId(): number {
    return Number(this.#mark?.lastDeal ?? 0n);
  }

  async verifyAll(): Promise<Pass> {
    this.#mark = undefined;
    await this.#client.query('truncate verify_balances, verify_holds, verify_house');
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
    await this.#client.query('truncate verify_entries');
    await this.#client.query('begin isolation level repeatable read, read only');
    try {
      const mark = await this.#readMark();
      if (since !== undefined) await this.#takeNewEntries(since);
      const relation = since === undefined ? 'ledger_entries' : 'verify_entries';
      const entries = await this.#addUp(relation);
      const findings: Findings = { faults: [], failures: [] };
      const scope = { ...(since ?? FROM_THE_BEGINNING), entries: relation };
      await this.#alone('addUpHolds', findings, () => this.#addUpHolds(scope));
      await this.#alone('addUpHouse', findings, () => this.#addUpHouse(scope));
      // Without the sums of postings, every account with a hold would be reported as well. Without
      // those of the exchange's trades with itself, its accounts would be.
      const unknown = findings.failures.map(({ rule }) => RULES_OF_SUMS.get(rule));
      const rules = VERIFIER_RULES.filter((rule) => !unknown.includes(rule));
      await this.#applyRules(rules, scope, findings);
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

  async #takeNewEntries({ snapshot }: Mark): Promise<void> {
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
   * Adds up the holds of postings that were not released. The spot journal has no gaps, so its
   * numbers show the new ones.
   */
  async #addUpHolds({ lastSpot }: Pick<Scope, 'lastSpot'>): Promise<void> {
    await this.#client.query(
      `insert into verify_holds as held
       select entry.owner_id, entry.currency_id, sum(entry.frozen) from spot_postings posting
       cross join lateral jsonb_to_recordset(posting.entries)
         as entry (owner_id integer, currency_id integer, frozen numeric)
       where posting.number > $1 and entry.frozen <> 0
       group by entry.owner_id, entry.currency_id
       on conflict (owner_id, currency_id) do update set frozen = held.frozen + excluded.frozen`,
      [lastSpot],
    );
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

  async #apply(rule: Rule, scope: Scope, { faults }: Findings): Promise<void> {
    const { rows } = await this.#client.query<FaultRow>(
      `select *, count(*) over () as rows_in_all
       from (${rule(scope)}) found order by found::text limit ${ROWS_NAMED_MAX}`,
    );
    faults.push(...rows.map(textOf));
    const unnamed = Number(rows[0]?.rows_in_all ?? 0n) - rows.length;
    if (unnamed > 0) faults.push(`${rows[0]?.fault}: and ${unnamed} more rows`);
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

/** @throws Error of the first failure if there is no fault, and no row can have caused it. */
function faultsOf({ faults, failures }: Findings): readonly string[] {
  const [first] = failures;
  const isOfSchema = failures.every(({ error }) => OF_THE_SCHEMA.test(sqlStateOf(error) ?? ''));
  if (first !== undefined && faults.length === 0 && isOfSchema) throw first.error;
  const failed = failures.map(
    ({ rule, error }) =>
      `rule_failed: rule ${rule}, ${error instanceof Error ? error.message : String(error)}`,
  );
  return [...faults, ...failed];
}

function textOf({ fault, rows_in_all: _inAll, ...where }: FaultRow): string {
  const columns = Object.entries(where)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`);
  return `${fault}: ${columns.join(', ')}`;
}
