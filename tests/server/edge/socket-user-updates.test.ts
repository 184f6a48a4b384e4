/** User events over USER: in one numbering with orders, to no other user, and kept for a reconnect. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UserMessage } from '../../../contract/channels.ts';
import { feedbackSample, verificationSample } from '../../support/wire-samples.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import { ANN, BOB, follower, place, positionOf, returning } from './socket-people.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const tell = (userId: number, title: string) =>
  harness.updates.publish(userId, { kind: 'feedback', record: feedbackSample({ title }) });

/** Number and content of each event. */
const heard = (client: Client) =>
  client.of('USER').flatMap((message: UserMessage) => {
    if (message.kind !== 'event') return [];
    const { event } = message;
    return [[message.seq, event.kind === 'feedback' ? event.record.title : event.kind]];
  });

test('news and orders are numbered together, in the order of their commits', async () => {
  const ann = await follower(harness, ANN);
  tell(ANN, 'one');
  place(harness, ANN, 1);
  harness.updates.publish(ANN, { kind: 'verification', record: verificationSample() });
  tell(ANN, 'two');
  await ann.settle();
  expect(heard(ann)).toEqual([
    [1, 'one'],
    [2, 'order'],
    [3, 'verification'],
    [4, 'two'],
  ]);
});

test('every device of the user gets them, no other user does', async () => {
  const [first, second, bob] = [
    await follower(harness, ANN),
    await follower(harness, ANN),
    await follower(harness, BOB),
  ];
  tell(ANN, 'of Ann');
  for (const client of [first, second, bob]) await client.settle();
  expect([heard(first), heard(second), heard(bob)]).toEqual([[[1, 'of Ann']], [[1, 'of Ann']], []]);
});

test('a returning reader gets the missed ones; a new one gets a snapshot without them', async () => {
  tell(ANN, 'before anybody listened');
  const ann = await follower(harness, ANN);
  tell(ANN, 'heard');
  await ann.settle();
  const position = positionOf(ann);
  ann.webSocket.terminate();
  tell(ANN, 'missed');
  expect(heard(await returning(harness, ANN, position))).toEqual([[2, 'missed']]);

  const other = await follower(harness, ANN);
  const [snapshot] = other.of('USER');
  expect(snapshot).toMatchObject({ kind: 'snapshot', seq: 2, orders: [], balances: [] });
  expect(Object.keys(snapshot ?? {}).toSorted()).toEqual(
    ['balances', 'kind', 'orders', 'seq', 'stream', 'type'].toSorted(),
  );
});

test('after the gateway has closed they are sent to no reader, without a fault', async () => {
  await follower(harness, ANN);
  await harness.gateway.close();
  expect(() => tell(ANN, 'too late')).not.toThrow();
});
