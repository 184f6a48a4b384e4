/** The fast contracts that ended, with their outcome. */
import type { MicroOutcome } from '../../../contract/figures/micro-settlement.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';

/** A fast contract that ended. */
export interface EndedMicroOrder {
  readonly order: MicroOrderInfo;
  readonly outcome: MicroOutcome;
}

/** returned: the stake came back. */
export type OutcomeFilter = 'all' | 'won' | 'lost' | 'returned';

const OUTCOMES: Readonly<Record<MicroOrderInfo['state'], MicroOutcome | null>> = {
  opening: null,
  open: null,
  won: 'won',
  lost: 'lost',
  drawn: 'drawn',
  voided: 'voided',
};

const PASSED: Readonly<Record<OutcomeFilter, readonly MicroOutcome[]>> = {
  all: ['won', 'lost', 'drawn', 'voided'],
  won: ['won'],
  lost: ['lost'],
  returned: ['drawn', 'voided'],
};

export const hasEnded = ({ state }: MicroOrderInfo): boolean => OUTCOMES[state] !== null;

/** Returns the ended ones of these orders that the filter lets through. */
export const endedOrders = (
  orders: readonly MicroOrderInfo[],
  filter: OutcomeFilter,
): readonly EndedMicroOrder[] =>
  orders.flatMap((order) => {
    const outcome = OUTCOMES[order.state];
    return outcome !== null && PASSED[filter].includes(outcome) ? [{ order, outcome }] : [];
  });
