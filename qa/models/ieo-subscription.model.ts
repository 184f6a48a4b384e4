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
const [FIRST, RAISED] = [10, 25];

const letter = (by: string, label: string, event: IeoSubscriptionEvent): Case => ({
  event,
  by,
  label,
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
    letter('owner', 'its owner raises it', {
      type: 'subscription.raise',
      by: OWNER,
      steps: RAISED,
    }),
    letter('owner', 'its owner lowers it', {
      type: 'subscription.raise',
      by: OWNER,
      steps: FIRST - 1,
    }),
    letter('stranger', 'a stranger raises it', {
      type: 'subscription.raise',
      by: STRANGER,
      steps: RAISED + 1,
    }),
    letter('system', 'it gets a part', {
      type: 'allocation.received',
      by: SYSTEM,
      steps: FIRST - 1,
    }),
    letter('system', 'it gets more than it asked for', {
      type: 'allocation.received',
      by: SYSTEM,
      steps: RAISED + 1,
    }),
    letter('system', 'the offering is cancelled', { type: 'offering.cancelled', by: SYSTEM }),
    letter('owner', 'its owner says that it is paid', {
      type: 'payment.held',
      by: OWNER as unknown as typeof SYSTEM,
      steps: RAISED,
    }),
    letter('owner', 'its owner allocates', {
      type: 'allocation.received',
      by: OWNER as unknown as typeof SYSTEM,
      steps: FIRST,
    }),
    letter('owner', 'its owner takes the payment back', {
      type: 'offering.cancelled',
      by: OWNER as unknown as typeof SYSTEM,
    }),
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.steps, snapshot.context.refusal),
  stateLabels: {
    requested: 'the payment is asked for',
    committed: 'the payment is on hold',
    settled: 'tokens and the rest of the payment are there',
    refunded: 'the whole payment is back',
    refused: 'nothing was taken and no user sees it',
  },
  limit: 200,
});
