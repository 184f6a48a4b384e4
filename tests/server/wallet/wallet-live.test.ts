/** Open pages follow deposits and withdrawals: each change is pushed on USER, without a gap. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import type { UserEventOf } from '../../../contract/user-records.ts';
import { dataOf } from '../../support/users/accounts.ts';
import {
  inPhase,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { Client } from '../edge/socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let chain: ChainControl;
const clients: Client[] = [];

beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  chain = new ChainControl(server);
  await chain.stopMining();
});
afterAll(async () => {
  for (const client of clients) client.webSocket.terminate();
  await giveBack(server);
});

/** The USER events of `kind` for the user's page: phase and confirmations of each, in order. */
async function listen({ token }: Withdrawer, kind: 'deposit' | 'withdrawal') {
  const client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  clients.push(client);
  await client.waitFor(({ type }) => type === 'hello');
  client.send({ type: 'auth', token });
  await client.waitFor(({ type }) => type === 'auth');
  client.send({ type: 'sub', params: 'USER' });
  await client.waitFor(({ type }) => type === 'USER');
  return () =>
    client.of('USER').flatMap((message) => {
      if (message.kind !== 'event' || message.event.kind !== kind) return [];
      const { record } = message.event as UserEventOf<typeof kind>;
      return [`${record.revision} ${record.phase} ${record.confirmations}`];
    });
}

test('a deposit sends events from its pending payment to its sixth block', async () => {
  const ann = await newWithdrawer(server, {});
  const heard = await listen(ann, 'deposit');
  await chain.deposit(ann.token, 'USDT', '50');
  for (let block = 0; block < CHAIN_LIMITS.deposit_unlock_confirmations; block++)
    await chain.mine();

  await eventually(() =>
    expect(heard()).toEqual([
      '1 seen 0',
      '2 credited 1',
      '3 credited 2',
      '4 credited 3',
      '5 credited 4',
      '6 credited 5',
      '7 settled 6',
    ]),
  );
});

test('a pending deposit sends one event, and another when it is given up', async () => {
  const ann = await newWithdrawer(server, {});
  const heard = await listen(ann, 'deposit');
  const hash = await chain.deposit(ann.token, 'USDT', '50');
  await eventually(() => expect(heard()).toEqual(['1 seen 0']));
  await chain.forget(hash);
  await chain.giveUp();

  await eventually(() => expect(heard()).toEqual(['1 seen 0', '2 reversed 0']));
});

test('a withdrawal sends events from the request to the last block, to its owner only', async () => {
  const [ann, bob] = [
    await newWithdrawer(server, { USDT: '100' }),
    await newWithdrawer(server, { USDT: '100' }),
  ];
  const heard = await listen(ann, 'withdrawal');
  const heardByBob = await listen(bob, 'withdrawal');
  const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
  await inPhase(server, ann, id, 'confirming');
  for (let block = 0; block < CHAIN_LIMITS.withdrawal_confirmations; block++) await chain.mine();

  await eventually(() =>
    expect(heard()).toEqual([
      '2 approved 0',
      '3 broadcasting 0',
      '4 confirming 0',
      '5 confirming 1',
      '6 confirming 2',
      '7 confirming 3',
      '8 confirming 4',
      '9 confirming 5',
      '10 success 6',
    ]),
  );
  expect(heardByBob()).toEqual([]);
});
