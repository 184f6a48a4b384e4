/** Applies the rules of a pass: all in one round trip, or each on its own after one could not be applied. */
import type { Client } from 'pg';
import { sqlStateOf } from '../kit/db/transaction.ts';
import { textOf, type FaultRow, type Findings } from './verify-findings.ts';

/**
 * Errors that no row can cause, as classes of SQLSTATE: connection, transaction, resources, locks,
 * operator, system. They fail the whole pass.
 */
const NOT_OF_A_RULE = /^(?:08|40|53|55|57|58)/;
/** Rows that are named per rule; further ones are counted. */
const ROWS_NAMED_MAX = 20;

/** A rule with its statement. */
interface NamedRule {
  readonly name: string;
  readonly text: string;
}

/** Whether a row may have caused it, as one that cannot be read. */
export function isOfARule(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !NOT_OF_A_RULE.test(state);
}

const rowsNamed = (text: string): string => `
  select *, count(*) over () as rows_in_all
  from (${text}) found order by found::text limit ${ROWS_NAMED_MAX}`;

/** Adds the rows that one rule found. Two parts of a pass may come upon the same row. */
function note(rows: readonly FaultRow[], { faults }: Findings): void {
  for (const row of rows.map(textOf)) if (!faults.includes(row)) faults.push(row);
  const unnamed = Number(rows[0]?.rows_in_all ?? 0n) - rows.length;
  if (unnamed > 0) faults.push(`${rows[0]?.fault}: and ${unnamed} more rows`);
}

export class RuleRun {
  readonly #client: Client;
  /** Whether each rule has a savepoint of its own, after a rule could not be applied. */
  isCareful = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Applies rules in the transaction of the caller. */
  async find(rules: readonly NamedRule[], findings: Findings): Promise<void> {
    // The groups are many and small, so sorting takes less time and memory than hashing.
    await this.#client.query('set local enable_hashagg = off');
    if (!this.isCareful) {
      const texts = rules.map(({ text }) => rowsNamed(text)).join(';');
      // Several statements in one query have several results.
      const found: unknown = await this.#client.query(texts);
      for (const { rows } of [found].flat() as { rows: FaultRow[] }[]) note(rows, findings);
      return;
    }
    for (const { name, text } of rules)
      await this.alone(name, findings, async () =>
        note((await this.#client.query<FaultRow>(rowsNamed(text))).rows, findings),
      );
  }

  /**
   * Applies one rule on its own: an error of it, as by a row that cannot be read, does not stop the
   * others.
   */
  async alone(rule: string, { failures }: Findings, work: () => Promise<void>): Promise<void> {
    if (!this.isCareful) return work();
    await this.#client.query('savepoint rule');
    try {
      await work();
    } catch (error) {
      if (!isOfARule(error)) throw error;
      failures.push({ rule, error });
      await this.#client.query('rollback to savepoint rule');
    }
    await this.#client.query('release savepoint rule');
  }
}
