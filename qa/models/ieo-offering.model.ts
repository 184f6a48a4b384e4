/** Alphabet of a token offering: an operator, the exchange, the clock, and wrong senders. */
import type { SnapshotFrom } from 'xstate';
import type { IeoOfferingEvent } from '../../machines/domain/ieo/ieo-offering.events.ts';
import { ieoOfferingMachine } from '../../machines/domain/ieo/ieo-offering.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<IeoOfferingEvent, SnapshotFrom<typeof ieoOfferingMachine>>;

const OPERATOR = { role: 'operator', userId: 0 } as const;
const SYSTEM = { role: 'system', userId: 0 } as const;
/** The machine's types refuse it; a caller from outside could try. */
const USER = { role: 'person', userId: 1 } as unknown as typeof SYSTEM;
const SCHEDULE = { untilPreheatMs: 60_000, untilOpeningMs: 120_000, subscriptionMs: 180_000 };

const letter = (by: string, label: string, event: IeoOfferingEvent): Case => ({ event, by, label });

export const ieoOfferingModel: MachineModel = defineModel({
  name: 'ieo-offering',
  machine: ieoOfferingMachine,
  input: undefined,
  cases: [
    letter('operator', 'it is published', {
      type: 'offering.publish',
      by: OPERATOR,
      schedule: SCHEDULE,
    }),
    letter('operator', 'it is cancelled', { type: 'offering.cancel', by: OPERATOR }),
    letter('system', 'the allocation is stored', { type: 'allocation.stored', by: SYSTEM }),
    letter('system', 'everything is distributed', { type: 'all.distributed', by: SYSTEM }),
    letter('person', 'a user publishes it', {
      type: 'offering.publish',
      by: USER,
      schedule: SCHEDULE,
    }),
    letter('person', 'a user cancels it', { type: 'offering.cancel', by: USER }),
    letter('person', 'a user stores an allocation', { type: 'allocation.stored', by: USER }),
    letter('operator', 'an operator stores an allocation', {
      type: 'allocation.stored',
      by: OPERATOR,
    }),
    letter('person', 'a user says that everything is distributed', {
      type: 'all.distributed',
      by: USER,
    }),
  ],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    draft: 'it is a draft that no user sees',
    discarded: 'its draft is discarded',
    'announced.notStarted': 'it is announced',
    'announced.preheat': 'its opening is near',
    subscribing: 'users subscribe',
    allocating: 'it takes no more, and is allocated',
    distributing: 'its tokens are distributed',
    ended: 'everything is distributed',
    cancelled: 'it is cancelled, and payments go back',
  },
  limit: 100,
});
