/** The parts of the donut: the largest holdings, and the rest of them together. */
import { formatUnits, parseUnits, SCALE_MAX } from '../../../../contract/money/decimal.ts';
import type { Account } from '../../../../contract/wallet/accounts.ts';

export interface HoldingShare {
  /** Null: all smaller holdings together. */
  readonly code: string | null;
  /** Equivalent, decimal text. */
  readonly equivalent: string;
  /** Millionths of the whole. */
  readonly sharePpm: number;
}

/** Number of named holdings; the others are one part. */
const NAMED = 5;
const PPM = 1_000_000n;

/** Returns the shares by currency, the largest first; empty if all equivalents are zero. */
export function holdingShares(accounts: readonly Account[]): readonly HoldingShare[] {
  const worth = new Map<string, bigint>();
  for (const { currency_code: code, equivalent } of accounts) {
    const units = parseUnits(equivalent ?? '0', SCALE_MAX) ?? 0n;
    if (units > 0n) worth.set(code, (worth.get(code) ?? 0n) + units);
  }
  const sorted = [...worth].toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  const whole = sorted.reduce((sum, [, units]) => sum + units, 0n);
  const share = (code: string | null, units: bigint): HoldingShare => ({
    code,
    equivalent: formatUnits(units, SCALE_MAX),
    sharePpm: Number((units * PPM) / whole),
  });
  const named = sorted.slice(0, NAMED).map(([code, units]) => share(code, units));
  const rest = sorted.slice(NAMED).reduce((sum, [, units]) => sum + units, 0n);
  return rest > 0n ? [...named, share(null, rest)] : named;
}
