/** The event log of an order as both sides read it: event, role, new state and time. */
import type { FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrderLogEntry } from '../../../../contract/fiat/fiat-order.ts';
import type { FiatOrderEvent } from '../../../../machines/domain/fiat/fiat-order.events.ts';
import { fiatOrderMachine } from '../../../../machines/domain/fiat/fiat-order.machine.ts';
import type { LoggedEvent } from '../../../kit/lifecycle/log-events.ts';
import { replayedSteps } from '../../../kit/lifecycle/replay-lifecycle.ts';
import { FIAT_ORDER, orderStateOf } from './order-lifecycle.ts';
import type { LogRow } from './order-reads.repo.ts';

/** The guard `canWithdraw` does not apply to logged events, because a later limit does not undo them. */
const AS_IT_HAPPENED = {
  ...FIAT_ORDER,
  machine: fiatOrderMachine.provide({ guards: { canWithdraw: () => true } }),
};

/** Returns entries, oldest first. @param taker the side that placed the order. */
export function timelineOf(log: readonly LogRow[], taker: FiatParty): FiatOrderLogEntry[] {
  // A migration to a newer machine is not an event of the order, and earlier entries stay valid.
  const happened = log.filter(({ event }) => (event as LoggedEvent).type !== 'lifecycle.migrated');
  return [...replayedSteps(AS_IT_HAPPENED, happened)].map(({ revision, atMs, event, state }) => ({
    revision,
    ...saidOf(event, taker),
    state: orderStateOf(state),
    at: atMs,
  }));
}

function saidOf(logged: LoggedEvent, taker: FiatParty): Pick<FiatOrderLogEntry, 'event' | 'by'> {
  switch (logged.type) {
    case 'lifecycle.started':
      return { event: 'started', by: taker };
    case 'lifecycle.delayPassed':
      return { event: 'deadline.passed', by: 'system' };
    default: {
      const { type, by } = logged as FiatOrderEvent;
      return { event: type, by: by.role };
    }
  }
}
