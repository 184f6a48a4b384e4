/**
 * Records that a pass compares with their movements: open and written ones, and the next of each table in turn. Records
 * of a turn with a broken rule are compared again by each pass until all of its rules hold.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import type { RecordSpec } from './ledger-book.types.ts';
import { idsOfAll } from './verify-causes.repo.ts';
import type { Scope } from './verify-rule.types.ts';
import { WrittenRecords, type WrittenLimits } from './verify-written.repo.ts';

/** Records of one table that a pass over new rows compares, besides open and changed ones. */
const RECORDS_A_PASS = 2_000;
const RECORDS_A_BUSY_PASS = 1_000;
/** Turns of one table with broken rules that each pass compares again. With more of them, no further turn begins. */
const BROKEN_TURNS_MAX = 3;

/** Records to compare: their rules, and a query of their ids in parentheses. */
export interface Compared {
  readonly rules: RecordSpec['rules'];
  readonly ids: string;
  /** Whether a pass reads the whole table, so that the query is the same in all of them. */
  readonly isWholeTable: boolean;
  /** The turn that they are of. */
  readonly turn: ComparedTurn | null;
}

/** Records of a table that each pass compares again while one of their rules is broken. */
interface ComparedTurn {
  readonly table: string;
  /** Query in parentheses. */
  readonly ids: string;
}

/** Progress over all tables. */
interface Position {
  /** The last record of each table that was compared in turn. */
  readonly comparedUpTo: ReadonlyMap<string, bigint>;
  /** The turns of each table that are compared again, by their ids. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
}

/** The next records of a table. */
interface Turn {
  readonly of_table: string;
  /** The last one of this turn; null without one. */
  readonly last: string | null;
  /** Whether there are further ones. */
  readonly is_behind: boolean;
}

const turnOf = ({ table }: RecordSpec, index: number): string => `
  select '${table}' as of_table, turn.last::text,
    exists (select from ${table} where id > turn.last) as is_behind
  from (select max(id) as last from (
    select id from ${table} where id > $${index + 2}::bigint order by id limit $1
  ) ids) turn`;

/** The ids of one turn. */
interface TurnIds {
  readonly after: bigint;
  /** Null: to the end of the table. */
  readonly last: bigint | null;
  /** Query with the ids of records that new movements belong to; null where a rule finds them. */
  readonly moved: string | null;
  /** Whether the pass is the first one of a start. */
  readonly isFirst: boolean;
}

function idsOf(
  { table, isOpen, areManyOpen }: RecordSpec,
  { after, last, moved, isFirst }: TurnIds,
): string {
  const upTo = last === null ? '' : ` and id <= ${last}`;
  const parts = [`select id from ${table} where id > ${after}${upTo}`];
  if (isOpen !== null && (isFirst || areManyOpen !== true))
    parts.push(`select id from ${table} where ${isOpen}`);
  if (moved !== null) parts.push(moved);
  return `(${parts.join(' union ')})`;
}

/** The pass for which records are chosen. */
interface NewRows {
  /** Its snapshot, as text. */
  readonly snapshot: string;
  /** Whether it reads less of the past, see `BusyPasses`. */
  readonly isBusy: boolean;
  /** Whether it is the first one of a start. */
  readonly isFirst: boolean;
}

/** Digests by table and id. */
type Digests = ReadonlyMap<string, string>;

/** All rules of the records of one table. */
export const rulesOfRecords = ({ rules, digested }: RecordSpec): RecordSpec['rules'] => [
  ...rules,
  ...(digested?.rules ?? []),
];

export class RecordTurns {
  readonly #client: Client;
  readonly #records: readonly RecordSpec[];
  readonly #written: WrittenRecords;
  #position: Position = { comparedUpTo: new Map(), broken: new Map() };
  /** The last records of the present pass; null for a pass over all of them. */
  #nextUpTo: Position['comparedUpTo'] | null = null;
  /** Tables whose last record was compared at least once. */
  readonly #turned = new Set<string>();
  /** Hashes of records whose rules held in the last pass, and of records that the present pass has read. */
  #digests: Digests = new Map();
  #nextDigests: Digests = new Map();
  /** Parts of `verify_records` in the present pass. */
  #parts = 0;

  constructor(client: Client, records: readonly RecordSpec[], limits: WrittenLimits = {}) {
    this.#client = client;
    this.#records = records;
    this.#written = new WrittenRecords(client, records, limits);
  }

  /** All records that were written before this snapshot were compared; null before the first pass. */
  get searchedUpTo(): string | null {
    return this.#written.searchedUpTo;
  }

  /** Passes of one search for written records. */
  get passes(): number {
    return this.#written.passes;
  }

  /** Whether each record has had its turn since the begin of the session. */
  get hasTurned(): boolean {
    return this.#records.every(({ table }) => this.#turned.has(table));
  }

  /** All records. Planning the rules of an empty table takes as long as of another. @param snapshot of the pass, as text */
  async all(snapshot: string): Promise<readonly Compared[]> {
    this.#written.restart(snapshot);
    this.#nextDigests = new Map();
    this.#nextUpTo = null;
    const filled = await this.#filledTables();
    return this.#records
      .filter(({ table }) => filled.has(table))
      .map((spec) => ({
        rules: rulesOfRecords(spec),
        ids: idsOfAll(spec.table),
        isWholeTable: true,
        turn: null,
      }));
  }

  async #filledTables(): Promise<ReadonlySet<string>> {
    const text = this.#records
      .map(({ table }) => `select '${table}' as of_table where exists (select from ${table})`)
      .join(' union all ');
    const { rows } = await this.#client.query<{ of_table: string }>({
      name: 'verify_filled',
      text,
    });
    return new Set(rows.map(({ of_table }) => of_table));
  }

  /**
   * Keeps what the pass has read, after it was committed. @param isConsistent whether all rules of the pass held.
   * @param broken the records whose rules did not hold
   */
  keep(isConsistent: boolean, broken: readonly Compared[]): void {
    this.#digests = isConsistent ? this.#nextDigests : new Map();
    if (this.#nextUpTo === null) {
      this.#written.keep();
      for (const { table } of this.#records) this.#turned.add(table);
      if (isConsistent) this.#position = { ...this.#position, broken: new Map() };
      return;
    }
    const turns = new Map<string, readonly string[]>();
    for (const { turn } of broken) {
      if (turn === null) continue;
      const known = turns.get(turn.table) ?? [];
      if (!known.includes(turn.ids)) turns.set(turn.table, [...known, turn.ids]);
    }
    const areTooMany = [...turns.values()].some((ids) => ids.length > BROKEN_TURNS_MAX);
    if (areTooMany) {
      this.#position = { ...this.#position, broken: this.#stillBroken(turns) };
      return;
    }
    this.#written.keep();
    this.#position = { comparedUpTo: this.#nextUpTo, broken: turns };
    for (const [table, last] of this.#nextUpTo) if (last === 0n) this.#turned.add(table);
  }

  /** The broken turns without new ones, whose records the next pass compares in the same turns. */
  #stillBroken(turns: Position['broken']): Position['broken'] {
    const known = [...this.#position.broken];
    return new Map(
      known.map(([table, ids]) => [table, ids.filter((each) => turns.get(table)?.includes(each))]),
    );
  }

  async next(scope: Scope, { snapshot, isBusy, isFirst }: NewRows): Promise<readonly Compared[]> {
    await this.#written.search(snapshot, isBusy);
    this.#parts = 0;
    const { comparedUpTo, broken } = this.#position;
    const turns = this.#records.map((spec) => ({
      spec,
      after: comparedUpTo.get(spec.table) ?? 0n,
    }));
    // The text is the same in all passes, and planning takes most of its time.
    const text = turns.map(({ spec }, index) => turnOf(spec, index)).join(' union all ');
    const limit = isBusy ? RECORDS_A_BUSY_PASS : RECORDS_A_PASS;
    const values = [limit, ...turns.map(({ after }) => after)];
    const { rows } = await this.#client.query<Turn>({ name: 'verify_turns', text, values });
    const found = new Map(rows.map((row) => [row.of_table, row]));
    const ends = new Map<string, bigint>();
    this.#nextUpTo = ends;
    const digests = new Map(isFirst ? [] : this.#digests);
    this.#nextDigests = digests;
    const compared: Compared[] = [];
    for (const { spec, after } of turns) {
      const { table } = spec;
      const next = ensure(found.get(table), table);
      const last = next.is_behind ? BigInt(next.last ?? 0) : null;
      ends.set(table, last ?? 0n);
      const isEmpty = after === 0n && next.last === null;
      if (isEmpty) continue;
      const moved = spec.ofMovements?.(scope.movements) ?? null;
      const isWholeTable = after === 0n && last === null;
      const chosen = idsOf(spec, { after, last, moved, isFirst });
      const ids = isWholeTable ? chosen : await this.#copied(spec, chosen);
      // It has an end, so that it does not grow with the table while a rule is broken.
      const turn = turnOfIds(table, after, next.last ?? String(after));
      if (ids !== null) compared.push({ rules: spec.rules, ids, isWholeTable, turn });
      if (!isWholeTable) {
        compared.push(...(await this.#ofWritten(spec, [moved, spec.comparedByRules?.(scope)])));
        const others = broken.get(table)?.filter((each) => each !== turn.ids) ?? [];
        compared.push(...others.map((each) => ofTurn(spec, { table, ids: each })));
      }
      if (spec.digested === undefined || ids === null) continue;
      const query = spec.digested.digest(ids);
      const changed = await this.#takeDigests(
        { table, query, isKept: isWholeTable && !isFirst },
        digests,
      );
      if (changed.length === 0) continue;
      compared.push({
        rules: spec.digested.rules,
        ids: isFirst ? ids : `(${idsIn(changed)})`,
        isWholeTable: false,
        turn,
      });
    }
    return compared;
  }

  /** The written records of a table. @param others queries of records that the pass compares anyway */
  async #ofWritten(
    spec: RecordSpec,
    others: readonly (string | null | undefined)[],
  ): Promise<readonly Compared[]> {
    const written = this.#written.of(spec);
    if (written.length === 0) return [];
    const all = idsIn(written);
    const known = others.filter((each) => typeof each === 'string');
    const alone = `(${[all, ...known.map((each) => `(${each})`)].join(' except ')})`;
    const ids = await this.#copied(spec, alone);
    return ids === null ? [] : [ofTurn(spec, { table: spec.table, ids: `(${all})` }, ids)];
  }

  /** Copies ids that several rules read. @returns a query of the copies, or `ids`, in parentheses; null without any */
  async #copied({ areIdsCopied }: RecordSpec, ids: string): Promise<string | null> {
    if (areIdsCopied !== true) return ids;
    this.#parts += 1;
    const { rowCount } = await this.#client.query(
      `insert into verify_records select ${this.#parts}, id from ${ids} ids where id is not null`,
    );
    return rowCount === 0 ? null : `(select id from verify_records where part = ${this.#parts})`;
  }

  /** Adds the digests of the records. @returns the ids of records whose digest is new */
  async #takeDigests(
    { table, query, isKept }: DigestQuery,
    digests: Map<string, string>,
  ): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ id: string; digest: string }>({
      text: `select id::text, digest from (${query}) digested`,
      ...(isKept && { name: `verify_digests_of_${table}` }),
    });
    const changed = rows.filter(({ id, digest }) => digests.get(`${table} ${id}`) !== digest);
    for (const { id, digest } of changed) digests.set(`${table} ${id}`, digest);
    return changed.map(({ id }) => id);
  }
}

/** Query of the digests of records. */
interface DigestQuery {
  readonly table: string;
  readonly query: string;
  /** Whether it is the same in other passes, so that its plan is kept. */
  readonly isKept: boolean;
}

const idsIn = (ids: readonly string[]): string =>
  `select unnest('{${ids.join()}}'::bigint[]) as id`;

const turnOfIds = (table: string, after: bigint, last: string): ComparedTurn => ({
  table,
  ids: `(select id from ${table} where id > ${after} and id <= ${last})`,
});

/** Records with all of their rules. @param ids query in parentheses, if fewer have to be compared in this pass. */
const ofTurn = (spec: RecordSpec, turn: ComparedTurn, ids = turn.ids): Compared => ({
  rules: rulesOfRecords(spec),
  ids,
  isWholeTable: false,
  turn,
});
