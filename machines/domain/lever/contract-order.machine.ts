/**
 * The lifecycle of a contract order, which becomes a position when it opens. The core of the server does not
 * run it: every order of the core is checked against it, the app uses it to find the open actions, and the QA
 * tool explores it.
 */
import { assign, setup } from 'xstate';
import type { LeverOrderState } from '../../../contract/lever/lever-kinds.ts';
import type { ContractOrderContext, ContractOrderInput } from './contract-order.context.ts';
import { CONTRACT_ORDER_EVENTS } from './contract-order.events.ts';
import type { ContractOrderEvent } from './contract-order.events.ts';
import {
  allowsOpening,
  allowsTargets,
  justifiesClose,
  reserveAtPlacement,
  settlesExactly,
} from './contract-order.rules.ts';

/** Whether the event comes from the role that may send it, and an owner's event from that user. */
function isByItsRole({ ownerId }: ContractOrderContext, { type, by }: ContractOrderEvent): boolean {
  if (CONTRACT_ORDER_EVENTS[type].role !== by.role) return false;
  return by.role !== 'owner' || by.userId === ownerId;
}

export const contractOrderMachine = setup({
  types: {
    context: {} as ContractOrderContext,
    events: {} as ContractOrderEvent,
    input: {} as ContractOrderInput,
    tags: '' as 'open' | 'final',
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: LeverOrderState },
  },
  guards: {
    isByItsRole: ({ context, event }) => isByItsRole(context, event),
    canOpen: ({ context, event }) =>
      event.type === 'order.opened' && isByItsRole(context, event) && allowsOpening(context, event),
    canAmend: ({ context, event }) =>
      event.type === 'targets.amend' &&
      isByItsRole(context, event) &&
      allowsTargets(context, event),
    isJustified: ({ context, event }) =>
      event.type === 'close.trigger' &&
      isByItsRole(context, event) &&
      justifiesClose(context, event),
    isExact: ({ context, event }) =>
      event.type === 'position.settled' &&
      isByItsRole(context, event) &&
      settlesExactly(context, event),
    // Only the close that the owner asked for, while it waits for a price.
    canKeepOpen: ({ context, event }) =>
      isByItsRole(context, event) && context.closeReason === 'owner',
  },
  actions: {
    /** Ledger recipe `lever.order_placed`: available to frozen; nothing for a market order. */
    holdReserve: () => {},
    /** Ledger recipe `lever.order_ended`: the reserve becomes available. */
    releaseReserve: () => {},
    /** Ledger recipe `lever.opened`: the reserve is released, margin is frozen, the fee is paid. */
    bookOpening: () => {},
    /**
     * Ledger recipe `lever.closed`: margin, profit and nights, a debt if other positions cover it. With
     * `lever.closed_with_shortfall`, insurance fund and pool pay a debt that none covers.
     */
    bookClosing: () => {},
    notifyOwner: () => {},
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
    clearReserve: assign({ reserve: '0' }),
    recordOpening: assign(({ event }) =>
      event.type === 'order.opened'
        ? {
            openTicks: event.ticks,
            openedAtMs: event.atMs,
            margin: event.margin,
            fee: event.fee,
            reserve: '0',
          }
        : {},
    ),
    recordTargets: assign(({ event }) =>
      event.type === 'targets.amend'
        ? { takeProfitTicks: event.takeProfitTicks, stopLossTicks: event.stopLossTicks }
        : {},
    ),
    recordTrigger: assign(({ event }) =>
      event.type === 'close.trigger' ? { closeReason: event.reason } : {},
    ),
    recordClose: assign((_, { reason }: { reason: 'owner' | 'wound_down' }) => ({
      closeReason: reason,
    })),
    clearClose: assign({ closeReason: null }),
    recordEnd: assign((_, { reason }: { reason: 'owner' | 'operator' }) => ({
      cancelReason: reason,
    })),
    recordLapse: assign(({ event }) =>
      event.type === 'order.lapse' ? { cancelReason: event.reason } : {},
    ),
    recordSettlement: assign(({ event }) =>
      event.type === 'position.settled'
        ? { closeTicks: event.ticks, profit: event.profit, nights: event.nights }
        : {},
    ),
  },
}).createMachine({
  id: 'contractOrder',
  version: '1',
  description: 'The lifecycle of a contract order, from its placement to a closed position.',
  context: ({ input }) => ({
    ...input,
    reserve: reserveAtPlacement(input),
    openTicks: null,
    openedAtMs: null,
    margin: null,
    fee: null,
    closeReason: null,
    closeTicks: null,
    profit: null,
    nights: null,
    cancelReason: null,
    revision: 1,
  }),
  initial: 'pending',
  states: {
    pending: {
      description:
        'A limit order waits for its price, and every order for agreement of the sources.',
      meta: { state: 'pending' },
      tags: 'open',
      entry: 'holdReserve',
      on: {
        'order.opened': {
          description:
            'The order opens at the mark, never worse than its limit or its worst price.',
          guard: 'canOpen',
          target: 'inTrading',
          actions: ['recordOpening', 'countRevision', 'bookOpening', 'notifyOwner'],
        },
        'targets.amend': {
          description: 'Take-profit and stop-loss change, on the right sides of the limit.',
          guard: 'canAmend',
          actions: ['recordTargets', 'countRevision'],
        },
        'order.cancel': {
          description: 'The owner cancels it.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: { type: 'recordEnd', params: { reason: 'owner' } },
        },
        'order.dismiss': {
          description: 'An operator ends it.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: { type: 'recordEnd', params: { reason: 'operator' } },
        },
        'order.lapse': {
          description: 'It can no longer open, and the reason is kept.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: 'recordLapse',
        },
      },
    },
    inTrading: {
      description:
        'The position is open: its margin is frozen, and it wins and loses with the mark.',
      meta: { state: 'in_trading' },
      tags: 'open',
      on: {
        'targets.amend': {
          description: 'Take-profit and stop-loss change, on the right sides of the mark.',
          guard: 'canAmend',
          actions: ['recordTargets', 'countRevision'],
        },
        'close.order': {
          description:
            'The owner closes it; while the price is live, the next event follows at once.',
          guard: 'isByItsRole',
          target: 'closing',
          actions: [{ type: 'recordClose', params: { reason: 'owner' } }, 'countRevision'],
        },
        'close.trigger': {
          description: 'The mark justifies its end.',
          guard: 'isJustified',
          target: 'closing',
          actions: ['recordTrigger', 'countRevision'],
        },
        'close.demand': {
          description: 'The market ends.',
          guard: 'isByItsRole',
          target: 'closing',
          actions: [{ type: 'recordClose', params: { reason: 'wound_down' } }, 'countRevision'],
        },
      },
    },
    closing: {
      description: 'The position closes at the next live price.',
      meta: { state: 'closing' },
      tags: 'open',
      on: {
        'position.settled': {
          description: 'It is closed at the mark, better or worse.',
          guard: 'isExact',
          target: 'closed',
          actions: 'recordSettlement',
        },
        'close.trigger': {
          description:
            'Its stop-loss, a stop-out or the guard of the pool comes before the price it waits for.',
          guard: 'isJustified',
          actions: 'recordTrigger',
        },
        'close.withdraw': {
          description: 'The owner keeps it after all.',
          guard: 'canKeepOpen',
          target: 'inTrading',
          actions: ['clearClose', 'countRevision'],
        },
      },
    },
    closed: {
      description: 'The position is closed and paid.',
      meta: { state: 'closed' },
      type: 'final',
      tags: 'final',
      entry: ['countRevision', 'bookClosing', 'notifyOwner'],
    },
    cancelled: {
      description: 'The order ended before it opened, and its reserve is available again.',
      meta: { state: 'cancelled' },
      type: 'final',
      tags: 'final',
      entry: ['clearReserve', 'countRevision', 'releaseReserve', 'notifyOwner'],
    },
  },
});
