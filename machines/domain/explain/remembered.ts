/** What a lifecycle remembers, as people read it: amounts as decimals, not as units. */
import { formatUnits } from '../../../contract/money/decimal.ts';

/** Decimals of every currency that records are kept in. */
const SCALE = 18;

/** Names under which machines keep amounts, in units as text. */
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

/** `rememberedText('total', '1500000000000000000')` is `1.5`. */
export function rememberedText(name: string, value: unknown): string {
  const isAmount = AMOUNTS.has(name) && typeof value === 'string' && /^\d+$/.test(value);
  return isAmount ? formatUnits(BigInt(value), SCALE) : String(value);
}
