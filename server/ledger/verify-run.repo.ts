/** Applies the rules of a pass: all in one round trip, or each on its own after one could not be applied. */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { sqlStateOf } from '../kit/db/transaction.ts';
import { textOf, type FaultRow, type Findings } from './verify-findings.ts';

/**
 * Errors that no row can cause, as classes of SQLSTATE: connection, transaction, resources, locks,
 * operator, system. They fail the whole pass.
 */
const NOT_OF_A_RULE = /^(?:08|40|53|55|57|58)/;
/** Rows that are named per fault of a rule; further ones are counted. */
const ROWS_NAMED_MAX = 20;

/**
 * Prepared statements of a session, each of which keeps its plan in memory; later rules are planned each time. The rules of
 * some passes have many texts, and leave room for the texts of all passes, which have two for each size, and four for few rows.
 */
const PREPARED_MAX = 48;
const PREPARED_WITH_RULES_OF_SOME_PASSES_MAX = 32;

/** A rule with its statement. */
export interface NamedRule {
  readonly name: string;
  readonly text: string;
  /** Whether the text is the same in other passes, so that it is prepared. */
  readonly isPrepared: boolean;
  /** Whether the rows of a pass decide that it is applied. */
  readonly isOfSomePasses: boolean;
}

/** Whether a row may have caused it, because it cannot be read. */
export function isOfARule(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !NOT_OF_A_RULE.test(state);
}

const rowsNamed = (text: string): string => `
  select * from (
    select *, count(*) over (partition by fault) as rows_in_all,
      row_number() over (partition by fault order by found::text) as row_place
    from (${text}) found
  ) named
  where row_place <= ${ROWS_NAMED_MAX} order by fault, row_place`;

/** Counts the rows that a rule finds. */
const countOf = ({ text }: NamedRule): string => `select count(*) from (${text}) found`;

/** Adds the rows that one rule found. Two parts of a pass may come upon the same row. */
function note(rows: readonly FaultRow[], { faults }: Findings): void {
  for (const row of rows.map(textOf)) if (!faults.includes(row)) faults.push(row);
  for (const { fault, rows_in_all, row_place } of rows) {
    const unnamed = Number(rows_in_all) - ROWS_NAMED_MAX;
    if (row_place === BigInt(ROWS_NAMED_MAX) && unnamed > 0)
      faults.push(`${fault}: and ${unnamed} more rows`);
  }
}

export class RuleRun {
  readonly #client: Client;
  /** Whether each rule has a savepoint of its own, after a rule could not be applied. */
  isCareful = false;
  /** The names of prepared statements by the sizes of their passes and by their texts. */
  readonly #prepared = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Applies rules in the transaction of the caller. @param size the plans of one size are not used for another. The
   * groups of rows of a start may be a million: sorting takes less memory than hashing. @returns the rules that are
   * broken or could not be applied
   */
  async find(
    rules: readonly NamedRule[],
    findings: Findings,
    size: number | 'of a start',
  ): Promise<ReadonlySet<NamedRule>> {
    if (size === 'of a start') await this.#client.query('set local enable_hashagg = off');
    if (!this.isCareful) {
      const prepared = rules.filter(({ isPrepared }) => isPrepared);
      const unknown = new Set([
        ...(await this.#notHolding(
          size,
          prepared.filter(({ isOfSomePasses }) => !isOfSomePasses),
          PREPARED_MAX,
        )),
        ...(await this.#notHolding(
          size,
          prepared.filter(({ isOfSomePasses }) => isOfSomePasses),
          PREPARED_WITH_RULES_OF_SOME_PASSES_MAX,
        )),
      ]);
      const others = rules.filter((rule) => !rule.isPrepared || unknown.has(rule));
      const applied = await this.#broken(others);
      if (applied.length === 0) return new Set();
      const results = await this.#results<FaultRow>(applied.map(({ text }) => rowsNamed(text)));
      for (const rows of results) note(rows, findings);
      return new Set(applied);
    }
    const broken = new Set<NamedRule>();
    for (const rule of rules) {
      const isApplied = await this.alone(rule.name, findings, async () => {
        const { rows } = await this.#client.query<FaultRow>(rowsNamed(rule.text));
        note(rows, findings);
        if (rows.length > 0) broken.add(rule);
      });
      if (!isApplied) broken.add(rule);
    }
    return broken;
  }

  /**
   * Counts what rules find whose texts never change, in one statement: planning them takes longer than applying
   * them. @returns the broken records, or all when too many statements are prepared
   */
  async #notHolding(
    size: number | 'of a start',
    rules: readonly NamedRule[],
    preparedMax: number,
  ): Promise<readonly NamedRule[]> {
    if (rules.length === 0) return [];
    const text = `select ${rules.map((rule) => `(${countOf(rule)})`).join(', ')}`;
    const key = `${size} ${text}`;
    const known = this.#prepared.get(key);
    if (known === undefined && this.#prepared.size >= preparedMax) return rules;
    const name = known ?? `verify_rules_${this.#prepared.size}`;
    this.#prepared.set(key, name);
    const { rows } = await this.#client.query<bigint[]>({ name, text, rowMode: 'array' });
    const counts = ensure(rows[0], 'the counts of the rules');
    return rules.filter((_, index) => counts[index] !== 0n);
  }

  /**
   * Returns the rules that find rows. To name the rows takes longer to plan. Each count is a statement of its own, which frees
   * its memory: at a start each may sort a million rows.
   */
  async #broken(rules: readonly NamedRule[]): Promise<readonly NamedRule[]> {
    if (rules.length === 0) return [];
    const results = await this.#results<{ count: bigint }>(rules.map(countOf));
    return rules.filter((_, index) => results[index]?.[0]?.count !== 0n);
  }

  /** Runs statements in one round trip. @returns the rows of each */
  async #results<Row>(texts: readonly string[]): Promise<readonly (readonly Row[])[]> {
    const found: unknown = await this.#client.query(texts.join(';'));
    return ([found].flat() as { rows: Row[] }[]).map(({ rows }) => rows);
  }

  /**
   * Applies one rule on its own: an error of it, as by a row that cannot be read, does not stop the
   * others. @returns whether it could be applied
   */
  async alone(rule: string, { failures }: Findings, work: () => Promise<void>): Promise<boolean> {
    if (!this.isCareful) {
      await work();
      return true;
    }
    const before = failures.length;
    await this.#client.query('savepoint rule');
    try {
      await work();
    } catch (error) {
      if (!isOfARule(error)) throw error;
      failures.push({ rule, error });
      await this.#client.query('rollback to savepoint rule');
    }
    await this.#client.query('release savepoint rule');
    return failures.length === before;
  }
}
