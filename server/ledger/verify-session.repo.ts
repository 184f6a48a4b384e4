/**
 * One connection that verifies the books. It keeps, in temporary tables of its own, what each account's
 * entries add up to, and what postings hold, as far as it has looked: the next pass needs only what came after.
 * What "after" means is exact: entries of transactions that the snapshot of the last pass did not see.
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

/** How far the last pass has looked. */
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
  /** What is wrong, rule first, rows named; empty when all holds. */
  readonly faults: readonly string[];
  /** Entries that were added up in this pass. */
  readonly entries: number;
}

export interface VerifierSession {
  /**
   * Adds up everything, in one snapshot. A rule that cannot be applied is the fault `rule_failed`.
   * @throws Error when nothing can be said of the books: the connection is lost, the schema is another one.
   */
  verifyAll(): Promise<Pass>;
  /**
   * Adds up what is new since the last pass, and compares every balance with the result: finds a
   * changed balance and an inserted entry, however old the movement it claims to belong to. A row of
   * an order that was changed by hand long after is found by `verifyAll` alone. @throws as `verifyAll`.
   */
  verifyRecent(): Promise<Pass>;
  /** The last pass saw all deals up to this one, and the next one looks only at those after it; 0 where it looks at all. */
  readonly lastDealId: number;
  /** Calls back when the connection breaks; the session is of no use afterwards. */
  onLost(callback: (error: Error) => void): void;
  close(): Promise<void>;
}

/** What the rules of one pass came to. */
interface Findings {
  readonly faults: string[];
  /** Rules that could not be applied, and why. */
  readonly failures: { readonly rule: string; readonly error: unknown }[];
}

/**
 * What rows have no part in, as classes of SQLSTATE: connection, transaction, resources, locks, operator,
 * system. The pass has failed then, whatever its rules would have found.
 */
const NOT_OF_A_RULE = /^(?:08|40|53|55|57|58)/;
/** A table or a column that is missing or closed to the verifier: so is it where the schema is of another version. */
const OF_THE_SCHEMA = /^42/;
/** How long a pass waits for the lock that summarizing new pages takes, and what it is told when that was in vain. */
const SUMMARY_LOCK_MS_MAX = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** What is added up before rules are applied, and the rule that needs it. */
const RULES_OF_SUMS: ReadonlyMap<string, Rule> = new Map([
  ['addUpHolds', frozenNotReserved],
  ['addUpHouse', houseNotPosted],
]);
/** Rows of one rule that are named; the others are counted. */
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
  /** Whether those who trade come first: one process of PostgreSQL, at low priority where that is possible. */
  readonly isBackground: boolean;
}

/** Connects. @throws Error when the database cannot be reached. */
export async function openVerifierSession(
  address: DatabaseAddress,
  { name, isBackground }: SessionOptions,
): Promise<VerifierSession> {
  const client = new Client(connectionOptions(address, name));
  let lost = (_error: Error): void => {
    // Nobody listens yet: the statement under way rejects as well.
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
  // A pass that waits for a table that somebody has locked verifies nothing: better that it is known to fail.
  await client.query(`set lock_timeout = ${LIMITS.ledger_verify_interval_ms}`);
  if (!('socketFolder' in address)) return;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    // Not the lowest: a process that never runs again while it holds a lock would hold up all others.
    setPriority(
      ensure(rows[0], 'process of the connection').pid,
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // It belongs to another user, as where root may not run PostgreSQL: it stays as quick as the others.
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
   * Without a summary of the newest pages PostgreSQL would read all of them to find what is new. That is
   * slower, not wrong: while somebody maintains the table, which keeps others from its index, it waits.
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
      // Without what postings hold, whoever has something held would be named as well; so with the house.
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
    // The planner does not know how few there are; the index on ranges of pages finds them.
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

  /** What postings have frozen and not given back: the spot journal has no gaps, so its numbers say which are new. */
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

  /** What deals of the house come to, less what was booked of it: both come in the order of the one writer. */
  async #addUpHouse(scope: Scope): Promise<void> {
    await this.#client.query(
      `insert into verify_house as flow ${houseFlows(scope)}
       on conflict (owner_id, account_type, currency_id) do update
       set amount = flow.amount + excluded.amount`,
    );
  }

  async #applyRules(rules: readonly Rule[], scope: Scope, findings: Findings): Promise<void> {
    // Their groups are many and small: sorting them takes less time and memory than hashing.
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

  /** What breaks one rule, as a row that cannot be read, does not keep the others from being applied. */
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
   * Whether entries claim transactions that have not begun, as after a restore into another cluster:
   * what is new cannot be told by them, and every pass has to be a full one.
   */
  async #hasForeignTransactions(): Promise<boolean> {
    const { rows } = await this.#client.query(`
      select from ledger_entries
      where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1`);
    return rows.length > 0;
  }
}

/** @throws Error of the first failure where there is nothing else, and no row can have caused it. */
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
