/** MARK: the marks of all contract markets, in batches. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { MARK_QUOTE } from './socket-sources.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
  harness.marks.set(1, '97250');
  harness.marks.set(2, '3420', { state: 'frozen' });
});
afterEach(() => harness.stop());

async function reader(): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'sub', params: 'MARK' });
  await eventually(() => expect(client.of('MARK')).not.toEqual([]));
  return client;
}
const pricesOf = (client: Client, marketId: number) =>
  client
    .of('MARK')
    .filter(({ lever_market_id: id }) => id === marketId)
    .map(({ mark }) => mark.price);

test('the present marks of all markets come first', async () => {
  const client = await reader();

  expect(client.of('MARK')).toEqual([
    {
      type: 'MARK',
      lever_market_id: 1,
      mark: { ...MARK_QUOTE, price: '97250' },
    },
    {
      type: 'MARK',
      lever_market_id: 2,
      mark: { ...MARK_QUOTE, price: '3420', state: 'frozen' },
    },
  ]);
});

test('of many marks within a tenth of a second the last is sent', async () => {
  const client = await reader();
  for (let price = 97_251; price <= 97_350; price += 1) harness.marks.set(1, String(price));
  await eventually(() => expect(pricesOf(client, 1).at(-1)).toBe('97350'));

  expect(pricesOf(client, 1)).toEqual(['97250', '97350']);
  expect(pricesOf(client, 2)).toEqual(['3420']);
});

test('a reader that left gets no more', async () => {
  const [client, other] = [await reader(), await reader()];
  client.send({ type: 'unsub', params: 'MARK' });
  await client.settle();
  harness.marks.set(1, '97300');
  await eventually(() => expect(pricesOf(other, 1)).toContain('97300'));

  expect(pricesOf(client, 1)).toEqual(['97250']);
});
