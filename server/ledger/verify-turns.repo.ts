/** Records that a pass compares with their movements: open and changed ones, and the next of each table in turn. */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import type { RecordSpec } from './ledger-book.types.ts';
import type { Scope } from './verify-rule.types.ts';

/** Records of one table that a pass over new rows compares, besides open and changed ones. */
const RECORDS_A_PASS = 2_000;

/** Records to compare: their rules, and a query of their ids in parentheses. */
interface Compared {
  readonly rules: RecordSpec['rules'];
  readonly ids: string;
  /** Whether a pass reads the whole table, so that the query is the same in all of them. */
  readonly isWholeTable: boolean;
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
    select id from ${table} where id > $${index + 1}::bigint order by id limit ${RECORDS_A_PASS}
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

/** Seals by table and id. */
type Seals = ReadonlyMap<string, string>;

/** All rules of the records of one table. */
export const rulesOfRecords = ({ rules, sealed }: RecordSpec): RecordSpec['rules'] => [
  ...rules,
  ...(sealed?.rules ?? []),
];

export class RecordTurns {
  readonly #client: Client;
  readonly #records: readonly RecordSpec[];
  /** The last record of each table that was compared in turn. */
  #comparedUpTo: ReadonlyMap<string, bigint> = new Map();
  /** Seals of the records whose rules held, and those that the present pass has read. */
  #seals: Seals = new Map();
  #nextSeals: Seals = new Map();

  constructor(client: Client, records: readonly RecordSpec[]) {
    this.#client = client;
    this.#records = records;
  }

  /** Position of the turns; set to an earlier one, the same records are compared again. */
  get position(): ReadonlyMap<string, bigint> {
    return this.#comparedUpTo;
  }

  set position(position: ReadonlyMap<string, bigint>) {
    this.#comparedUpTo = position;
  }

  all(): readonly Compared[] {
    this.#nextSeals = new Map();
    return this.#records.map((spec) => ({
      rules: rulesOfRecords(spec),
      ids: `(select id from ${spec.table})`,
      isWholeTable: true,
    }));
  }

  /** Keeps what the pass has read, after it was committed. @param isSound whether all rules of the pass held. */
  keep(isSound: boolean): void {
    this.#seals = isSound ? this.#nextSeals : new Map();
  }

  /** @param isFirst whether the pass is the first one of a start. */
  async next(scope: Scope, isFirst: boolean): Promise<readonly Compared[]> {
    const before = this.#comparedUpTo;
    const turns = this.#records.map((spec) => ({ spec, after: before.get(spec.table) ?? 0n }));
    // The text is the same in all passes, and planning takes most of its time.
    const text = turns.map(({ spec }, index) => turnOf(spec, index)).join(' union all ');
    const values = turns.map(({ after }) => after);
    const { rows } = await this.#client.query<Turn>({ name: 'verify_turns', text, values });
    const found = new Map(rows.map((row) => [row.of_table, row]));
    const ends = new Map<string, bigint>();
    this.#comparedUpTo = ends;
    const seals = new Map(isFirst ? [] : this.#seals);
    this.#nextSeals = seals;
    const compared: Compared[] = [];
    for (const { spec, after } of turns) {
      const turn = ensure(found.get(spec.table), spec.table);
      const last = turn.is_behind ? BigInt(turn.last ?? 0) : null;
      ends.set(spec.table, last ?? 0n);
      const isEmpty = after === 0n && turn.last === null;
      if (isEmpty) continue;
      const moved = spec.ofMovements?.(scope.movements) ?? null;
      const ids = idsOf(spec, { after, last, moved, isFirst });
      compared.push({ rules: spec.rules, ids, isWholeTable: after === 0n && last === null });
      if (spec.sealed === undefined) continue;
      const changed = await this.#takeSeals(spec.table, spec.sealed.seal(ids), seals);
      if (changed.length === 0) continue;
      const ofChanged = `(select unnest('{${changed.join()}}'::bigint[]) as id)`;
      compared.push({
        rules: spec.sealed.rules,
        ids: isFirst ? ids : ofChanged,
        isWholeTable: false,
      });
    }
    return compared;
  }

  /** Adds the seals of the records. @returns the ids of records whose seal is new */
  async #takeSeals(
    table: string,
    query: string,
    seals: Map<string, string>,
  ): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ id: string; seal: string }>(
      `select id::text, seal from (${query}) sealed`,
    );
    const changed = rows.filter(({ id, seal }) => seals.get(`${table} ${id}`) !== seal);
    for (const { id, seal } of changed) seals.set(`${table} ${id}`, seal);
    return changed.map(({ id }) => id);
  }
}
