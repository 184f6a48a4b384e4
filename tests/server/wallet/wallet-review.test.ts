/** The verdicts of operators on withdrawals in manual review, and the chain's own evidence. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { refuse } from '../../../contract/result.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { COIN } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();

/** A withdrawal of 40 of 100 coins whose transaction is in the newest block and paid nothing. */
async function failedInBlock() {
  const chain = wallet.rig.newChain();
  const userId = await wallet.rig.newPerson(100n * COIN);
  const id = ensure((await wallet.rig.withdraw(userId, chain.name, 40n * COIN)) ?? undefined, 'id');
  await wallet.rig.broadcasts.idle();
  const row = ensure(await findWithdrawal(wallet.rig.database, id), 'withdrawal');
  const hash = ensure(row.transactionHash ?? undefined, 'hash');
  const block = { number: chain.headNumber, hash: 'block' };
  chain.statuses.set(hash, { kind: 'mined', block, succeeded: false });
  await wallet.rig.broadcasts.headMoved(chain.name, await chain.head());
  const phase = async () => (await findWithdrawal(wallet.rig.database, id))?.phase;
  expect(await phase()).toBe('manual_review');
  const alsoWrite = () => Promise.resolve();
  const decision = { withdrawalId: id, operatorId: 1, now: wallet.rig.now, alsoWrite };
  return { chain, userId, hash, phase, decision };
}

test('a transaction that paid nothing is not accepted as the payment of a withdrawal', async () => {
  const { userId, hash, phase, decision } = await failedInBlock();
  expect(await wallet.rig.review.confirmSent(decision, hash)).toEqual(
    refuse('transaction_hash_invalid'),
  );
  expect(await phase()).toBe('manual_review');
  expect(wallet.rig.balance(userId)).toEqual({ available: 60n * COIN, frozen: 40n * COIN });
});

test('a withdrawal whose transaction paid nothing is returned only once no reorganization can change that', async () => {
  const { chain, userId, phase, decision } = await failedInBlock();
  chain.headNumber += CHAIN_LIMITS.withdrawal_confirmations - 2;
  expect(await wallet.rig.review.declareUnsent(decision, null)).toEqual(refuse('still_payable'));
  expect(await phase()).toBe('manual_review');

  chain.headNumber += 1;
  expect(await wallet.rig.review.declareUnsent(decision, null)).toMatchObject({ ok: true });
  expect(await phase()).toBe('rejected');
  expect(wallet.rig.balance(userId)).toEqual({ available: 100n * COIN, frozen: 0n });
  expect(await wallet.rig.faults()).toEqual([]);
});

test('a second transaction may be named only once the failed one can never pay', async () => {
  const { chain, phase, decision } = await failedInBlock();
  const other = `0x${'cd'.repeat(32)}`;
  expect(await wallet.rig.review.confirmSent(decision, other)).toEqual(refuse('still_payable'));
  chain.headNumber += CHAIN_LIMITS.withdrawal_confirmations - 1;
  expect(await wallet.rig.review.confirmSent(decision, other)).toMatchObject({ ok: true });
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
  const answer = await wallet.rig.review.declareUnsent({ ...decision, alsoWrite }, null);
  expect(answer).toEqual(refuse('still_payable'));
  expect(written).toEqual(['written', 'cancelled']);
  expect(await phase()).toBe('manual_review');
});
