/** Formats the fields of a lifecycle's context for the console: amounts as decimals, not as units. */
import { formatUnits } from '../../../contract/money/decimal.ts';

/** Decimals of every currency in records. */
const SCALE = 18;

/** Context fields with amounts, in units as text. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'autoApproveBelow',
  'executedAmount',
  'executedQuantity',
  'fee',
  'inOrders',
  'minimum',
  'price',
  'quantity',
  'remaining',
  'reserved',
  'sold',
  'total',
  'value',
]);

/** Returns `1.5` for `rememberedText('total', '1500000000000000000')`. */
export function rememberedText(name: string, value: unknown): string {
  const isAmount = AMOUNTS.has(name) && typeof value === 'string' && /^\d+$/.test(value);
  return isAmount ? formatUnits(BigInt(value), SCALE) : String(value);
}
