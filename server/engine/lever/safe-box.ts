/**
 * The safe box of an account: one price a market, so that the account stays above a ratio while no mark
 * reaches its price. The losses up to these prices add up to less than the slack of the account, so the
 * account need not be valued at each mark. The same box the other way shows when an account has recovered.
 */
import { divide } from '../../../contract/money/rounding.ts';
import type { NetExposure } from '../../../contract/figures/lever-account.ts';

/** falls: reached at this price or below it. rises: at it or above it. */
export interface BoxSide {
  readonly direction: 'falls' | 'rises';
  readonly ticks: number;
}

const WHOLE_PERCENT = 100n;
/** No mark is above it, and none below 1. */
const TICKS_END = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Returns the prices at which a ratio of `percent` can be reached by losses, in the order of the exposures;
 * null where no mark can reach it, and for a market without net exposure. With one such market the price is exact. @param equity above
 * `percent` of the margin.
 */
export function lossBoxOf(
  exposures: readonly NetExposure[],
  equity: bigint,
  margin: bigint,
  percent: number,
): readonly (BoxSide | null)[] {
  const slack = equity * WHOLE_PERCENT - margin * BigInt(percent);
  return boxOf(exposures, slack, 'loss');
}

/** Like {@link lossBoxOf}, for the profits after which the ratio can be above `percent`. @param equity at or below it. */
export function gainBoxOf(
  exposures: readonly NetExposure[],
  equity: bigint,
  margin: bigint,
  percent: number,
): readonly (BoxSide | null)[] {
  const lack = margin * BigInt(percent) - equity * WHOLE_PERCENT;
  return boxOf(exposures, lack, 'gain');
}

/** @param room hundredfold units that may be lost or won, not below zero. */
function boxOf(
  exposures: readonly NetExposure[],
  room: bigint,
  by: 'loss' | 'gain',
): readonly (BoxSide | null)[] {
  const values = exposures.map(
    ({ unitsPerTick, markTicks }) => sizeOf(unitsPerTick) * BigInt(markTicks),
  );
  const total = values.reduce((sum, value) => sum + value, 0n);
  return exposures.map((exposure, index) => {
    const value = values[index] ?? 0n;
    if (value === 0n) return null;
    const isAlone = value === total;
    const perTick = WHOLE_PERCENT * sizeOf(exposure.unitsPerTick);
    // One market has the whole room, and its price is exact. Shares of several are rounded down.
    const distance = isAlone
      ? divide(room, perTick, 'ceil')
      : divide(divide(room * value, total, 'floor'), perTick, 'floor');
    const isFall = exposure.unitsPerTick > 0n === (by === 'loss');
    const mark = BigInt(exposure.markTicks);
    const ticks = isFall ? mark - distance : mark + distance;
    if (ticks < 1n || ticks > TICKS_END) return null;
    return { direction: isFall ? 'falls' : 'rises', ticks: Number(ticks) };
  });
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
