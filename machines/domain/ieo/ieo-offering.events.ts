/** Events of a token offering, and the roles that send them. */
import type { EventTable, Party } from '../party.ts';
import type { OfferingSchedule } from './ieo-offering.context.ts';

/** system: the exchange itself. */
export const IEO_OFFERING_ROLES = ['operator', 'system'] as const;
type IeoOfferingRole = (typeof IEO_OFFERING_ROLES)[number];
type By = { readonly by: Party<IeoOfferingRole> };

export type IeoOfferingEvent =
  | ({ readonly type: 'offering.publish'; readonly schedule: OfferingSchedule } & By)
  | ({ readonly type: 'offering.cancel' } & By)
  | ({ readonly type: 'allocation.stored' } & By)
  | ({ readonly type: 'all.distributed' } & By);

/** The only role that may send each event, in any state. */
export const IEO_OFFERING_EVENTS = {
  'offering.publish': {
    role: 'operator',
    description: 'An operator publishes the offering with its final terms.',
  },
  'offering.cancel': {
    role: 'operator',
    description:
      'An operator cancels the offering; every payment is refunded. A draft is discarded.',
  },
  'allocation.stored': {
    role: 'system',
    description: 'The list of subscriptions is published, and the allocation is computed from it.',
  },
  'all.distributed': {
    role: 'system',
    description: 'Every subscription is settled.',
  },
} as const satisfies EventTable<IeoOfferingEvent['type'], IeoOfferingRole>;
