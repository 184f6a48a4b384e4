/** The order ticket with its real call; the server is a stand-in. */
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { ErrorName } from '../../contract/errors/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ProblemName } from '../../machines/app/core/problem.ts';
import type { ApiClient } from '../../src/app/core/api/api-client.ts';
import { ClientError } from '../../src/app/core/api/client-error.ts';
import { provideOrderTicket } from '../../src/app/spot/provide-order-ticket.ts';
import { TICKET_FACTS } from '../support/spot/ticket-facts.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'key-of-the-first-wish';
const EXPIRES_AT = 1_000_000;
const clock = new SimulatedClock();
const refusal = (name: ProblemName) => new ClientError(name, { code: 1, msg: '' });

type Call = (name: string, request: unknown, options: object) => Promise<unknown>;

/** A filled-in ticket; `answers` are the server's responses, call by call. */
function setUp(answers: Readonly<Record<string, readonly unknown[]>>) {
  const calls: { name: string; request: unknown; command: unknown }[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const call: Call = async (name, request, options) => {
    calls.push({ name, request, command: 'command' in options ? options.command : undefined });
    const answer = left.get(name)?.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  let tell = (_isOnline: boolean): void => undefined;
  const ticket = createActor(
    provideOrderTicket({
      api: { call } as unknown as ApiClient,
      watchNetwork(listener) {
        tell = listener;
        return () => undefined;
      },
    }),
    { input: { price: '97000', size: '0.5' }, clock },
  ).start();
  const submit = (key = KEY) =>
    ticket.send({ type: 'order.submit', key, expiresAt: EXPIRES_AT, facts: TICKET_FACTS });
  const reaches = (state: Parameters<ReturnType<typeof ticket.getSnapshot>['matches']>[0]) =>
    eventually(() => expect(ticket.getSnapshot().matches(state)).toBe(true));
  const timesCalled = (name: string) => calls.filter((each) => each.name === name).length;
  const isAsked = (times: number) =>
    eventually(() => expect(timesCalled('getCommandOutcome')).toBe(times));
  /** Waits until the search for the order's outcome is in that state. */
  const seeks = (where: 'pausing' | 'offline') =>
    eventually(() =>
      expect(ticket.getSnapshot().children.outcome?.getSnapshot().value).toEqual({
        seeking: where,
      }),
    );
  const network = (isThere: boolean) => tell(isThere);
  return { ticket, calls, submit, reaches, timesCalled, isAsked, seeks, network };
}

const outcome = (state: string, rest: object = {}) => ({
  state,
  record_id: null,
  error: null,
  ...rest,
});
const lost = refusal('network_failed');

const ORDER = {
  currency_match_id: '1',
  side: 'buy',
  type: 'limit',
  price: '97000',
  quantity: '0.5',
};

test('an order is sent once, and the fields wait for the next one at the same price', async () => {
  const { ticket, calls, submit, reaches } = setUp({ placeOrder: [{ id: '7' }] });
  submit();
  submit('key-of-a-second-tap');
  await reaches({ ready: 'accepted' });

  expect(calls).toEqual([
    { name: 'placeOrder', request: ORDER, command: { key: KEY, expiresAt: EXPIRES_AT } },
  ]);
  expect(ticket.getSnapshot().context).toMatchObject({
    placed: { id: '7' },
    fields: { price: '97000', size: '' },
  });
});

test('after a lost answer, the outcome is read by the key until it is known, and the order is shown', async () => {
  const { ticket, calls, submit, reaches, isAsked, seeks } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [outcome('pending'), lost, outcome('executed', { record_id: '7' })],
    getOrder: [{ id: '7' }],
  });
  submit();
  await reaches('unknown');
  // No other order can be sent while the outcome is unknown.
  ticket.send({ type: 'fields.edit', fields: { size: '0.1' } });
  submit('key-of-another-wish');
  await seeks('pausing');
  clock.increment(LIMITS.command_outcome_poll_ms - 1);
  await isAsked(1);
  clock.increment(1);
  await isAsked(2);
  await seeks('pausing');
  clock.increment(LIMITS.command_outcome_poll_ms);
  await reaches({ ready: 'accepted' });

  const asked = {
    name: 'getCommandOutcome',
    request: {
      path: '/api/private/spot/place_order',
      idempotency_key: KEY,
      expires_at: String(EXPIRES_AT),
    },
    command: undefined,
  };
  expect(calls.slice(1)).toEqual([
    asked,
    asked,
    asked,
    { name: 'getOrder', request: { id: '7' }, command: undefined },
  ]);
  expect(ticket.getSnapshot().context).toMatchObject({ placed: { id: '7' }, fields: { size: '' } });
});

test('an order that was placed but cannot be read yet is read again', async () => {
  const { submit, reaches, seeks } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [
      outcome('executed', { record_id: '7' }),
      outcome('executed', { record_id: '7' }),
    ],
    getOrder: [lost, { id: '7' }],
  });
  submit();
  await seeks('pausing');
  clock.increment(LIMITS.command_outcome_poll_ms);
  await reaches({ ready: 'accepted' });
});

test('without a network no request is sent until it is back; a tap sends one immediately', async () => {
  const { ticket, submit, reaches, isAsked, seeks, network, timesCalled } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [lost, outcome('pending'), outcome('not_executed')],
  });
  submit();
  await seeks('pausing');
  network(false);
  await seeks('offline');
  clock.increment(10 * LIMITS.command_outcome_poll_ms);
  await isAsked(1);
  network(true);
  await isAsked(2);
  await seeks('pausing');
  ticket.send({ type: 'outcome.ask' });
  await reaches({ ready: 'notPlaced' });
  expect(timesCalled('placeOrder')).toBe(1);
});

test('an order that came too late leaves the fields; the next tap sends it with a new key', async () => {
  const { ticket, calls, submit, reaches } = setUp({
    placeOrder: [lost, { id: '8' }],
    getCommandOutcome: [outcome('not_executed')],
  });
  submit();
  await reaches({ ready: 'notPlaced' });
  expect(ticket.getSnapshot().context.fields).toMatchObject({ price: '97000', size: '0.5' });
  submit('key-of-another-tap');
  await reaches({ ready: 'accepted' });
  const placed = calls.filter(({ name }) => name === 'placeOrder');
  expect(placed.map(({ command }) => command)).toEqual([
    { key: KEY, expiresAt: EXPIRES_AT },
    { key: 'key-of-another-tap', expiresAt: EXPIRES_AT },
  ]);
});

test('a refusal whose answer was lost is shown next to its field', async () => {
  const { ticket, submit, reaches } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [outcome('refused', { error: 'price_outside_band' })],
  });
  submit();
  await reaches({ ready: 'refused' });
  expect(ticket.getSnapshot().context.problems).toEqual([
    { field: 'price', error: 'price_outside_band' },
  ]);
});

test('an order that the server has forgotten clears the size: the history shows its outcome', async () => {
  const { ticket, submit, reaches } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [outcome('forgotten')],
  });
  submit();
  await reaches({ ready: 'outdated' });
  expect(ticket.getSnapshot().context.fields).toMatchObject({ price: '97000', size: '' });
});

test('giving up clears the size and stops all requests', async () => {
  const { ticket, submit, seeks, timesCalled } = setUp({
    placeOrder: [lost],
    getCommandOutcome: [outcome('pending'), outcome('pending')],
  });
  submit();
  await seeks('pausing');
  ticket.send({ type: 'order.abandon' });
  expect(ticket.getSnapshot().context.fields.size).toBe('');
  clock.increment(10 * LIMITS.command_outcome_poll_ms);
  expect(timesCalled('getCommandOutcome')).toBe(1);
});

test.each<[ErrorName, 'price' | 'size' | null]>([
  ['price_outside_band', 'price'],
  ['insufficient_balance', 'size'],
  ['too_many_open_orders', null],
  ['verification_required', null],
])('%s is shown next to %s until a field changes', async (error, field) => {
  const { ticket, submit, reaches } = setUp({ placeOrder: [refusal(error)] });
  submit();
  await reaches({ ready: 'refused' });
  expect(ticket.getSnapshot().context.problems).toEqual([{ field, error }]);
  ticket.send({ type: 'fields.edit', fields: { price: '96000' } });
  expect(ticket.getSnapshot().context.problems).toEqual([]);
});

test.each<ProblemName>(['unexpected_reply', 'internal_error', 'service_unavailable'])(
  '%s does not reveal the outcome of the order',
  async (error) => {
    const { ticket, submit, reaches } = setUp({ placeOrder: [refusal(error)] });
    submit();
    await reaches('unknown');
    expect(ticket.getSnapshot().context.failure).toBe(error);
  },
);

test('a ticket with broken rules is not sent', () => {
  const { ticket, calls, submit } = setUp({});
  ticket.send({ type: 'fields.edit', fields: { size: '0.6' } });
  submit();
  expect(calls).toEqual([]);
  expect(ticket.getSnapshot().context.problems).toEqual([
    { field: 'size', error: 'insufficient_balance' },
  ]);
});
