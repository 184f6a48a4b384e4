/**
 * The lifecycle of a spot order. The server checks every order of the engine against it, the app
 * uses it to find the open actions, the QA tool explores it.
 */
import { assign, setup } from 'xstate';
import type { OrderEndReason, OrderState } from '../../../contract/spot/spot.ts';
import type { SpotOrderContext, SpotOrderInput } from './spot-order.context.ts';
import { SPOT_ORDER_EVENTS, type SpotOrderEvent } from './spot-order.events.ts';
import { allowsFill, feeOf, remainingQuantity, reserveAfter } from './spot-order.rules.ts';

const sum = (left: string, right: string | bigint): string => String(BigInt(left) + BigInt(right));

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: SpotOrderEvent): boolean =>
  SPOT_ORDER_EVENTS[type].role === by.role;

/** Returns the rest after the event, for fills that the order allows; null otherwise. */
function restAfter(context: SpotOrderContext, event: SpotOrderEvent): bigint | 'open' | null {
  if (event.type !== 'order.filled' || !isByItsRole(event)) return null;
  if (!allowsFill(context, event)) return null;
  const remaining = remainingQuantity(context);
  return remaining === null ? 'open' : remaining - BigInt(event.quantity);
}

export const spotOrderMachine = setup({
  types: {
    context: {} as SpotOrderContext,
    events: {} as SpotOrderEvent,
    input: {} as SpotOrderInput,
    tags: '' as 'open' | 'final',
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: OrderState },
  },
  guards: {
    isLastFill: ({ context, event }) => restAfter(context, event) === 0n,
    isPartFill: ({ context, event }) => restAfter(context, event) !== null,
    isExhausted: ({ context, event }) =>
      isByItsRole(event) && context.amount !== null && context.executedQuantity !== '0',
    canExpire: ({ context, event }) =>
      event.type === 'order.expired' &&
      isByItsRole(event) &&
      !context.hasRested &&
      (context.amount === null || context.reserved !== '0') &&
      // A limit order rests when nothing is left to match. The band may have moved during its match.
      (event.reason !== 'no_liquidity' || context.kind === 'market'),
    canCancel: ({ context, event }) =>
      isByItsRole(event) && event.by.userId === context.ownerId && context.kind === 'limit',
    // A market order whose match has further steps is here too.
    canClose: ({ event }) => isByItsRole(event),
  },
  actions: {
    /** Ledger recipe `spot.order_placed`: available to frozen. */
    freezeReserve: () => {},
    /** Ledger recipe `spot.deal`: the two sides change hands, fees are taken. */
    settleDeal: () => {},
    /** Ledger recipe `spot.order_ended`: the frozen rest becomes available. */
    releaseReserve: () => {},
    notifyOwner: () => {},
    addFill: assign(({ context, event }) =>
      event.type !== 'order.filled'
        ? {}
        : {
            executedQuantity: sum(context.executedQuantity, event.quantity),
            executedAmount: sum(context.executedAmount, event.amount),
            fee: sum(context.fee, feeOf(context, event)),
            reserved: String(reserveAfter(context, event)),
            hasRested: context.hasRested || event.liquidity === 'maker',
          },
    ),
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
    clearReserve: assign({ reserved: '0' }),
    recordEnd: assign((_, { reason }: { reason: OrderEndReason }) => ({ endReason: reason })),
    recordExpiry: assign(({ event }) =>
      event.type === 'order.expired' ? { endReason: event.reason } : {},
    ),
  },
}).createMachine({
  id: 'spotOrder',
  version: '1',
  description: 'The lifecycle of a spot order, from frozen funds to executed or canceled.',
  context: ({ input }) => ({
    ...input,
    executedQuantity: '0',
    executedAmount: '0',
    fee: '0',
    hasRested: false,
    endReason: null,
    revision: 1,
  }),
  initial: 'paid',
  states: {
    paid: {
      description: 'The funds are frozen. The rest of the order waits in the order book.',
      meta: { state: 'paid' },
      tags: 'open',
      entry: 'freezeReserve',
      on: {
        'order.filled': [
          {
            description: 'The order was matched, and nothing is left.',
            guard: 'isLastFill',
            target: 'executed',
            actions: ['addFill', 'settleDeal'],
          },
          {
            description: 'A part of the order was matched.',
            guard: 'isPartFill',
            target: '.partlyExecuted',
            actions: ['addFill', 'countRevision', 'settleDeal', 'notifyOwner'],
          },
        ],
        'order.exhausted': {
          description: 'The rest of the amount does not buy a further lot.',
          guard: 'isExhausted',
          target: 'executed',
        },
        'order.expired': {
          description:
            'The incoming order could not be matched further because of a self-trade, an empty side or the price band.',
          guard: 'canExpire',
          target: 'cancelled',
          actions: 'recordExpiry',
        },
        'order.cancel': {
          description: 'The owner cancels the rest.',
          guard: 'canCancel',
          target: 'cancelled',
          actions: { type: 'recordEnd', params: { reason: 'owner' } },
        },
        'order.close': {
          description: 'The operator closes the market.',
          guard: 'canClose',
          target: 'cancelled',
          actions: { type: 'recordEnd', params: { reason: 'operator' } },
        },
      },
      initial: 'waiting',
      states: {
        waiting: { description: 'Nothing is executed yet.', meta: { state: 'paid' } },
        partlyExecuted: {
          description: 'A part is executed. The rest waits.',
          meta: { state: 'paid' },
        },
      },
    },
    executed: {
      description: 'The order is executed as far as its amount allows.',
      meta: { state: 'executed' },
      type: 'final',
      tags: 'final',
      entry: ['clearReserve', 'countRevision', 'releaseReserve', 'notifyOwner'],
    },
    cancelled: {
      description: 'The rest was removed from the order book. Earlier trades remain.',
      meta: { state: 'cancelled' },
      type: 'final',
      tags: 'final',
      entry: ['clearReserve', 'countRevision', 'releaseReserve', 'notifyOwner'],
    },
  },
});
