/** Alphabet of the order ticket: the user, the server, the network. */
import type { CommandFate } from '../../machines/app/core/command-outcome.machine.ts';
import { orderTicketMachine } from '../../machines/app/spot/order-ticket.machine.ts';
import { ticketProblems } from '../../machines/app/spot/order-ticket.rules.ts';
import type { TicketFacts } from '../../machines/app/spot/order-ticket.types.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const INTENT = { key: 'key-of-the-intent', expiresAt: 10_000 };

const facts: TicketFacts = {
  market: {
    id: 1,
    price_scale: 2,
    quantity_scale: 5,
    min_notional: '10',
    price_band_ppm: 100_000,
    maker_fee_ppm: 1_000,
    taker_fee_ppm: 1_000,
    status: 'trading',
  },
  available: { base: '1', quote: '50000' },
  book: {
    bids: [{ price: '97000', quantity: '2' }],
    asks: [{ price: '97010', quantity: '2' }],
  },
  lastPrice: '97000',
};
const closed: TicketFacts = { ...facts, market: { ...facts.market, status: 'cancel_only' } };

const placed = {
  id: '1',
  currency_match_id: 1,
  side: 'buy',
  type: 'limit',
  state: 'paid',
  end_reason: null,
  price: '97000',
  quantity: '0.5',
  amount: null,
  executed_quantity: '0',
  executed_amount: '0',
  average_price: null,
  fee: '0',
  fee_currency_code: 'BTC',
  maker_fee_ppm: 1_000,
  taker_fee_ppm: 1_000,
  revision: 1,
  created_at: 0,
  updated_at: 0,
};

const found = (fate: CommandFate<typeof placed>) => actorDone('outcome', fate);

export const orderTicketModel = defineModel({
  name: 'order-ticket',
  machine: orderTicketMachine,
  input: {},
  cases: [
    {
      event: { type: 'fields.edit', fields: { price: '97000', size: '0.5' } },
      by: 'user',
      label: 'the user fills in an order that the balance covers',
    },
    {
      event: { type: 'fields.edit', fields: { size: '0.6' } },
      by: 'user',
      label: 'the user asks for more than the balance covers',
    },
    { event: { type: 'price.focus' }, by: 'user', label: 'the user enters the price field' },
    {
      event: { type: 'price.suggest', price: '97000' },
      by: 'system',
      label: 'the screen is shown and the last price is known',
    },
    {
      event: { type: 'order.submit', ...INTENT, facts },
      by: 'user',
      label: 'the user sends the order',
    },
    {
      event: { type: 'order.submit', ...INTENT, facts: closed },
      by: 'user',
      label: 'the user sends the order to a market that takes none',
    },
    {
      event: actorDone('place', { ok: true, value: placed }),
      by: 'system',
      label: 'the server takes the order',
    },
    {
      event: actorDone('place', { ok: false, error: 'price_outside_band' }),
      by: 'system',
      label: 'the server refuses the price',
    },
    {
      event: actorDone('place', { ok: false, error: 'network_failed' }),
      by: 'system',
      label: 'the reply is lost on the way',
    },
    {
      event: actorFailed('place', 'unforeseen'),
      by: 'system',
      label: 'the call fails unexpectedly',
    },
    {
      event: found({ state: 'answered', answer: { ok: true, value: placed } }),
      by: 'system',
      label: 'the order turns out to be placed',
    },
    {
      event: found({ state: 'answered', answer: { ok: false, error: 'insufficient_balance' } }),
      by: 'system',
      label: 'the order turns out to be refused',
    },
    {
      event: found({ state: 'not_executed' }),
      by: 'system',
      label: 'the order turns out to have come too late',
    },
    {
      event: found({ state: 'forgotten' }),
      by: 'system',
      label: 'the server no longer knows of the order',
    },
    {
      event: actorFailed('outcome', 'unforeseen'),
      by: 'system',
      label: 'the server cannot be asked for the result of the order',
    },
    {
      event: { type: 'outcome.ask' },
      by: 'user',
      label: 'the user asks at once what became of the order',
    },
    { event: { type: 'order.abandon' }, by: 'user', label: 'the user gives the order up' },
  ],
  key: (snapshot) => {
    const { fields, problems, placed: order, failure } = snapshot.context;
    return stateAnd(
      snapshot,
      fields.size,
      ticketProblems(fields, facts).length === 0,
      problems.map(({ field, error }) => [field, error]),
      order !== null,
      failure,
    );
  },
  stateLabels: {
    'ready.editing': 'the ticket can be filled in',
    'ready.accepted': 'the ticket says that the order was taken',
    'ready.refused': 'the ticket says why the order was refused',
    'ready.outdated': 'the ticket says to look for the order in the history',
    submitting: 'the ticket waits for the server and takes no second order',
    'ready.notPlaced': 'the ticket says that the order was not placed, and keeps its fields',
    unknown: 'the ticket says that the outcome is not known and is being asked for',
  },
  limit: 2_000,
});
