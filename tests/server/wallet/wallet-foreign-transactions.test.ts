/**
 * Transactions of the hot wallet that the database does not know, as after a restore from a backup: an
 * operator names each before the chain opens, and a named withdrawal is not paid again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { haltOf, parkWithdrawal, payForeign } from '../../support/wallet/chain-halts.ts';
import {
  inPhase,
  newOutsideAddress,
  newWithdrawer,
  withdraw,
  withdrawalOf,
} from '../../support/wallet/wallet-users.ts';

const CHAIN = 'development';
const reason = 'compared with a block explorer';

let server: TestServer;
let chain: ChainControl;
let operator: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  chain = new ChainControl(server);
  await chain.stopMining();
  await chain.mine();
  operator = await signInOperator(server);
});
afterAll(() => server.stop());

const revisionOf = async (id: string) => {
  const { halts } = await operator.ask('listChainHalts', {});
  return String(halts.find((halt) => halt.id === id)?.revision);
};
const name = async (id: string, fields: object) =>
  operator.call('nameForeignTransaction', {
    id,
    revision: await revisionOf(id),
    reason,
    ...fields,
  } as never);
const acknowledge = async (id: string) =>
  operator.call('acknowledgeChainHalt', { id, revision: await revisionOf(id), reason });

/** Names a transaction of the newest block: a reorganization may still drop it, and free its nonce. */
async function nameWhenDeep(id: string, nonce: number): Promise<void> {
  const fields = { nonce: String(nonce) };
  expect(errorOf(await name(id, fields))).toBe('transaction_unconfirmed');
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations - 2);
  expect(errorOf(await name(id, fields))).toBe('transaction_unconfirmed');
  await chain.mine();
  dataOf(await name(id, fields));
}

test('a wallet that was used before is adopted at once, and signs with the next nonce', async () => {
  const payment = { address: newOutsideAddress(), amount: '1' };
  for (let count = 0; count < 3; count++) await payForeign(server, payment);
  await server.restart();
  await chain.stopMining();
  await chain.mine();
  // Found before a withdrawal is requested.
  const { halts } = await operator.ask('listChainHalts', {});
  expect(halts).toMatchObject([{ chain: CHAIN, cause: 'foreign_nonces' }]);
  const id = halts[0]?.id ?? '';
  const found = await operator.ask('listForeignTransactions', { id });
  expect(found).toMatchObject({ count: 3, is_first_use: true });
  expect(errorOf(await acknowledge(id))).toBe('chain_check_fails');
  expect(errorOf(await name(id, { nonce: '0', last_nonce: '3' }))).toBe('record_changed');

  dataOf(await name(id, { nonce: '0', last_nonce: '2' }));
  dataOf(await acknowledge(id));
  const ann = await newWithdrawer(server, { USDT: '100' });
  const paid = dataOf(await withdraw(server, ann, { amount: '20' }));
  await inPhase(server, ann, paid.id, 'confirming');
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await inPhase(server, ann, paid.id, 'success');
});

test('a withdrawal that was paid before the restore gets its transaction, and no second payment', async () => {
  const ann = await newWithdrawer(server, { USDT: '50000' });
  const { id: paidId } = dataOf(await withdraw(server, ann, { amount: '2000' }));
  const { id: unpaidId } = dataOf(await withdraw(server, ann, { amount: '3000' }));
  const { arrival_amount: arrival } = await withdrawalOf(server, ann, paidId);
  const enable = await parkWithdrawal(server, unpaidId, () =>
    operator.ask('approveWithdrawal', { id: unpaidId, reason }),
  );
  const foreign = { address: ann.address, amount: arrival };
  const { nonce, hash } = await payForeign(server, foreign);
  await payForeign(server, { ...foreign, address: newOutsideAddress() }, 1);
  const id = await haltOf(server, CHAIN, 'foreign_nonces');
  await enable();

  const found = await operator.ask('listForeignTransactions', { id });
  expect(found).toMatchObject({
    count: 2,
    is_first_use: false,
    transactions: [
      {
        nonce,
        hash,
        payment: { amount: arrival, address: ann.address },
        withdrawals: [{ id: paidId }],
      },
      { nonce: nonce + 1, withdrawals: [] },
    ],
  });
  const first = { nonce: String(nonce) };
  // The operator cannot name both together, the second before the first, or a withdrawal that it did not pay.
  expect(errorOf(await name(id, { ...first, last_nonce: String(nonce + 1) }))).toBe(
    'record_changed',
  );
  expect(errorOf(await name(id, { nonce: String(nonce + 1) }))).toBe('record_changed');
  expect(errorOf(await name(id, { ...first, withdrawal_id: unpaidId }))).toBe(
    'transaction_differs',
  );
  expect(errorOf(await name(id, first))).toBe('transaction_pays_withdrawal');
  const otherHash = `0x${'0'.repeat(64)}`;
  const wrongHash = { ...first, withdrawal_id: paidId, transaction_hash: otherHash };
  expect(errorOf(await name(id, wrongHash))).toBe('transaction_differs');
  // It waits for review: naming approves it.
  dataOf(await name(id, { ...first, withdrawal_id: paidId }));
  expect(errorOf(await acknowledge(id))).toBe('chain_check_fails');
  await nameWhenDeep(id, nonce + 1);
  dataOf(await acknowledge(id));
  await chain.mine();
  await inPhase(server, ann, unpaidId, 'confirming');
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);

  await inPhase(server, ann, unpaidId, 'success');
  const paid = await inPhase(server, ann, paidId, 'success');
  expect(paid.transaction_hash).toBe(hash);
  const payments = await chain.paymentsTo(ann.address);
  expect(payments.map((one) => one.amount).toSorted()).toEqual([
    arrival,
    String(3000 - Number(paid.fee)),
  ]);
  const { entries } = await operator.ask('listAudit', {
    subject_kind: 'chain_halt',
    subject_id: id,
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'chain_halt.acknowledge',
    'chain_halt.name',
    'chain_halt.name',
  ]);
  expect(entries.at(-1)?.details).toMatchObject({ withdrawal: paidId, transaction_hash: hash });
  expect((await server.verifyLedger()).faults).toEqual([]);
});
