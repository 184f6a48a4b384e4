/** Withdrawals that statements of the server's role forge: none is held or paid, and each is named. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { forgeWithdrawal } from '../../support/wallet/forged-withdrawal.ts';
import {
  inPhase,
  newOutsideAddress,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';

let server: TestServer;
let thief: Withdrawer;
let own: string;
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  await new ChainControl(server).stopMining();
  thief = await newWithdrawer(server, { USDT: '200' });
  own = dataOf(await withdraw(server, thief, { amount: '40' })).id;
  await inPhase(server, thief, own, 'confirming');
});
afterAll(async () => {
  await server.stop();
});

/** Statements of an attacker who has the connection of the server. */
async function asAttacker<T>(work: (attacker: Client) => Promise<T>): Promise<T> {
  const attacker = await connectAsServer(server);
  try {
    return await work(attacker);
  } finally {
    await attacker.end();
  }
}

/** The column `seal` of a forged withdrawal: none, and that of the thief's own withdrawal. */
const SEALS = ['null', 'fresh.seal'];

test('a forged withdrawal without a right seal is neither held nor paid, and operators see it', async () => {
  const address = newOutsideAddress();
  const victims: Withdrawer[] = [];
  const forged: string[] = [];
  for (const seal of SEALS) {
    const victim = await newWithdrawer(server, { USDT: '100' });
    const terms = { victim: victim.email, address, own, seal };
    forged.push(await asAttacker((attacker) => forgeWithdrawal(attacker, terms)));
    victims.push(victim);
  }
  // The start books what an earlier run has left, and completes its requests.
  await server.kill();
  await server.restart();
  await new ChainControl(server).stopMining();
  // One that a user requests later is held and paid.
  const genuine = dataOf(await withdraw(server, thief, { amount: '20' }));
  await inPhase(server, thief, genuine.id, 'confirming');
  for (const victim of victims)
    expect(await balanceOf(server, victim, 'USDT')).toEqual({ available: '100', frozen: '0' });
  expect(await new ChainControl(server).paymentsTo(address)).toEqual([]);
  for (const id of forged)
    await server.waitForLog(new RegExp(`"withdrawal":${id},.*a requested withdrawal is damaged`));
  const operator = await signInOperator(server);
  const { withdrawals } = await operator.ask('listDamagedWithdrawals', {});
  expect(withdrawals.map(({ id, phase }) => `${id} ${phase}`).toSorted()).toEqual(
    forged.map((id) => `${id} requested`).toSorted(),
  );
});

test('the role of the server may neither change a seal nor list a withdrawal as older than seals', async () => {
  await asAttacker(async (attacker) => {
    for (const statement of [
      'update withdrawals set seal = null',
      `insert into withdrawals_before_seals values (${own})`,
      'update withdrawals_before_seals set withdrawal_id = 1',
      'delete from withdrawals_before_seals',
    ])
      await expect(attacker.query(statement)).rejects.toThrow('permission denied');
  });
  expect(await queryServer(server, 'select from withdrawals_before_seals')).toEqual([]);
});
