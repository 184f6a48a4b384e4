/**
 * The order ticket of one market: fields, problems as data, and one intent at a time. An intent has a
 * key that goes with every try, so that a reply that was lost can be asked for again and the order is
 * placed once. Only the person asks: a connection that is back sends nothing (RULES "Spot"). Prices and
 * balances come with the events that need them.
 */
import { assign, setup } from 'xstate';
import type { Order } from '../../contract/schemas/spot.ts';
import { promiseActor } from './actors.ts';
import { isKeyKept, isOutcomeOpen } from './intent.rules.ts';
import {
  editedFields,
  EMPTY_TICKET,
  TICKET_REFUSALS,
  ticketOrder,
  ticketProblems,
} from './order-ticket.rules.ts';
import type { TicketFacts, TicketField, TicketFields, TicketIntent } from './order-ticket.types.ts';
import { refusalProblem, type CallAnswer, type Problem, type ProblemName } from './problem.ts';

export interface OrderTicketContext {
  readonly fields: TicketFields;
  readonly problems: readonly Problem<TicketField>[];
  /** What was sent last; null before the first order. */
  readonly intent: TicketIntent | null;
  /** What the server made of the intent, once it said so. */
  readonly placed: Order | null;
  /** Why the outcome is unknown. */
  readonly failure: ProblemName | null;
}

export type OrderTicketEvent =
  /** The person changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<TicketFields> }
  /** The price to begin with, for who comes to the screen. */
  | { readonly type: 'price.suggest'; readonly price: string }
  /** A fresh `key` for this wish, and what is known of market, book and balances. */
  | {
      readonly type: 'order.submit';
      readonly key: string;
      readonly facts: TicketFacts;
      readonly nowMs: number;
    }
  /** Asks for the outcome again, with the same key as long as the server knows it. */
  | { readonly type: 'order.retry'; readonly nowMs: number }
  /** Gives the intent up; the person looks at the open orders. */
  | { readonly type: 'order.abandon' };

type SentTicket = Extract<OrderTicketEvent, { type: 'order.submit' }>;

export const orderTicketMachine = setup({
  types: {
    context: {} as OrderTicketContext,
    events: {} as OrderTicketEvent,
    input: {} as Partial<TicketFields>,
    tags: '' as 'busy',
    children: {} as { place: 'place' },
  },
  actors: { place: promiseActor<CallAnswer<Order>, { intent: TicketIntent | null }>('place') },
  guards: {
    isWithoutSize: ({ context }) => context.fields.size === '',
    isComplete: ({ context }, { facts }: { facts: TicketFacts }) =>
      ticketProblems(context.fields, facts).length === 0,
    hasKnownKey: ({ context }, { nowMs }: { nowMs: number }) =>
      context.intent !== null && isKeyKept(context.intent, nowMs),
    isAccepted: (_, answer: CallAnswer<Order>) => answer.ok,
    isRefused: ({ context }, answer: CallAnswer<Order>) =>
      !answer.ok && !isOutcomeOpen(answer.error, context.failure),
  },
  actions: {
    edit: assign(({ context }, { fields }: { fields: Partial<TicketFields> }) => ({
      fields: editedFields(context.fields, fields),
      problems: [],
    })),
    takePrice: assign(({ context }, { price }: { price: string }) => ({
      fields: { ...context.fields, price },
      problems: context.problems.filter(({ field }) => field !== 'price'),
    })),
    showProblems: assign(({ context }, { facts }: { facts: TicketFacts }) => ({
      problems: ticketProblems(context.fields, facts),
    })),
    beginIntent: assign(({ context }, { key, facts, nowMs }: SentTicket) => ({
      intent: { key, sentAtMs: nowMs, order: ticketOrder(context.fields, facts.market.id) },
      placed: null,
      problems: [],
      failure: null,
    })),
    keepPlaced: assign(({ context }, answer: CallAnswer<Order>) =>
      answer.ok
        ? { placed: answer.value, fields: { ...context.fields, size: '', percent: null } }
        : {},
    ),
    showRefusal: assign((_, answer: CallAnswer<Order>) => ({
      problems: answer.ok ? [] : [refusalProblem(answer, TICKET_REFUSALS)],
    })),
    keepFailure: assign((_, answer: CallAnswer<Order>) =>
      answer.ok ? {} : { failure: answer.error },
    ),
    // The size goes: who gives up must not repeat the order with one tap.
    abandon: assign(({ context }) => ({
      failure: null,
      fields: { ...context.fields, size: '', percent: null },
    })),
  },
}).createMachine({
  id: 'orderTicket',
  description: 'The order ticket of one market.',
  context: ({ input }) => ({
    fields: { ...EMPTY_TICKET, ...input },
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
          description: 'What was said of the fields before no longer holds.',
          target: '.editing',
          actions: { type: 'edit', params: ({ event }) => event },
        },
        'price.suggest': {
          description: 'No size was filled in yet; what is said of the last order stays.',
          guard: 'isWithoutSize',
          actions: { type: 'takePrice', params: ({ event }) => event },
        },
        'order.submit': [
          {
            description: 'The order breaks no rule that is known here.',
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'submitting',
            actions: { type: 'beginIntent', params: ({ event }) => event },
          },
          {
            description: 'Rules are broken: each is shown.',
            target: '.editing',
            actions: { type: 'showProblems', params: ({ event }) => event },
          },
        ],
      },
      states: {
        editing: { description: 'The person fills the ticket in.' },
        accepted: { description: 'The server took the order; the fields wait for the next one.' },
        refused: { description: 'The server refused the order and says why.' },
        outdated: {
          description: 'An order was never answered: its history says what became of it.',
        },
      },
    },
    submitting: {
      description: 'The server decides. No second order can be sent meanwhile.',
      tags: 'busy',
      invoke: {
        id: 'place',
        src: 'place',
        input: ({ context }) => ({ intent: context.intent }),
        onDone: [
          {
            description: 'The server takes the order.',
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
            description: 'No reply came, or none that says what became of the order.',
            target: 'unknown',
            actions: { type: 'keepFailure', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'The call failed in a way nobody foresaw.',
          target: 'unknown',
          actions: { type: 'keepFailure', params: { ok: false, error: 'unexpected_reply' } },
        },
      },
    },
    unknown: {
      description:
        'Nobody knows yet whether the order was placed. Nothing is sent again until the person asks.',
      on: {
        'order.retry': [
          {
            description: 'The same order with the same key: it is placed once.',
            guard: { type: 'hasKnownKey', params: ({ event }) => event },
            target: 'submitting',
          },
          {
            description: 'The server may have forgotten the key: asking could place it twice.',
            target: 'ready.outdated',
            actions: 'abandon',
          },
        ],
        'order.abandon': {
          description: 'The person looks at the open orders and fills in a new one.',
          target: 'ready',
          actions: 'abandon',
        },
      },
    },
  },
});
