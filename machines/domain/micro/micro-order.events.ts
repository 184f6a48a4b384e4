/** Events of a fast contract. All come from the index log, and none names a result. */
import type { EventTable, Party } from '../party.ts';

/** engine: the core, at a point of the index log. No user and no operator sends an event. */
export const MICRO_ORDER_ROLES = ['engine'] as const;
type MicroOrderRole = (typeof MICRO_ORDER_ROLES)[number];
type By = { readonly by: Party<MicroOrderRole> };

export type MicroOrderEvent =
  | ({
      /** The first later point on which the sources agree closely. */
      readonly type: 'tick.taken';
      readonly ticks: number;
      readonly atMs: number;
    } & By)
  | ({ readonly type: 'patience.ended' } & By)
  | ({
      readonly type: 'window.closed';
      /** Sum and number of the index points of the window. */
      readonly sum: number;
      readonly count: number;
    } & By);

/** The only role that may send each event, in any state. */
export const MICRO_ORDER_EVENTS = {
  'tick.taken': {
    role: 'engine',
    description: 'The first later point on which the sources agree is the opening price.',
  },
  'patience.ended': {
    role: 'engine',
    description: 'No point within two seconds is an opening price.',
  },
  'window.closed': {
    role: 'engine',
    description: 'The index log has passed the expiry: the last three seconds decide.',
  },
} as const satisfies EventTable<MicroOrderEvent['type'], MicroOrderRole>;
