/** A lifecycle with delays, for tests of the runner: a parcel that is packed, sent, and given up after a delay. */
import { assign, setup } from 'xstate';
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';

type Event =
  | { readonly type: 'parcel.pack'; readonly items: number }
  | { readonly type: 'parcel.send' }
  | { readonly type: 'parcel.arrive' };
interface Input {
  readonly parcelId: number;
}
interface Context extends Input {
  readonly items: number;
  readonly reminders: number;
}

const parts = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as Input },
  delays: { reminder: 60_000, travelTime: ({ context }) => context.items * 1_000 },
  guards: { hasItems: ({ event }) => event.type === 'parcel.pack' && event.items > 0 },
  actions: {
    printLabel: () => {},
    remindSender: () => {},
    refundSender: () => {},
    addItems: assign(({ context, event }) =>
      event.type === 'parcel.pack' ? { items: context.items + event.items } : {},
    ),
    countReminder: assign({ reminders: ({ context }) => context.reminders + 1 }),
  },
});

const machine = parts.createMachine({
  id: 'parcel',
  version: '1',
  context: ({ input }) => {
    if (input !== undefined && input.parcelId < 0) throw new Error('no such parcel');
    return { parcelId: input?.parcelId ?? 0, items: 0, reminders: 0 };
  },
  initial: 'open',
  states: {
    open: {
      after: {
        reminder: { target: 'open', reenter: true, actions: ['countReminder', 'remindSender'] },
      },
      on: {
        'parcel.pack': { guard: 'hasItems', actions: 'addItems' },
        'parcel.send': { target: 'onTheWay', actions: 'printLabel' },
      },
    },
    onTheWay: {
      after: { travelTime: { target: 'lost', actions: 'refundSender' } },
      on: { 'parcel.arrive': 'delivered' },
    },
    delivered: { type: 'final' },
    lost: { type: 'final' },
  },
});

export const PARCEL: LifecycleSpec<typeof machine> = {
  kind: 'parcel',
  machine,
  version: 1,
  migrations: {},
};

/** The next version: `open` becomes `packing` without reminders, and a sent parcel is insured for a time. */
const nextMachine = setup({
  types: {
    context: {} as Context & { readonly isInsured: boolean },
    events: {} as Event,
    input: {} as Input,
  },
  delays: { travelTime: ({ context }) => context.items * 1_000, insurance: 30_000 },
  actions: { refundSender: () => {}, endInsurance: assign({ isInsured: false }) },
}).createMachine({
  id: 'parcel',
  version: '2',
  context: ({ input }) => ({ parcelId: input.parcelId, items: 0, reminders: 0, isInsured: true }),
  initial: 'packing',
  states: {
    packing: { on: { 'parcel.send': 'onTheWay' } },
    onTheWay: {
      after: {
        travelTime: { target: 'lost', actions: 'refundSender' },
        insurance: { actions: 'endInsurance' },
      },
      on: { 'parcel.arrive': 'delivered' },
    },
    delivered: { type: 'final' },
    lost: { type: 'final' },
  },
});

export const NEXT_PARCEL: LifecycleSpec<typeof nextMachine> = {
  kind: 'parcel',
  machine: nextMachine,
  version: 2,
  migrations: {
    1: (snapshot) => {
      const { value, context } = snapshot as { value: unknown; context: Context };
      return {
        value: value === 'open' ? 'packing' : value,
        context: { ...context, isInsured: true },
      };
    },
  },
};
