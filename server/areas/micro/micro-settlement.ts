/** The settlement file of an order: all facts that decide it, for all callers who have its receipt. */
import type { IndexMinute } from '../../../contract/micro/index/price-index.ts';
import type { SettledResult, SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { MINUTE_MS, minuteOf, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import type { StoredMicroOrder } from './micro.types.ts';

/** An order without an opening price ends after so long. */
export const OPENING_MS = 2 * SECOND_MS;

interface SettlementParts {
  /** Public key of receipts and minutes, base64url. */
  readonly publicKey: string;
  /** Decimals of the stake's currency. */
  readonly scale: number;
  /** Signed minutes of an instrument that begin in a time, the oldest first. */
  readonly readMinutes: (
    of: Pick<StoredMicroOrder, 'instrument' | 'priceScale'>,
    fromMs: EpochMs,
    untilMs: EpochMs,
  ) => Promise<IndexMinute[]>;
}

export async function settlementFileOf(
  order: StoredMicroOrder,
  { publicKey, scale, readMinutes }: SettlementParts,
): Promise<SettlementFile> {
  const { receipt: text, signature, acceptedAtMs, expiresAtMs, settledAtMs } = order;
  const { logAtMs } = ensure(readReceipt(text), 'the receipt of an order');
  const endMs = expiresAtMs ?? acceptedAtMs + OPENING_MS;
  const untilMs = minuteOf(Math.max(endMs, settledAtMs ?? endMs)) + 2 * MINUTE_MS;
  const minutes = await readMinutes(order, minuteOf(logAtMs) - MINUTE_MS, untilMs);
  const last = minutes.findIndex((minute) => minute.last >= endMs);
  return {
    format: 'meridian-settlement/2',
    public_key: publicKey,
    receipt: { text, signature },
    result: resultOf(order, scale),
    minutes: last === -1 ? minutes : minutes.slice(0, last + 1),
  };
}

function resultOf(order: StoredMicroOrder, scale: number): SettledResult | null {
  const { state, payout, window } = order;
  if (state === 'opening' || state === 'open') return null;
  return {
    outcome: state,
    opened_at: order.openedAtMs,
    open_ticks: order.openTicks,
    expires_at: order.expiresAtMs,
    sum: window?.sum ?? null,
    count: window?.count ?? null,
    payout: formatUnits(ensure(payout, 'the payout of an ended order'), scale),
  };
}
