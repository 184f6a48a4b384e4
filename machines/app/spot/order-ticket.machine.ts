/**
 * The order ticket of one market: fields, problems as data, and one intent at a time. An intent is
 * sent once. If no answer came, the machine queries the outcome by the key and sends nothing again
 * (RULES "Spot"): only a tap sends. Prices and balances come with the events that need them.
 */
import { assign, sendTo, setup } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { promiseActor } from '../core/actors.ts';
import {
  createCommandOutcomeMachine,
  lostAnswer,
  type CommandFate,
} from '../core/command-outcome.machine.ts';
import { isUncertain, type Intent } from '../core/intent.rules.ts';
import {
  editedFields,
  EMPTY_TICKET,
  TICKET_REFUSALS,
  ticketOrder,
  ticketProblems,
} from './order-ticket.rules.ts';
import type { TicketFacts, TicketField, TicketFields, TicketIntent } from './order-ticket.types.ts';
import {
  refusalProblem,
  type CallAnswer,
  type Problem,
  type ProblemName,
} from '../core/problem.ts';

export interface OrderTicketContext {
  readonly fields: TicketFields;
  /** Whether the user chose the price or was in its field, and no order was placed with it yet. */
  readonly hasChosenPrice: boolean;
  readonly problems: readonly Problem<TicketField>[];
  /** The last intent; null before the first order. */
  readonly intent: TicketIntent | null;
  /** The order that the server made of the intent, once known. */
  readonly placed: Order | null;
  /** Reason for which the outcome is unknown. */
  readonly failure: ProblemName | null;
}

type OrderTicketEvent =
  /** The user changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<TicketFields> }
  /** The user entered the price field. No suggestion replaces its text under the cursor. */
  | { readonly type: 'price.focus' }
  /** Initial price for a user who opens the screen. */
  | { readonly type: 'price.suggest'; readonly price: string }
  /** The intent of this tap, with the known facts about market, order book and balances. */
  | ({ readonly type: 'order.submit'; readonly facts: TicketFacts } & Intent)
  /** Queries the outcome of the order immediately. */
  | { readonly type: 'outcome.ask' }
  /** Gives the intent up; the user checks the open orders. */
  | { readonly type: 'order.abandon' };

type SentTicket = Extract<OrderTicketEvent, { type: 'order.submit' }>;

export const orderTicketMachine = setup({
  types: {
    context: {} as OrderTicketContext,
    events: {} as OrderTicketEvent,
    input: {} as Partial<TicketFields>,
    tags: '' as 'busy',
    children: {} as { place: 'place'; outcome: 'findOutcome' },
  },
  actors: {
    place: promiseActor<CallAnswer<Order>, { intent: TicketIntent | null }>('place'),
    findOutcome: createCommandOutcomeMachine<Order>(),
  },
  guards: {
    takesSuggestion: ({ context }) => context.fields.size === '' && !context.hasChosenPrice,
    isComplete: ({ context }, { facts }: { facts: TicketFacts }) =>
      ticketProblems(context.fields, facts).length === 0,
    isAccepted: (_, answer: CallAnswer<Order> | null) => answer?.ok === true,
    isRefused: (_, answer: CallAnswer<Order>) => !answer.ok && !isUncertain(answer.error),
    wasRefused: (_, answer: CallAnswer<Order> | null) => answer?.ok === false,
    isNotExecuted: (_, { state }: CommandFate<Order>) => state === 'not_executed',
  },
  actions: {
    edit: assign(({ context }, { fields }: { fields: Partial<TicketFields> }) => ({
      fields: editedFields(context.fields, fields),
      hasChosenPrice: fields.price === undefined ? context.hasChosenPrice : fields.price !== '',
      problems: [],
    })),
    holdPrice: assign({ hasChosenPrice: ({ context }) => context.fields.price !== '' }),
    takePrice: assign(({ context }, { price }: { price: string }) => ({
      fields: { ...context.fields, price },
      problems: context.problems.filter(({ field }) => field !== 'price'),
    })),
    showProblems: assign(({ context }, { facts }: { facts: TicketFacts }) => ({
      problems: ticketProblems(context.fields, facts),
    })),
    beginIntent: assign(({ context }, { key, expiresAt, facts }: SentTicket) => ({
      intent: { key, expiresAt, order: ticketOrder(context.fields, facts.market.id) },
      placed: null,
      problems: [],
      failure: null,
    })),
    keepPlaced: assign(({ context }, answer: CallAnswer<Order> | null) =>
      answer?.ok
        ? {
            placed: answer.value,
            fields: { ...context.fields, size: '', percent: null },
            hasChosenPrice: false,
          }
        : {},
    ),
    showRefusal: assign((_, answer: CallAnswer<Order> | null) => ({
      problems: answer === null || answer.ok ? [] : [refusalProblem(answer, TICKET_REFUSALS)],
    })),
    keepFailure: assign((_, answer: CallAnswer<Order>) =>
      answer.ok ? {} : { failure: answer.error },
    ),
    askNow: sendTo('outcome', { type: 'outcome.ask' }),
    // Clears the size, so that a user who gives up cannot repeat the order with one tap.
    abandon: assign(({ context }) => ({
      failure: null,
      fields: { ...context.fields, size: '', percent: null },
      hasChosenPrice: false,
    })),
  },
}).createMachine({
  id: 'orderTicket',
  description: 'The order ticket of one market.',
  context: ({ input }) => ({
    fields: { ...EMPTY_TICKET, ...input },
    hasChosenPrice: false,
    problems: [],
    intent: null,
    placed: null,
    failure: null,
  }),
  initial: 'ready',
  states: {
    ready: {
      description: 'An order can be filled in.',
      initial: 'editing',
      on: {
        'fields.edit': {
          description: 'Earlier messages about the fields are cleared.',
          target: '.editing',
          actions: { type: 'edit', params: ({ event }) => event },
        },
        'price.focus': {
          description: 'The shown price is the choice of the user from now on. Messages stay.',
          actions: 'holdPrice',
        },
        'price.suggest': {
          description:
            'The user filled in neither size nor price. The message about the last order stays.',
          guard: 'takesSuggestion',
          actions: { type: 'takePrice', params: ({ event }) => event },
        },
        'order.submit': [
          {
            description: 'The order breaks no rule that the client knows.',
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'submitting',
            actions: { type: 'beginIntent', params: ({ event }) => event },
          },
          {
            description: 'The form breaks rules, and each is shown.',
            target: '.editing',
            actions: { type: 'showProblems', params: ({ event }) => event },
          },
        ],
      },
      states: {
        editing: { description: 'The user fills in the ticket.' },
        accepted: {
          description: 'The server accepted the order. The fields are ready for the next one.',
        },
        refused: { description: 'The server refused the order and gave the reason.' },
        notPlaced: {
          description:
            'The order did not arrive in time and cannot be placed any more. Its fields stay.',
        },
        outdated: {
          description: 'An order was never answered. The order history shows its result.',
        },
      },
    },
    submitting: {
      description: 'The server decides. No second order can be sent until then.',
      tags: 'busy',
      invoke: {
        id: 'place',
        src: 'place',
        input: ({ context }) => ({ intent: context.intent }),
        onDone: [
          {
            description: 'The server accepts the order.',
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'ready.accepted',
            actions: { type: 'keepPlaced', params: ({ event }) => event.output },
          },
          {
            description: 'The server refuses the order.',
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'ready.refused',
            actions: { type: 'showRefusal', params: ({ event }) => event.output },
          },
          {
            description: 'No reply came, or the reply does not say the result of the order.',
            target: 'unknown',
            actions: { type: 'keepFailure', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'The call failed unexpectedly.',
          target: 'unknown',
          actions: { type: 'keepFailure', params: { ok: false, error: 'unexpected_reply' } },
        },
      },
    },
    unknown: {
      description:
        'It is not known yet whether the order was placed. The server is asked, and nothing is sent again.',
      invoke: {
        id: 'outcome',
        src: 'findOutcome',
        input: ({ context }) => ensure(context.intent, 'the intent of a sent ticket'),
        onDone: [
          {
            description: 'The order was placed.',
            guard: { type: 'isAccepted', params: ({ event }) => lostAnswer(event.output) },
            target: 'ready.accepted',
            actions: { type: 'keepPlaced', params: ({ event }) => lostAnswer(event.output) },
          },
          {
            description: 'The order was refused.',
            guard: { type: 'wasRefused', params: ({ event }) => lostAnswer(event.output) },
            target: 'ready.refused',
            actions: { type: 'showRefusal', params: ({ event }) => lostAnswer(event.output) },
          },
          {
            description: 'The order was not placed and cannot be any more.',
            guard: { type: 'isNotExecuted', params: ({ event }) => event.output },
            target: 'ready.notPlaced',
          },
          {
            description: 'The order is too old to ask for. The history shows its result.',
            target: 'ready.outdated',
            actions: 'abandon',
          },
        ],
        onError: {
          description: 'The server cannot be asked. The history shows the result.',
          target: 'ready.outdated',
          actions: 'abandon',
        },
      },
      on: {
        'outcome.ask': {
          description: 'The user asks without waiting.',
          actions: 'askNow',
        },
        'order.abandon': {
          description: 'The user checks the open orders and fills in a new order.',
          target: 'ready',
          actions: 'abandon',
        },
      },
    },
  },
});
