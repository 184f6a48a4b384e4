/** Token offerings as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { IEO_OFFERING_EVENTS, IEO_OFFERING_ROLES } from './ieo-offering.events.ts';
import { ieoOfferingMachine } from './ieo-offering.machine.ts';

/** Any lengths: an event needs them to be possible. */
const PROBE = { untilPreheatMs: 1, untilOpeningMs: 2, subscriptionMs: 3 };

export const ieoOfferingKind = defineKind(
  'ieo-offering',
  ieoOfferingMachine,
)({
  bookkeeping: ['recordSchedule'],
  roles: IEO_OFFERING_ROLES,
  events: IEO_OFFERING_EVENTS,
  probes: () => ({
    'offering.publish': [{ type: 'offering.publish', schedule: PROBE }],
    'offering.cancel': [{ type: 'offering.cancel' }],
    'allocation.stored': [{ type: 'allocation.stored' }],
    'all.distributed': [{ type: 'all.distributed' }],
  }),
  person: () => NOBODY_ID,
});
