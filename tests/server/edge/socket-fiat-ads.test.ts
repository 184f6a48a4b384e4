/** FIAT_ADS: announces that a part of the fiat market may have changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECOND_MS } from '../../../contract/time.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

const PART = { params: 'FIAT_ADS', side: 'buy', currency_id: 1, fiat_code: 'CNY' } as const;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
  harness.fiatAds.versions.set('buy 1 CNY', 7).set('sell 1 CNY', 7);
});
afterEach(() => harness.stop());

const change = (version: number) => harness.fiatAds.versions.set('buy 1 CNY', version);
const heard = (client: Client) => client.of('FIAT_ADS').map(({ version }) => version);
const waitFor = (client: Client, version: number) =>
  eventually(() => expect(heard(client).at(-1)).toBe(version));

async function reader(fields: object = {}): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'sub', ...PART, ...fields });
  await eventually(() => expect(client.of('FIAT_ADS')).not.toEqual([]));
  return client;
}

test('the present version comes first, and names its market part', async () => {
  const client = await reader();

  expect(client.of('FIAT_ADS')).toEqual([
    { type: 'FIAT_ADS', side: 'buy', currency_id: 1, fiat_code: 'CNY', version: 7 },
  ]);
});

test('a change is sent to the readers of its part alone', async () => {
  const [client, other] = [await reader(), await reader({ side: 'sell' })];

  change(8);
  await waitFor(client, 8);

  expect([heard(client), heard(other)]).toEqual([[7, 8], [7]]);
});

test('of many changes within a second the first and the last are sent', async () => {
  const client = await reader();
  const began = performance.now();
  change(8);
  await waitFor(client, 8);
  for (let version = 9; version <= 40; version += 1) change(version);
  await waitFor(client, 40);

  expect(heard(client)).toEqual([7, 8, 40]);
  expect(performance.now() - began).toBeGreaterThanOrEqual(SECOND_MS);
});

test('a reader that left gets no more, and one that returns gets the version of that time', async () => {
  const [client, other] = [await reader(), await reader()];
  client.send({ ...PART, type: 'unsub' });
  await client.settle();
  change(8);
  await waitFor(other, 8);
  expect(heard(client)).toEqual([7]);

  client.send({ ...PART, type: 'sub' });

  await waitFor(client, 8);
});
