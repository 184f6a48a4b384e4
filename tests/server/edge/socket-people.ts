/** Clients of `auth` and USER, and their assertions. */
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { UserMessage, UserSnapshotMessage } from '../../../contract/channels.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { type Client, type Harness } from './socket-harness.ts';
import { orderOf } from '../../support/spot/hand-spot-view.ts';
import { eventually } from '../../support/eventually.ts';

export const ANN = 7;
export const BOB = 8;

export const SUB = { type: 'sub', params: 'USER' };

export const errorsOf = (client: Client): string[] =>
  client.messages.flatMap((message) => (message.type === 'error' ? [message.error] : []));

export async function signedIn(harness: Harness, token: string): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'auth', token });
  await client.waitFor(({ type }) => type === 'auth');
  return client;
}

/** A socket of that user with its snapshot. */
export async function follower(
  harness: Harness,
  userId: number,
  token = harness.sessions.issue(userId),
): Promise<Client> {
  const client = await signedIn(harness, token);
  client.send(SUB);
  await client.waitFor(({ type }) => type === 'USER');
  return client;
}

/** A new socket of that user that continues after `after`. */
export async function returning(harness: Harness, userId: number, after: object): Promise<Client> {
  const client = await signedIn(harness, harness.sessions.issue(userId));
  client.send({ ...SUB, after });
  await client.settle();
  return client;
}

/** Commits an order of that user. */
export const place = (harness: Harness, userId: number, id: number): void =>
  harness.exchange.commit({ orders: [orderOf(userId, id)] });

/** Stream and number of the last received event. */
export function positionOf(client: Client) {
  const { stream, seq } = ensure(client.of('USER').at(-1), 'something of USER');
  return { stream, seq };
}

/** Ids of the orders in the events. */
export const orderIds = (messages: readonly UserMessage[]): string[] =>
  messages.flatMap((message) =>
    message.kind === 'event' && message.event.kind === 'order' ? [message.event.record.id] : [],
  );

export const snapshotsOf = (client: Client): UserSnapshotMessage[] =>
  client.of('USER').filter((message) => message.kind === 'snapshot');

export const waitForEvents = (client: Client, count: number) =>
  eventually(() => expect(orderIds(client.of('USER'))).toHaveLength(count));

/** Resolves when the server has checked the time and handled everything due. */
export async function passMinutes(harness: Harness, minutes: number): Promise<void> {
  const witness = await signedIn(
    harness,
    harness.sessions.issue(BOB, 'witness', minutes * MINUTE_MS),
  );
  harness.clock.time += minutes * MINUTE_MS;
  await witness.settle();
  await witness.waitFor(({ type }) => type === 'error');
  witness.webSocket.terminate();
}
