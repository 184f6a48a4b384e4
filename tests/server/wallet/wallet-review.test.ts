/** The verdicts of operators on withdrawals in manual review, and the chain's own evidence. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { refuse } from '../../../contract/result.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN } from '../../support/spot-exchange.ts';
import { WalletRig } from '../../support/wallet/wallet-rig.ts';

let scratch: ScratchDatabase;
let rig: WalletRig;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  rig = await WalletRig.open(await scratch.copy());
});
afterAll(async () => {
  await rig.close();
  await scratch.stop();
});

/** A withdrawal of 40 of 100 coins whose transaction is in the newest block and paid nothing. */
async function failedInBlock() {
  const chain = rig.newChain();
  const userId = await rig.newPerson(100n * COIN);
  const id = ensure((await rig.withdraw(userId, chain.name, 40n * COIN)) ?? undefined, 'id');
  await rig.broadcasts.idle();
  const row = ensure(await findWithdrawal(rig.database, id), 'withdrawal');
  const hash = ensure(row.transactionHash ?? undefined, 'hash');
  const block = { number: chain.headNumber, hash: 'block' };
  chain.statuses.set(hash, { kind: 'mined', block, succeeded: false });
  await rig.broadcasts.headMoved(chain.name, await chain.head());
  const phase = async () => (await findWithdrawal(rig.database, id))?.phase;
  expect(await phase()).toBe('manual_review');
  const alsoWrite = () => Promise.resolve();
  const decision = { withdrawalId: id, operatorId: 1, now: rig.now, alsoWrite };
  return { chain, userId, hash, phase, decision };
}

test('a transaction that paid nothing is not accepted as the payment of a withdrawal', async () => {
  const { userId, hash, phase, decision } = await failedInBlock();
  expect(await rig.review.confirmSent(decision, hash)).toEqual(refuse('transaction_hash_invalid'));
  expect(await phase()).toBe('manual_review');
  expect(rig.balance(userId)).toEqual({ available: 60n * COIN, frozen: 40n * COIN });
});

test('a withdrawal whose transaction paid nothing is returned only once no reorganization can change that', async () => {
  const { chain, userId, phase, decision } = await failedInBlock();
  chain.headNumber += LIMITS.withdrawal_confirmations - 2;
  expect(await rig.review.declareUnsent(decision, null)).toEqual(refuse('still_payable'));
  expect(await phase()).toBe('manual_review');

  chain.headNumber += 1;
  expect(await rig.review.declareUnsent(decision, null)).toMatchObject({ ok: true });
  expect(await phase()).toBe('rejected');
  expect(rig.balance(userId)).toEqual({ available: 100n * COIN, frozen: 0n });
  expect(await rig.faults()).toEqual([]);
});

test('a second transaction may be named only once the failed one can never pay', async () => {
  const { chain, phase, decision } = await failedInBlock();
  const other = `0x${'cd'.repeat(32)}`;
  expect(await rig.review.confirmSent(decision, other)).toEqual(refuse('still_payable'));
  chain.headNumber += LIMITS.withdrawal_confirmations - 1;
  expect(await rig.review.confirmSent(decision, other)).toMatchObject({ ok: true });
  expect(await phase()).toBe('success');
});

test('an operator’s request to the chain is logged before it is sent, even if it decides nothing', async () => {
  const { chain, hash, phase, decision } = await failedInBlock();
  chain.statuses.set(hash, { kind: 'unknown' });
  const written: string[] = [];
  const cancel = chain.cancel.bind(chain);
  chain.cancel = async () => {
    written.push('cancelled');
    return cancel();
  };
  const alsoWrite = async () => void written.push('written');
  const answer = await rig.review.declareUnsent({ ...decision, alsoWrite }, null);
  expect(answer).toEqual(refuse('still_payable'));
  expect(written).toEqual(['written', 'cancelled']);
  expect(await phase()).toBe('manual_review');
});
