/** SQL of an attacker in the role of the running server on terms of contracts and of fast contracts: a pass names each version. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { callReasoned } from '../../support/desk/reasoned-calls.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { MicroUser } from '../../support/micro/micro-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { recordedFaults } from '../../support/ledger/recorded-faults.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';

const MICRO = {
  profit_ppm: '500000',
  loss_ppm: '600000',
  stake_min: '2',
  stake_max: '20',
  owner_limit: '40',
  side_limit: '50000',
  skew_limit: '20000',
};
const LEVER = {
  lots_min: '5',
  lots_max: '500',
  multiples: '2,5,10',
  spread_ppm: '400',
  fee_ppm: '600',
  night_ppm: '0',
  net_limit: '1000000',
  gross_limit: '4000000',
  owner_limit: '52000',
};

let server: TestServer;
let thief: Client;
let market: ContractMarket;
/** A fast contract of BTC. */
let product: string;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', INDEX_LOG: 'on' } });
  thief = await connectAsServer(server);
  const { rows } = await thief.query<{ id: string }>(
    "select id::text from micro_products where instrument = 'BTC/USDT' and seconds = 30",
  );
  product = ensure(rows[0], 'a product of BTC').id;
  market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
});
afterAll(async () => {
  await thief.end();
  await server.stop();
});

const faults = () => recordedFaults(server, 'micro_terms_', 'lever_terms_');

test('operators change terms and add a product, and the terms of the seed need no act', async () => {
  const operator = await signInOperator(server);
  const [micro, lever] = [{ id: product }, { id: market.id }];
  dataOf(await callReasoned(operator, 'saveMicroTerms', { ...micro, ...MICRO }));
  dataOf(await callReasoned(operator, 'saveLeverTerms', { ...lever, ...LEVER }));
  for (const status of ['halted', 'trading'] as const) {
    dataOf(await callReasoned(operator, 'setMicroProductStatus', { ...micro, status }));
    dataOf(await callReasoned(operator, 'setLeverMarketStatus', { ...lever, status }));
  }
  dataOf(
    await callReasoned(operator, 'addMicroProduct', {
      instrument: 'BTC/USDT',
      seconds: '45',
      ...MICRO,
    }),
  );
  const ann = await ContractUser.open(server, '10000');
  await ann.place(market, { lots: '5' });
  const bob = await MicroUser.open(server, '100');
  await bob.placeOpen(product, 'up', '10');
  expect(await faults()).toEqual([]);
});

/** Adds a version of the terms with other values. */
const version = (table: string, key: string, id: string, change: string): string => `
  insert into ${table}
  select (jsonb_populate_record(last, jsonb_build_object('revision', revision + 1) || ${change})).*
  from ${table} last where ${key} = ${id} order by revision desc limit 1`;
const microVersion = (change: string) => version('micro_terms', 'product_id', product, change);
const leverVersion = (change: string) => version('lever_terms', 'market_id', market.id, change);

test('a profit of fast contracts that is raised for one order and set back is named', async () => {
  await thief.query(`update micro_products set profit_ppm = 9000000 where id = ${product}`);
  await thief.query(microVersion(`'{"profit_ppm": 9000000}'`));
  await thief.query(microVersion(`'{"profit_ppm": 500000}'`));
  const found = await faults();
  expect(found).toContain(
    `micro_terms_without_act: product_id ${product}, name profitPpm, value 9000000, changes 1, acts 0`,
  );
  expect(found).toContain(
    `micro_terms_without_act: product_id ${product}, name profitPpm, value 500000, changes 2, acts 1`,
  );
});

test('a halted product that no operator has opened again is named', async () => {
  await thief.query(microVersion(`'{"status": "halted"}'`));
  expect(await faults()).not.toContainEqual(expect.stringContaining('name status'));
  await thief.query(microVersion(`'{"status": "trading"}'`));
  expect(await faults()).toContain(
    `micro_terms_without_act: product_id ${product}, name status, value trading, changes 2, acts 1`,
  );
});

test('other multiples and no fee of a contract market are named', async () => {
  await thief.query(leverVersion(`'{"multiples": [1000], "fee_ppm": 0}'`));
  const found = await faults();
  for (const [name, value] of [
    ['multiples', '1000'],
    ['feePpm', '0'],
  ])
    expect(found).toContain(
      `lever_terms_without_act: product_id ${market.id}, name ${name}, value ${value}, changes 1, acts 0`,
    );
});

test('a product and a market that no operator has added are named', async () => {
  await thief.query(`
    insert into micro_products select (jsonb_populate_record(own, '{"id": 900, "seconds": 7}')).*
    from micro_products own where id = ${product};
    insert into micro_terms select (jsonb_populate_record(own, '{"product_id": 900, "at_ms": 1}')).*
    from micro_terms own where product_id = ${product} and revision = 1;
    insert into lever_terms select (jsonb_populate_record(own, '{"market_id": 900, "revision": 1}')).*
    from lever_terms own where market_id = ${market.id} and revision = 2`);
  const found = await faults();
  expect(found).toContainEqual(
    expect.stringMatching(/^micro_terms_without_act: product_id \d+, name product, value 1/),
  );
  expect(found).toContain(
    'lever_terms_without_act: product_id 900, name product, value 1, changes 1, acts 0',
  );
});
