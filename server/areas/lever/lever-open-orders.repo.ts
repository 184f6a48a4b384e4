/**
 * Reads all open contract orders for a start. There may be 100,000, so that their rows are read as arrays of the
 * columns that an open order has, which takes a third of the time.
 */
import { getTableColumns } from 'drizzle-orm';
import type { Client } from 'pg';
import { leverOrders } from '../../kit/db/schema/lever.ts';
import { leverOrderOf } from './lever-order-rows.ts';
import type { LeverOrderRow } from './lever-order-rows.ts';
import type { StoredLeverOrder } from './lever-store.types.ts';

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

/** Returns all open orders of all owners by id. */
export async function findOpenOrders(client: Client): Promise<StoredLeverOrder[]> {
  const { rows } = await client.query<(string | number | null)[]>({
    text: `select ${SELECTED.join(', ')} from lever_orders
      where state in ('pending', 'in_trading', 'closing') order by id`,
    rowMode: 'array',
  });
  return rows.map((values) => leverOrderOf(rowOf(values)));
}

function rowOf(values: readonly (string | number | null)[]): LeverOrderRow {
  const row: Record<string, string | number | bigint | null> = { ...NOT_ENDED };
  for (const [index, field] of READ.entries()) {
    const value = values[index] ?? null;
    row[field] = value !== null && AMOUNTS.has(field) ? BigInt(value) : value;
  }
  return row as unknown as LeverOrderRow;
}
