/** The hook of the risk of the contract account, from its machine. */
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import type { Portfolio, PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import { contractRiskMachine } from '../../../machines/domain/lever/contract-risk.machine.ts';

/** flat: no position. attention and danger: at or below a warning. stoppingOut: positions are closed. */
export type RiskLevel = 'flat' | 'calm' | 'attention' | 'danger' | 'stoppingOut';

interface RiskView {
  readonly level: RiskLevel;
  /** The positions without a live mark: of all nothing is closed, of some only the others are. */
  readonly missing: 'none' | 'some' | 'all';
}

const LEVELS = {
  flat: 'flat',
  calm: 'calm',
  waitingCalm: 'calm',
  attention: 'attention',
  waitingAttention: 'attention',
  danger: 'danger',
  waitingDanger: 'danger',
  stoppingOut: 'stoppingOut',
} as const;

/**
 * Returns how near the account is to its stop-out. A warning ends only when the ratio is clearly above its
 * threshold, so that the color does not flicker.
 */
export function useRiskLevel({ equity, margin, positions }: Portfolio): RiskView {
  const [snapshot, send] = useMachine(contractRiskMachine);
  const missing = missingOf(positions.values());
  const isWaiting = missing === 'all';
  const wasStoppingOut = snapshot.matches('stoppingOut');
  useEffect(() => {
    if (margin === 0n) {
      send({ type: 'positions.gone' });
      return;
    }
    // The server decides at its own marks; the account is measured again as long as it is open.
    if (wasStoppingOut) send({ type: 'positions.gone' });
    if (!isWaiting) send({ type: 'prices.live' });
    const measured = { equity: String(equity), margin: String(margin), isOwnDoing: true };
    send({ type: 'ratio.measured', ...measured });
    if (isWaiting) send({ type: 'prices.frozen' });
  }, [equity, margin, isWaiting, wasStoppingOut, send]);
  return { level: LEVELS[snapshot.value], missing };
}

function missingOf(positions: Iterable<PositionValue>): RiskView['missing'] {
  const live = new Set([...positions].map(({ isLive }) => isLive));
  if (!live.has(false)) return 'none';
  return live.has(true) ? 'some' : 'all';
}
