/** A database that was restored from a backup: what was paid after the backup is not paid again. */
import { mkdirSync, rmSync } from 'node:fs';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDataFolder, copyTemplateInto } from '../../support/databases/database-template.ts';
import { eventually } from '../../support/eventually.ts';
import { EvmNetwork } from '../../support/custody/evm-network.ts';
import { EVM_CHAIN_ID, startEvmNode, type EvmNode } from '../../support/custody/evm-node.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import {
  asWithdrawer,
  withdraw,
  withdrawalOf,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';

const CHAIN = 'local';
const USDT_UNIT = 10n ** 6n;
const ETHER = 10n ** 18n;

const folders = temporaryFolders();
const [dataDir, backup] = [folders.make(), folders.make()];
let node: EvmNode;
let network: EvmNetwork;
let token: Address;
let server: TestServer;
beforeAll(async () => {
  node = await startEvmNode();
  network = new EvmNetwork(node.url);
  token = await network.deployToken(10n ** 15n);
  await copyTemplateInto(dataDir, 'demo');
  server = await startTestServer({
    dataDir,
    env: {
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
      EVM_RPC_URL: node.url,
      EVM_CHAIN: CHAIN,
      EVM_CHAIN_ID: String(EVM_CHAIN_ID),
      EVM_BLOCK_MS: '500',
      EVM_TOKENS: `USDT:${token}:6`,
    },
  });
  const line = await server.waitForLog(/"hotWallet"/);
  const { hotWallet } = JSON.parse(line) as { hotWallet: Address };
  await network.setBalance(hotWallet, 100n * ETHER);
  await network.sendToken(token, 'transfer', hotWallet, 10_000n * USDT_UNIT);
  await network.mine();
});
afterAll(async () => {
  await server.stop();
  await node.stop();
  folders.removeAll();
});

async function backUp(): Promise<void> {
  await server.stop();
  await copyDataFolder(dataDir, backup);
  await server.restart();
}
async function restore(): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, maxRetries: 5 });
  mkdirSync(dataDir, { mode: 0o711 });
  await copyDataFolder(backup, dataDir);
  await server.restart();
}

const ask = (person: Withdrawer) => withdraw(server, person, { amount: '60' });
const minedUntil = (check: () => Promise<void>) =>
  eventually(
    async () => {
      await network.mine();
      await check();
    },
    { timeout: 60_000, interval: 300 },
  );

const paid = (person: Withdrawer, id: string) =>
  minedUntil(async () =>
    expect(await withdrawalOf(server, person, id)).toMatchObject({ phase: 'success' }),
  );

test('a withdrawal that was paid after the backup is found before any request, and is not paid twice', async () => {
  const address = privateKeyToAddress(generatePrivateKey());
  const options = { isCertified: true, hasPayPassword: true, coins: { USDT: '5000' } };
  const user = await newUser(server, options);
  const person = await asWithdrawer(server, user, 'USDT', { chain: CHAIN, address });
  const operator = await signInOperator(server);
  const reason = 'the same recipient and amount';
  const { id: paidId } = dataOf(await ask(person));
  await paid(person, paidId);
  // It waits for review, in the backup too.
  const { id: laterId } = dataOf(await withdraw(server, person, { amount: '2000' }));
  await backUp();
  await operator.ask('approveWithdrawal', { id: laterId, reason });
  await paid(person, laterId);
  const arrived = await network.tokenBalance(token, address);

  await restore();
  const halts = async () => (await operator.ask('listChainHalts', {})).halts;
  await eventually(async () =>
    expect(await halts()).toMatchObject([{ chain: CHAIN, cause: 'foreign_nonces' }]),
  );
  expect(errorOf(await ask(person))).toBe('chain_withdrawals_closed');
  expect(await withdrawalOf(server, person, laterId)).toMatchObject({
    phase: 'pending_review',
    transaction_hash: null,
  });

  // The transaction after the backup paid the pending withdrawal: named so, it is the only payment.
  const [halt] = await halts();
  const { id = '' } = halt ?? {};
  const { transactions } = await operator.ask('listForeignTransactions', { id });
  expect(transactions).toMatchObject([
    { nonce: 1, payment: { address }, withdrawals: [{ id: laterId }] },
  ]);
  const named = { id, nonce: '1', withdrawal_id: laterId, reason };
  await operator.ask('nameForeignTransaction', named);
  await operator.ask('acknowledgeChainHalt', { id, reason });
  await minedUntil(async () =>
    expect(await withdrawalOf(server, person, laterId)).toMatchObject({
      phase: 'success',
      transaction_hash: transactions[0]?.hash,
    }),
  );
  expect(await network.tokenBalance(token, address)).toBe(arrived);
});
