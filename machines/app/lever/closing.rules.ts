/** Result of closing several positions in one step now. */
import type { Portfolio, PositionValue } from './lever-portfolio.ts';

/** Positions that are closed together. */
export type ClosingScope = 'all' | 'long' | 'short' | 'market';

/** The outcome at the marks of now. */
export interface ClosingPreview {
  readonly positions: readonly PositionValue[];
  /** Units; without the fees of nights. */
  readonly profit: bigint;
  readonly nights: bigint;
  /** Positions that wait for another mark, because this one is uncertain, or too uncertain for their costs. */
  readonly waiting: number;
}

/** @param marketId of the scope `market`; null leaves that scope empty. */
export function closingPreview(
  portfolio: Portfolio,
  scope: ClosingScope,
  marketId: number | null,
): ClosingPreview {
  const positions = [...portfolio.positions.values()].filter(({ order, market, isClosing }) => {
    // A closing position waits already.
    if (isClosing) return false;
    if (scope === 'market') return market.id === marketId;
    return scope === 'all' || order.direction === scope;
  });
  return {
    positions,
    profit: positions.reduce((sum, { profit }) => sum + profit, 0n),
    nights: positions.reduce((sum, { nights }) => sum + nights, 0n),
    waiting: positions.filter(({ closeDoubt }) => closeDoubt !== null).length,
  };
}
