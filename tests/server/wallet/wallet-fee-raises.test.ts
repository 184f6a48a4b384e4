/** Withdrawals that wait for a block: their fee is raised for the same nonce, and they are paid once. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import type { TransferStatus } from '../../../server/areas/custody/custody.area.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import type { ScriptedChain } from '../../support/custody/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { RULES } from '../../support/wallet/wallet-rig.ts';

const wallet = useWalletRig();
const { approved, decisionOn, isListed, nextBlock, phaseOf, rowOf } = wallet;
afterEach(() => {
  wallet.rig.isConsistent = true;
});

const PENDING: TransferStatus = { kind: 'pending' };
const RAISED = { hash: `0x${'ab'.repeat(32)}`, rawTransaction: 'raised elsewhere' };
const deep = (chain: ScriptedChain, succeeded = true): TransferStatus => ({
  kind: 'mined',
  block: { number: chain.headNumber - RULES.withdrawalConfirmations, hash: 'block' },
  succeeded,
});

const disable = (userId: number) =>
  wallet.rig.database.execute(sql`update users set disabled_at_ms = 1 where id = ${userId}`);

type Waiting = Awaited<ReturnType<typeof waiting>>;
/** A withdrawal that the network has, and no block. */
async function waiting(chain = wallet.rig.newChain()) {
  const person = await wallet.rig.newPerson(100n * COIN);
  const id = await approved(chain, person);
  await nextBlock(chain);
  const first = (await rowOf(id)).transactionHash ?? '';
  chain.statuses.set(first, PENDING);
  return { chain, person, id, first };
}

/** Lets so much time pass that the fee may be raised, and the chain sign a higher one. */
async function raise(chain: ScriptedChain): Promise<void> {
  await wallet.rig.advance(RULES.raiseFeeAfterMs);
  chain.raising = 'signed';
  await nextBlock(chain);
  chain.raising = null;
}

const paidOnce = (person: number) =>
  expect.poll(() => wallet.rig.balance(person)).toEqual({ available: 80n * COIN, frozen: 0n });

test('a fee is raised after a while, and again after another, for the same nonce', async () => {
  const chain = wallet.rig.newChain();
  chain.feeCurrencyId = USDT;
  const { id, first } = await waiting(chain);
  chain.raising = 'signed';
  await wallet.rig.advance(RULES.raiseFeeAfterMs - 1);
  await nextBlock(chain);
  expect(chain.raised).toEqual([]);

  await wallet.rig.advance(1);
  await nextBlock(chain);
  await nextBlock(chain);
  const second = (await rowOf(id)).transactionHash;
  expect(second).not.toBe(first);
  await wallet.rig.advance(RULES.raiseFeeAfterMs);
  await nextBlock(chain);
  const third = (await rowOf(id)).transactionHash;

  expect(chain.sent.map(({ hash }) => hash)).toEqual([first, second, third]);
  expect(chain.sent.map(({ rawTransaction }) => rawTransaction)).toEqual(
    ['', '+', '++'].map((raises) => `${chain.sent[0]?.rawTransaction}${raises}`),
  );
  // The chain knows of all fees that were signed before.
  expect(chain.raised.map((transfers) => transfers.length)).toEqual([1, 2]);
  // The limit is that of the first signature: three times the fee of the withdrawal.
  const limits = chain.raiseOrders.map(({ networkFeeMax }) => networkFeeMax);
  expect(limits).toEqual([3n * COIN, 3n * COIN]);
  expect((await rowOf(id)).signedTransfers.map(({ hash }) => hash)).toEqual([first, second, third]);
  expect(await phaseOf(id)).toBe('confirming');
});

describe('after its fee was raised, a withdrawal', () => {
  test('ends with the raised transaction, if a block has that one', async () => {
    const { chain, person, id } = await waiting();
    await raise(chain);
    const { transactionHash: raised } = await rowOf(id);
    chain.statuses.set(raised ?? '', deep(chain));
    await nextBlock(chain);

    expect(await rowOf(id)).toMatchObject({ phase: 'success', transactionHash: raised });
    await paidOnce(person);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('ends with the first transaction, if a block has that one', async () => {
    const { chain, person, id, first } = await waiting();
    await raise(chain);
    const { transactionHash: raised } = await rowOf(id);
    chain.statuses.set(first, deep(chain)).set(raised ?? '', { kind: 'impossible' });
    await nextBlock(chain);

    expect(await rowOf(id)).toMatchObject({ phase: 'success', transactionHash: first });
    await paidOnce(person);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('names the transaction of its present block over a reorganization', async () => {
    const { chain, id, first } = await waiting();
    await raise(chain);
    const raised = (await rowOf(id)).transactionHash ?? '';
    const young = { kind: 'mined', block: { number: chain.headNumber + 1, hash: 'b' } } as const;
    chain.statuses.set(first, { ...young, succeeded: true });
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ confirmations: 1, transactionHash: first });

    chain.statuses.set(first, { kind: 'unknown' });
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ phase: 'confirming', confirmations: 0 });
    // The highest fee is sent again.
    expect(chain.sent.at(-1)?.hash).toBe(raised);
    chain.statuses.set(raised, deep(chain));
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ phase: 'success', transactionHash: raised });
  });

  test('is not impossible while its first transaction is mined between two questions', async () => {
    const { chain, id, first } = await waiting();
    await raise(chain);
    const raised = (await rowOf(id)).transactionHash ?? '';
    chain.statuses.set(first, { kind: 'unknown' }).set(raised, { kind: 'impossible' });
    const status = chain.status.bind(chain);
    chain.status = async (transfer) => {
      const answer = await status(transfer);
      if (transfer.hash === first) chain.statuses.set(first, deep(chain));
      return answer;
    };
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ phase: 'success', transactionHash: first });
  });

  test('is given back only when neither transaction can pay', async () => {
    const { chain, person, id, first } = await waiting();
    await raise(chain);
    const raised = (await rowOf(id)).transactionHash ?? '';
    await wallet.rig.advance(RULES.broadcastTimeoutMs);
    expect(await phaseOf(id)).toBe('manual_review');
    chain.statuses.set(first, deep(chain)).set(raised, { kind: 'impossible' });
    const { review } = wallet.rig;
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(refuse('still_payable'));
    expect(await review.confirmSent(decisionOn(id), raised)).toEqual(
      refuse('transaction_hash_invalid'),
    );
    expect(await review.confirmSent(decisionOn(id), first)).toMatchObject({ ok: true });
    await paidOnce(person);
  });

  test('is not decided while one of its transactions is missing in its row', async () => {
    const { chain, id, first } = await waiting();
    await raise(chain);
    await wallet.rig.database.execute(sql`
      update withdrawals set signed_transfers = '[]' where id = ${id}`);
    chain.statuses.set(first, { kind: 'impossible' });
    await nextBlock(chain);
    expect(await phaseOf(id)).toBe('confirming');
    expect(await isListed(id)).toBe(true);
  });

  test('is sent again when the broadcast of the raised fee was lost', async () => {
    const { chain, id, first } = await waiting();
    chain.answers = ['unreachable'];
    await raise(chain);
    await wallet.rig.advance(RULES.raiseFeeAfterMs);
    await nextBlock(chain);
    const raised = (await rowOf(id)).transactionHash;
    expect(chain.sent.map(({ hash }) => hash)).toEqual([first, raised, raised]);
  });
});

describe('no fee is raised', () => {
  test.each([
    ['the ledger is inconsistent', () => void (wallet.rig.isConsistent = false)],
    ['the owner is disabled', ({ person }: Waiting) => disable(person)],
    [
      'the withdrawals of the chain are closed',
      ({ chain }: Waiting) =>
        wallet.rig.health.halt(wallet.rig.database, chain.name, 'fork_too_deep', 'a test'),
    ],
  ])('while %s', async (_, hinder) => {
    const found = await waiting();
    await hinder(found);
    await raise(found.chain);
    expect(await rowOf(found.id)).toMatchObject({
      phase: 'confirming',
      transactionHash: found.first,
    });
    expect(found.chain.sent).toHaveLength(1);
  });

  test('while the newest fee suffices', async () => {
    const { chain, id, first } = await waiting();
    await wallet.rig.advance(RULES.raiseFeeAfterMs);
    await nextBlock(chain);
    expect(chain.raised).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ transactionHash: first, signedTransfers: [] });
    expect(chain.sent).toHaveLength(1);
  });

  test('when the owner is disabled during the signature', async () => {
    const { chain, person, id, first } = await waiting();
    const sign = chain.raise.bind(chain);
    chain.raise = async (...asked) => {
      await disable(person);
      return sign(...asked);
    };
    await raise(chain);
    expect(await rowOf(id)).toMatchObject({ transactionHash: first, signedTransfers: [] });
    expect(chain.sent).toHaveLength(1);
  });

  test('a second time when another server raised it during the signature', async () => {
    const { chain, id, first } = await waiting();
    const sign = chain.raise.bind(chain);
    chain.raise = async (...asked) => {
      const by = { role: 'system', userId: 0 } as const;
      const event = { type: 'transaction.replaced', by, hash: RAISED.hash } as const;
      const extra = { signedTransfers: [...asked[0], RAISED] };
      await wallet.rig.withdrawals.send(id, event, wallet.rig.now, { extra });
      return sign(...asked);
    };
    await raise(chain);
    const { signedTransfers } = await rowOf(id);
    expect(signedTransfers.map(({ hash }) => hash)).toEqual([first, RAISED.hash]);
  });

  test('above its limits: operators see the withdrawal until a block has it', async () => {
    const { chain, id, first } = await waiting();
    const other = await waiting(chain);
    await wallet.rig.advance(RULES.raiseFeeAfterMs);
    chain.raising = 'too_dear';
    await nextBlock(chain);
    expect(await isListed(id)).toBe(true);
    // Amounts that others signed count as spent; the own amount does not.
    expect(chain.raiseOrders[0]?.underWay.map(({ hash }) => hash)).toEqual([other.first]);

    chain.statuses.set(first, deep(chain));
    await nextBlock(chain);
    expect(await phaseOf(id)).toBe('success');
    expect(await isListed(id)).toBe(false);
  });
});

/** The chain has a payment at the nonce that only an earlier run of the server knew. */
async function paidUnknown(amount = 19n * COIN) {
  const found = await waiting();
  const { chain, first } = found;
  const target = { currencyId: USDT, address: 'outside', amount };
  chain.spend = { nonce: 1, feeMax: 0n, cancellationFeeMax: 0n };
  chain.used = { nonce: 1, ...RAISED, target };
  chain.statuses.set(first, { kind: 'impossible' }).set(RAISED.hash, deep(chain));
  return found;
}

describe('a database that has lost the raised fee, after a restore from a backup,', () => {
  test('finds the payment and ends the withdrawal with it', async () => {
    const { chain, person, id } = await paidUnknown();
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ phase: 'success', transactionHash: RAISED.hash });
    await paidOnce(person);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('watches the payment further when its block is young', async () => {
    const { chain, id } = await paidUnknown();
    const block = { number: chain.headNumber + 1, hash: 'b' };
    chain.statuses.set(RAISED.hash, { kind: 'mined', block, succeeded: true });
    await nextBlock(chain);
    expect(await rowOf(id)).toMatchObject({ confirmations: 1, transactionHash: RAISED.hash });
    await nextBlock(chain);
    await nextBlock(chain);
    expect(await phaseOf(id)).toBe('success');
  });

  test('gives nothing back in a manual review', async () => {
    const { chain, person, id, first } = await paidUnknown();
    chain.statuses.set(first, PENDING);
    await wallet.rig.advance(RULES.broadcastTimeoutMs);
    chain.statuses.set(first, { kind: 'impossible' });
    const { review } = wallet.rig;
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(refuse('still_payable'));
    expect(await review.confirmSent(decisionOn(id), RAISED.hash)).toMatchObject({ ok: true });
    await paidOnce(person);
  });

  test('gives nothing back while the chain does not show what its nonce paid', async () => {
    const { chain, person, id } = await paidUnknown();
    chain.keepsNonces = false;
    await nextBlock(chain);
    expect(await phaseOf(id)).toBe('manual_review');
    const { review } = wallet.rig;
    const stillPayable = refuse('still_payable');
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(stillPayable);
    expect(await review.declareUnsent(decisionOn(id), null, RAISED.hash)).toEqual(stillPayable);
    const other = `0x${'cd'.repeat(32)}`;
    expect(await review.declareUnsent(decisionOn(id), null, other)).toEqual(stillPayable);
    expect(await review.confirmSent(decisionOn(id), other)).toEqual(stillPayable);
    expect(await review.confirmSent(decisionOn(id), RAISED.hash)).toMatchObject({ ok: true });
    await paidOnce(person);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('gives back what the transaction at its nonce did not pay, as soon as an operator names that', async () => {
    const { chain, person, id } = await paidUnknown(18n * COIN);
    chain.keepsNonces = false;
    await nextBlock(chain);
    const { review } = wallet.rig;
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(refuse('still_payable'));
    const unsent = await review.declareUnsent(decisionOn(id), null, RAISED.hash);
    expect(unsent).toMatchObject({ ok: true });
    const { available } = wallet.rig.balance(person);
    expect(available).toBe(100n * COIN);
  });

  test('gives nothing back for a transaction of another nonce', async () => {
    const { chain, id } = await paidUnknown(18n * COIN);
    chain.keepsNonces = false;
    chain.used = chain.used && { ...chain.used, nonce: 2 };
    await nextBlock(chain);
    const unsent = await wallet.rig.review.declareUnsent(decisionOn(id), null, RAISED.hash);
    expect(unsent).toEqual(refuse('still_payable'));
  });

  test('gives nothing back for a payment in a form that is not signed here', async () => {
    const { chain, person, id } = await paidUnknown();
    chain.used = chain.used && { ...chain.used, rawTransaction: null };
    await nextBlock(chain);
    const { review } = wallet.rig;
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(refuse('still_payable'));
    expect(await review.confirmSent(decisionOn(id), RAISED.hash)).toMatchObject({ ok: true });
    await paidOnce(person);
  });

  test('gives nothing back for a payment of its address in a coin that was delisted', async () => {
    const { chain, person, id } = await paidUnknown();
    const target = { currencyId: null, address: 'outside' };
    chain.used = chain.used && { ...chain.used, target };
    await nextBlock(chain);
    const { review } = wallet.rig;
    expect(await review.declareUnsent(decisionOn(id), null)).toEqual(refuse('still_payable'));
    expect(await review.confirmSent(decisionOn(id), RAISED.hash)).toMatchObject({ ok: true });
    await paidOnce(person);
  });

  test('takes another payment at the nonce for none of the withdrawal', async () => {
    const { chain, id } = await paidUnknown(18n * COIN);
    await nextBlock(chain);
    expect(await phaseOf(id)).toBe('manual_review');
    expect(await wallet.rig.review.declareUnsent(decisionOn(id), null)).toMatchObject({ ok: true });
  });
});
