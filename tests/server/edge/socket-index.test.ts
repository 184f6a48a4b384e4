/** INDEX: the points of the last minute, then every point of the instrument as soon as it is there. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
  harness.index.write(250);
  harness.index.write(500);
});
afterEach(() => harness.stop());

async function reader(): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'sub', params: 'INDEX', instrument: 'BTC/USDT' });
  await eventually(() => expect(client.of('INDEX')).not.toEqual([]));
  return client;
}
/** The time before each message, and its times. */
const timesOf = (client: Client) =>
  client.of('INDEX').map(({ previous, points }) => [previous, ...points.map(({ time }) => time)]);

test('the last minute comes first, then each point with the time of the one before it', async () => {
  const client = await reader();
  harness.index.write(750);
  harness.index.write(1_000);
  await eventually(() => expect(client.of('INDEX')).toHaveLength(3));

  expect(timesOf(client)).toEqual([
    [null, 250, 500],
    [500, 750],
    [750, 1_000],
  ]);
  expect(client.of('INDEX')[1]?.points).toEqual([
    { time: 750, price: '750', gap: null, head: 'a'.repeat(64) },
  ]);
});

test('a reader that begins again gets the last minute again', async () => {
  const client = await reader();
  client.send({ type: 'sub', params: 'INDEX', instrument: 'BTC/USDT' });
  await eventually(() => expect(client.of('INDEX')).toHaveLength(2));

  expect(timesOf(client)).toEqual([
    [null, 250, 500],
    [null, 250, 500],
  ]);
});

test('a reader that left gets no more, and an unknown instrument is refused', async () => {
  const [client, other] = [await reader(), await reader()];
  client.send({ type: 'unsub', params: 'INDEX', instrument: 'BTC/USDT' });
  await client.settle();
  harness.index.write(750);
  await eventually(() => expect(timesOf(other)).toContainEqual([500, 750]));
  client.send({ type: 'sub', params: 'INDEX', instrument: 'XYZ/USDT' });
  const refusal = await client.waitFor((message) => message.type === 'error');

  expect(timesOf(client)).toEqual([[null, 250, 500]]);
  expect(refusal).toEqual({ type: 'error', error: 'unknown_market' });
});
