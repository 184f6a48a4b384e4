/** The order ticket with its real call; the server is a stand-in. */
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ErrorName } from '../../contract/errors/catalogue.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ProblemName } from '../../machines/app/problem.ts';
import type { ApiClient } from '../../src/app/api/api-client.ts';
import { ClientError } from '../../src/app/api/client-error.ts';
import { provideOrderTicket } from '../../src/app/forms/provide-order-ticket.ts';
import { TICKET_FACTS } from '../support/ticket-facts.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'key-of-the-first-wish';
const SENT_AT_MS = 1_000_000;
const refusal = (name: ProblemName) => new ClientError(name, { code: 1, msg: '' });

/** A ticket that is filled in, and a server that answers in turn. */
function setUp(...answers: readonly unknown[]) {
  const calls: { request: unknown; key: unknown }[] = [];
  let turn = 0;
  const call = async (_: string, request: unknown, options: { idempotencyKey: string }) => {
    calls.push({ request, key: options.idempotencyKey });
    const answer = answers[turn++];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const api = { call } as unknown as ApiClient;
  const ticket = createActor(provideOrderTicket({ api }), {
    input: { price: '97000', size: '0.5' },
  }).start();
  const submit = (key = KEY) =>
    ticket.send({ type: 'order.submit', key, facts: TICKET_FACTS, nowMs: SENT_AT_MS });
  const reaches = (state: Parameters<ReturnType<typeof ticket.getSnapshot>['matches']>[0]) =>
    eventually(() => expect(ticket.getSnapshot().matches(state)).toBe(true));
  return { ticket, calls, submit, reaches };
}

const ORDER = {
  currency_match_id: '1',
  side: 'buy',
  type: 'limit',
  price: '97000',
  quantity: '0.5',
};

test('an order is sent once, and the fields wait for the next one at the same price', async () => {
  const { ticket, calls, submit, reaches } = setUp({ id: '7' });
  submit();
  submit('key-of-a-second-tap');
  await reaches({ ready: 'accepted' });

  expect(calls).toEqual([{ request: ORDER, key: KEY }]);
  expect(ticket.getSnapshot().context).toMatchObject({
    placed: { id: '7' },
    fields: { price: '97000', size: '' },
  });
});

test('a lost reply is asked for again with the same order and key', async () => {
  const { ticket, calls, submit, reaches } = setUp(refusal('network_failed'), { id: '7' });
  submit();
  await reaches('unknown');
  // Nothing else can be sent while nobody knows.
  ticket.send({ type: 'fields.edit', fields: { size: '0.1' } });
  submit('key-of-another-wish');
  expect(ticket.getSnapshot().matches('unknown')).toBe(true);
  ticket.send({ type: 'order.retry', nowMs: SENT_AT_MS + LIMITS.idempotency_key_valid_ms - 1 });
  await reaches({ ready: 'accepted' });

  expect(calls).toEqual([
    { request: ORDER, key: KEY },
    { request: ORDER, key: KEY },
  ]);
});

test('an order whose key the server may have forgotten is not asked for again', async () => {
  const { ticket, calls, submit, reaches } = setUp(refusal('network_failed'), { id: '8' });
  submit();
  await reaches('unknown');
  ticket.send({ type: 'order.retry', nowMs: SENT_AT_MS + LIMITS.idempotency_key_valid_ms });
  expect(ticket.getSnapshot().matches({ ready: 'outdated' })).toBe(true);
  expect(ticket.getSnapshot().context.fields).toMatchObject({ price: '97000', size: '' });

  ticket.send({ type: 'fields.edit', fields: { size: '0.2' } });
  submit('key-of-another-wish');
  await reaches({ ready: 'accepted' });
  expect(calls.map(({ key }) => key)).toEqual([KEY, 'key-of-another-wish']);
});

test('who gives up begins with an empty size and a new key', async () => {
  const { ticket, calls, submit, reaches } = setUp(refusal('network_failed'), { id: '8' });
  submit();
  await reaches('unknown');
  ticket.send({ type: 'order.abandon' });
  expect(ticket.getSnapshot().context.fields.size).toBe('');
  ticket.send({ type: 'fields.edit', fields: { size: '0.2' } });
  submit('key-of-another-wish');
  await reaches({ ready: 'accepted' });
  expect(calls.map(({ key }) => key)).toEqual([KEY, 'key-of-another-wish']);
});

test.each<[ErrorName, 'price' | 'size' | null]>([
  ['price_outside_band', 'price'],
  ['insufficient_balance', 'size'],
  ['too_many_open_orders', null],
  ['verification_required', null],
])('%s is said beside %s until a field changes', async (error, field) => {
  const { ticket, submit, reaches } = setUp(refusal(error));
  submit();
  await reaches({ ready: 'refused' });
  expect(ticket.getSnapshot().context.problems).toEqual([{ field, error }]);
  ticket.send({ type: 'fields.edit', fields: { price: '96000' } });
  expect(ticket.getSnapshot().context.problems).toEqual([]);
});

test.each<ProblemName>(['unexpected_reply', 'internal_error', 'service_unavailable'])(
  '%s does not say what became of the order',
  async (error) => {
    const { ticket, submit, reaches } = setUp(refusal(error));
    submit();
    await reaches('unknown');
    expect(ticket.getSnapshot().context.failure).toBe(error);
  },
);

test.each<ProblemName>([
  'rate_limited',
  'need_login',
  'unauthorized',
  'session_ended',
  'user_disabled',
  'verification_required',
])(
  '%s is decided before the server looks for an order: asked again, it leaves the outcome open',
  async (error) => {
    const { calls, ticket, submit, reaches } = setUp(
      refusal('request_timeout'),
      refusal(error),
      refusal('insufficient_balance'),
    );
    submit();
    await reaches('unknown');
    ticket.send({ type: 'order.retry', nowMs: SENT_AT_MS });
    await eventually(() => expect(ticket.getSnapshot().context.failure).toBe(error));
    expect(ticket.getSnapshot().matches('unknown')).toBe(true);
    ticket.send({ type: 'order.retry', nowMs: SENT_AT_MS });
    await reaches({ ready: 'refused' });
    expect(calls.map(({ key }) => key)).toEqual([KEY, KEY, KEY]);
  },
);

test('a ticket with broken rules is not sent', () => {
  const { ticket, calls, submit } = setUp();
  ticket.send({ type: 'fields.edit', fields: { size: '0.6' } });
  submit();
  expect(calls).toEqual([]);
  expect(ticket.getSnapshot().context.problems).toEqual([
    { field: 'size', error: 'insufficient_balance' },
  ]);
});
