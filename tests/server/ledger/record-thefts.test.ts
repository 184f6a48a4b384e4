/** SQL of an attacker in the role of the running server: PostgreSQL refuses each change of a record that would pay twice. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsServer } from '../../support/as-server.ts';
import { borrowServer, giveBack } from '../../support/shared-server.ts';
import type { TestServer } from '../../support/test-server.ts';
import { CONTRACT, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { ChainControl } from '../../support/wallet/chain-control.ts';
import { depositsOf, newWithdrawer } from '../../support/wallet/wallet-users.ts';

let server: TestServer;
let thief: Client;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  thief = await connectAsServer(server);
  const chain = new ChainControl(server);
  await chain.stopMining();
  const ann = await newWithdrawer(server, {});
  await chain.deposit(ann.token, 'USDT', '50');
  await chain.mine(6);
  await eventually(async () =>
    expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'settled' }]),
  );
  dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '10' }));
});
afterAll(async () => {
  await thief.end();
  await giveBack(server);
});

const POSTINGS = {
  spot_postings: "recipe = 'deposit.credited'",
  dealing_postings: "recipe = 'transfer.into_dealing'",
};

test.each(Object.entries(POSTINGS))('a booked row of %s stays as it is', async (table, which) => {
  await eventually(async () =>
    expect(
      (await thief.query(`select from ${table} where ${which} and number is not null`)).rowCount,
    ).toBeGreaterThan(0),
  );
  for (const change of ['number = null', 'number = null, refused_at_ms = 1', 'number = number + 1'])
    await expect(thief.query(`update ${table} set ${change} where ${which}`)).rejects.toThrow(
      /^posting \d+ of \w+ has ended$/,
    );
  for (const change of [
    "entries = '[]'",
    "cause_id = cause_id || '1'",
    'actor_id = 1',
    'waits_for = null',
    "recipe = 'seed.grant'",
  ])
    await expect(thief.query(`update ${table} set ${change} where ${which}`)).rejects.toThrow(
      /^(permission denied for table|rows of) \w+/,
    );
  await expect(thief.query(`delete from ${table} where ${which}`)).rejects.toThrow(
    /^(permission denied for table|rows of) \w+/,
  );
});
