/**
 * Reads all open contract orders for a start. There may be 100,000, so that their rows are read as arrays of the
 * columns that an open order has, which takes a third of the time.
 */
import { getTableColumns } from 'drizzle-orm';
import type { Client } from 'pg';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import { leverOrders } from '../../kit/db/schema/lever.ts';
import { leverOrderOf, restoredOrderOf } from './lever-order-rows.ts';
import type { LeverOrderRow } from './lever-order-rows.ts';

const COLUMNS = getTableColumns(leverOrders);
type Field = keyof typeof COLUMNS;

/** Columns that are null before an order ends. */
const OF_ENDED = [
  'closeTicks',
  'closeMarkSeq',
  'closedAtMs',
  'profit',
  'nights',
  'settledAvailable',
  'settledDebt',
  'insured',
  'waived',
  'seenEquity',
  'seenMargin',
  'seenCover',
  'cancelReason',
] as const satisfies readonly Field[];
const NOT_ENDED = Object.fromEntries(OF_ENDED.map((field) => [field, null]));

const READ = (Object.keys(COLUMNS) as Field[]).filter((field) => !(field in NOT_ENDED));
const AMOUNTS: ReadonlySet<Field> = new Set(
  READ.filter((field) => COLUMNS[field].dataType === 'bigint'),
);
/** Whole numbers that a double holds exactly arrive as such. */
const SELECTED = READ.map((field) => {
  const { name, columnType } = COLUMNS[field];
  return columnType === 'PgBigInt53' ? `${name}::float8` : name;
});

type Value = string | number | null;

/**
 * Rows of one answer. It is short, and only the orders outlive it: garbage that lives long lies between them, and
 * its memory stays with the process.
 */
const ROWS_OF_FETCH = 1_000;

export interface OpenLeverOrders {
  /** By id, as memory has them. */
  readonly orders: LeverOrder[];
  /** The latest change of one of them; 0 without one. */
  readonly updatedAtMs: EpochMs;
}

/** Returns all open orders of all owners. */
export async function findOpenOrders(client: Client): Promise<OpenLeverOrders> {
  const orders: LeverOrder[] = [];
  let updatedAtMs = 0;
  const shared = new SharedValues();
  await client.query('begin');
  await client.query(`declare open_orders no scroll cursor for
    select ${SELECTED.join(', ')} from lever_orders
    where state in ('pending', 'in_trading', 'closing') order by id`);
  for (;;) {
    const text = `fetch ${ROWS_OF_FETCH} from open_orders`;
    const { rows } = await client.query<Value[]>({ text, rowMode: 'array' });
    for (const values of rows) {
      const order = leverOrderOf(rowOf(values, shared));
      updatedAtMs = Math.max(updatedAtMs, order.updatedAtMs);
      orders.push(restoredOrderOf(order));
    }
    if (rows.length < ROWS_OF_FETCH) break;
  }
  await client.query('commit');
  return { orders, updatedAtMs };
}

function rowOf(values: readonly Value[], shared: SharedValues): LeverOrderRow {
  const row: Record<string, string | number | bigint | null> = { ...NOT_ENDED };
  for (const [index, field] of READ.entries()) {
    const value = values[index] ?? null;
    if (typeof value !== 'string') row[field] = value;
    else if (AMOUNTS.has(field)) row[field] = shared.amount(value);
    else row[field] = field in TEXTS_OF_ONE ? value : shared.text(value);
  }
  return row as unknown as LeverOrderRow;
}

/** Texts that no two orders share. */
const TEXTS_OF_ONE = { idempotencyKey: true, requestId: true };
/** Number of amounts that are remembered: those of lots and zeros are among the first. */
const AMOUNTS_MAX = 1_000;

/** Values that many orders have, as one object each. */
class SharedValues {
  readonly #texts = new Map<string, string>();
  readonly #amounts = new Map<string, bigint>();

  text(value: string): string {
    const known = this.#texts.get(value);
    if (known === undefined) this.#texts.set(value, value);
    return known ?? value;
  }

  amount(value: string): bigint {
    const known = this.#amounts.get(value);
    if (known !== undefined) return known;
    const amount = BigInt(value);
    if (this.#amounts.size < AMOUNTS_MAX) this.#amounts.set(value, amount);
    return amount;
  }
}
