/** Fast contracts as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { MICRO_ORDER_EVENTS, MICRO_ORDER_ROLES } from './micro-order.events.ts';
import { microOrderMachine } from './micro-order.machine.ts';

/** Sums of a window of one point, less its opening price. */
const DISTANCES = [1, 0, -1] as const;

export const microOrderKind = defineKind(
  'micro-order',
  microOrderMachine,
)({
  bookkeeping: ['recordOpening', 'recordPayout'],
  roles: MICRO_ORDER_ROLES,
  events: MICRO_ORDER_EVENTS,
  probes: ({ acceptedAtMs, openTicks }) => ({
    'tick.taken': [{ type: 'tick.taken', ticks: 1, atMs: acceptedAtMs + 1 }],
    'patience.ended': [{ type: 'patience.ended' }],
    'window.closed': [
      ...DISTANCES.map((distance) => ({
        type: 'window.closed' as const,
        sum: (openTicks ?? 1) + distance,
        count: 1,
      })),
      { type: 'window.closed', sum: 0, count: 0 },
    ],
  }),
  person: () => NOBODY_ID,
});
