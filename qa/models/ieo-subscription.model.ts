/** Alphabet of a token subscription: its owner, the exchange, a stranger, and wrong numbers of steps. */
import type { SnapshotFrom } from 'xstate';
import type { IeoSubscriptionEvent } from '../../machines/domain/ieo/ieo-subscription.events.ts';
import { ieoSubscriptionMachine } from '../../machines/domain/ieo/ieo-subscription.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<IeoSubscriptionEvent, SnapshotFrom<typeof ieoSubscriptionMachine>>;

const INPUT = { ownerId: 1 } as const;
const SYSTEM = { role: 'system', userId: 0 } as const;
const OWNER = { role: 'person', userId: INPUT.ownerId } as const;
const STRANGER = { role: 'person', userId: 2 } as const;
const FIRST = 10;
const MORE = 15;

/** @param stepsOf steps of the event, from those of the subscription. */
const letter = (
  by: string,
  label: string,
  event: IeoSubscriptionEvent,
  stepsOf?: (steps: number) => number,
): Case => ({
  event,
  by,
  label,
  ...(stepsOf !== undefined && {
    eventAt: ({ context }) => ({ ...event, steps: stepsOf(context.steps) }) as IeoSubscriptionEvent,
  }),
});

export const ieoSubscriptionModel: MachineModel = defineModel({
  name: 'ieo-subscription',
  machine: ieoSubscriptionMachine,
  input: INPUT,
  cases: [
    letter('system', 'the payment is on hold', { type: 'payment.held', by: SYSTEM, steps: FIRST }),
    letter('system', 'the balance is too small', {
      type: 'payment.refused',
      by: SYSTEM,
      refusal: 'insufficient_balance',
    }),
    letter('system', 'the spot account does not answer', {
      type: 'payment.refused',
      by: SYSTEM,
      refusal: 'service_unavailable',
    }),
    letter(
      'person',
      'its owner raises it',
      { type: 'subscription.raise', by: OWNER, steps: MORE },
      (steps) => steps + MORE,
    ),
    letter(
      'person',
      'its owner asks for the same again',
      { type: 'subscription.raise', by: OWNER, steps: FIRST },
      (steps) => steps,
    ),
    letter(
      'stranger',
      'a stranger raises it',
      { type: 'subscription.raise', by: STRANGER, steps: MORE },
      (steps) => steps + MORE,
    ),
    letter(
      'system',
      'it gets a part',
      { type: 'allocation.received', by: SYSTEM, steps: FIRST - 1 },
      (steps) => Math.max(0, steps - 1),
    ),
    letter(
      'system',
      'it gets more than it asked for',
      { type: 'allocation.received', by: SYSTEM, steps: MORE },
      (steps) => steps + 1,
    ),
    letter(
      'system',
      'it gets less than nothing',
      { type: 'allocation.received', by: SYSTEM, steps: -1 },
      () => -1,
    ),
    letter('system', 'the payment of nothing is on hold', {
      type: 'payment.held',
      by: SYSTEM,
      steps: 0,
    }),
    letter('person', 'its owner says that it is refused', {
      type: 'payment.refused',
      by: OWNER as unknown as typeof SYSTEM,
      refusal: 'insufficient_balance',
    }),
    letter('system', 'the offering is cancelled', { type: 'offering.cancelled', by: SYSTEM }),
    letter('person', 'its owner says that it is paid', {
      type: 'payment.held',
      by: OWNER as unknown as typeof SYSTEM,
      steps: FIRST,
    }),
    letter('person', 'its owner allocates', {
      type: 'allocation.received',
      by: OWNER as unknown as typeof SYSTEM,
      steps: FIRST,
    }),
    letter('person', 'its owner takes the payment back', {
      type: 'offering.cancelled',
      by: OWNER as unknown as typeof SYSTEM,
    }),
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.refusal),
  stateLabels: {
    requested: 'the payment is asked for',
    committed: 'the payment is on hold',
    settled: 'tokens and the rest of the payment are there',
    refunded: 'the whole payment is back',
    refused: 'nothing was taken and no user sees it',
  },
  limit: 200,
});
