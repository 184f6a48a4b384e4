/** SQL of an attacker in the role of the running server on the terms of savings: the database keeps each, and a pass names it. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { callReasoned } from '../../support/desk/reasoned-calls.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import { recordedFaults } from '../../support/ledger/recorded-faults.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

let server: TestServer;
let thief: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  thief = await connectAsServer(server);
});
afterAll(async () => {
  await thief.end();
  await server.stop();
});

const faults = () => recordedFaults(server, 'staking_');

const NO_FAULT: readonly string[] = [];

/** Adds a position with the terms of product 1 except for one. */
const position = (dailyPpb: string, cycleDays = 'cycle_days') => `
  insert into staking_positions (user_id, product_id, currency_id, amount, daily_ppb, cycle_days, daily_dividend, phase,
    paid_days, first_day_ms, posting_id, revision, idempotency_key, request_id, created_at_ms, updated_at_ms)
  select (select min(id) from users), id, currency_id, amount_min, ${dailyPpb}, ${cycleDays}, 0, 'refused', 0, 0, null, 1, 'k', 'r', 0, 0
  from staking_products where id = 1`;

test('operators change and add terms, and the demo products have those of the seed', async () => {
  const user = await newUser(server, { coins: { USDT: '2000' } });
  dataOf(await subscribe(server, user, { amount: '1000' }));
  expect(await faults()).toEqual(NO_FAULT);
  const operator = await signInOperator(server);
  const { id } = await findProduct(server, 'USDT', 30);
  const terms = {
    daily_ppb: '150000',
    amount_min: '100',
    amount_max: '50000',
    user_max: '100000',
    quota: '5000000',
  };
  dataOf(await callReasoned(operator, 'saveStakingTerms', { id: String(id), ...terms }));
  dataOf(
    await callReasoned(operator, 'addStakingProduct', {
      currency_id: '1',
      cycle_days: '7',
      ...terms,
    }),
  );
  dataOf(await subscribe(server, user, { amount: '1000' }));
  expect(await faults()).toEqual(NO_FAULT);
});

test('a position of terms that its product does not offer is refused', async () => {
  for (const statement of [position('daily_ppb + 1'), position('daily_ppb', 'cycle_days + 1')])
    await expect(thief.query(statement)).rejects.toThrow(
      'product 1 does not offer the terms of the position',
    );
});

test('the role of the server adds no terms, and changes and removes none', async () => {
  for (const statement of [
    'insert into staking_terms (product_id) values (1)',
    'update staking_terms set daily_ppb = 1',
    'delete from staking_terms',
    'alter table staking_products disable trigger staking_products_changed',
  ])
    await expect(thief.query(statement)).rejects.toThrow(
      /^(permission denied for|must be owner of) table staking_\w+$/,
    );
});

test('a dividend that is raised for one subscription and set back is named', async () => {
  const user = await newUser(server, { coins: { USDT: '1000' } });
  const set = (change: string) =>
    thief.query(`update staking_products set daily_ppb = daily_ppb ${change} where id = 1`);
  await set('* 100');
  dataOf(await subscribe(server, user, { amount: '100' }));
  await set('/ 100');
  expect(await faults()).toContainEqual(
    expect.stringMatching(
      /^staking_terms_without_act: product_id 1, changes 3, acts 1, is_added t/,
    ),
  );
});

test('a product that no operator has added is named', async () => {
  const { rows } = await thief.query<{ id: number }>(`
    insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max, taken, state,
      revision, created_at_ms)
    select currency_id, 1, 1000000000, amount_min, amount_max, quota, user_max, 0, 'open', 1, created_at_ms
    from staking_products where id = 1 returning id`);
  expect(await faults()).toContainEqual(
    expect.stringContaining(
      `staking_terms_without_act: product_id ${rows[0]?.id}, changes 0, acts 0, is_added f`,
    ),
  );
});

test('a product whose change left no trace, and a position of an amount beyond all limits, are named', async () => {
  await withServerDatabase(server, (owner) =>
    owner.query(`
      alter table staking_products disable trigger staking_products_changed;
      update staking_products set daily_ppb = 7 where id = 2;
      alter table staking_products enable always trigger staking_products_changed;
      update staking_positions set amount = 1 where id = 1`),
  );
  const found = await faults();
  expect(found).toContainEqual(
    expect.stringMatching(/^staking_product_otherwise: product_id 2, daily_ppb 7, of_terms \d+/),
  );
  expect(found).toContainEqual(expect.stringMatching(/^staking_position_otherwise: position_id 1/));
});
