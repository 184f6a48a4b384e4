/** The recipient is checked before the freeze; the network fee is checked before the signature. */
import { expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import type { ScriptedChain } from '../../support/custody/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();
const { approved, decisionOn, nextBlock, rowOf } = wallet;

/** The transfer is mined and pays nothing. */
async function failWhenMined(chain: ScriptedChain, id: number): Promise<void> {
  const { transactionHash } = await rowOf(id);
  const block = { number: chain.headNumber, hash: 'block' };
  const failed = { kind: 'mined', block, succeeded: false } as const;
  chain.statuses.set(transactionHash ?? '', failed);
  chain.headNumber += 10;
  await nextBlock(chain);
  expect((await rowOf(id)).phase).toBe('manual_review');
}

/** Like {@link failWhenMined}, followed by an operator's refund. */
async function endUnpaid(chain: ScriptedChain, id: number): Promise<void> {
  await failWhenMined(chain, id);
  await giveBack(id);
}

async function giveBack(id: number): Promise<void> {
  expect(await wallet.rig.review.declareUnsent(decisionOn(id), null)).toMatchObject({ ok: true });
}

test('a recipient that cannot be paid is refused, and nothing is frozen', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'not_payable';
  const person = await wallet.rig.newPerson(100n * COIN);

  expect(await wallet.rig.request(person, chain.name, 40n * COIN)).toEqual({
    ok: false,
    error: 'recipient_not_payable',
  });
  expect(wallet.rig.balance(person)).toEqual({ available: 100n * COIN, frozen: 0n });
});

test('no node is asked about an amount that the user does not have', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'not_payable';
  const person = await wallet.rig.newPerson(100n * COIN);
  expect(await wallet.rig.request(person, chain.name, 101n * COIN)).toEqual({
    ok: false,
    error: 'insufficient_balance',
  });
});

test('a chain that cannot answer now delays no withdrawal', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'unreachable';

  const asked = await wallet.rig.request(
    await wallet.rig.newPerson(100n * COIN),
    chain.name,
    40n * COIN,
  );
  expect(asked).toMatchObject({ ok: true });
});

test('contracts are paid one withdrawal of a user at a time, and no more once one has failed', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'contract';
  const person = await wallet.rig.newPerson(100n * COIN);
  const ask = () => wallet.rig.request(person, chain.name, 20n * COIN);
  const first = await ask();
  await wallet.rig.broadcasts.idle();
  expect(await ask()).toMatchObject({ error: 'contract_payment_waits' });
  expect(
    await wallet.rig.request(await wallet.rig.newPerson(100n * COIN), chain.name, 20n * COIN),
  ).toMatchObject({ ok: true });

  const id = first.ok ? first.value : 0;
  await failWhenMined(chain, id);
  expect(await ask()).toMatchObject({ error: 'contract_payment_waits' });
  await giveBack(id);
  expect(await ask()).toMatchObject({ error: 'recipient_not_payable' });
  chain.recipient = 'plain';
  expect(await ask()).toMatchObject({ ok: true });
  expect(await wallet.rig.faults()).toEqual([]);
});

test('contracts of a user are paid again a week after one has failed', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'contract';
  const person = await wallet.rig.newPerson(100n * COIN);
  const id = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  await endUnpaid(chain, id);
  const ask = () => wallet.rig.request(person, chain.name, 20n * COIN);
  await wallet.rig.advance(CHAIN_LIMITS.withdrawal_contract_hold_ms - 1);
  expect(await ask()).toMatchObject({ error: 'recipient_not_payable' });
  await wallet.rig.advance(1);
  expect(await ask()).toMatchObject({ ok: true });
});

test('a recipient that has got code since its check is checked again before it is signed', async () => {
  const chain = wallet.rig.newChain();
  const person = await wallet.rig.newPerson(100n * COIN);
  const first = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  const second = await approved(chain, person);
  const asked = chain.prepared.length;

  chain.recipient = 'contract';
  await nextBlock(chain);
  expect((await rowOf(second)).phase).toBe('approved');
  // One payment to a contract failed, so no other is signed, although it was requested before.
  await endUnpaid(chain, first);
  await nextBlock(chain);
  expect((await rowOf(second)).phase).toBe('approved');
  expect(chain.prepared.length).toBe(asked);
  chain.recipient = 'not_payable';
  await nextBlock(chain);
  expect(chain.prepared.length).toBe(asked);

  chain.recipient = 'plain';
  await nextBlock(chain);
  expect((await rowOf(second)).phase).toBe('confirming');
  expect(await wallet.rig.faults()).toEqual([]);
});

test('once a payment in the chain’s own coin was mined and failed, no recipient of the user gets any for a week', async () => {
  const chain = wallet.rig.newChain();
  chain.feeCurrencyId = USDT;
  const person = await wallet.rig.newPerson(100n * COIN);
  const first = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  const second = await approved(chain, person);
  await failWhenMined(chain, first);
  // The limit holds while no operator has handled the first, and for one requested before.
  expect((await rowOf(second)).phase).toBe('approved');
  const ask = () => wallet.rig.request(person, chain.name, 20n * COIN);
  expect(await ask()).toMatchObject({ error: 'recipient_not_payable' });
  await giveBack(first);
  expect(await ask()).toMatchObject({ error: 'recipient_not_payable' });

  await wallet.rig.advance(CHAIN_LIMITS.withdrawal_contract_hold_ms);
  await nextBlock(chain);
  expect((await rowOf(second)).phase).toBe('confirming');
});

test('a canceled payment that was never mined proves nothing about its recipient', async () => {
  const chain = wallet.rig.newChain();
  chain.feeCurrencyId = USDT;
  const person = await wallet.rig.newPerson(100n * COIN);
  const id = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  chain.statuses.set((await rowOf(id)).transactionHash ?? '', { kind: 'impossible' });
  await nextBlock(chain);
  await giveBack(id);

  expect(await wallet.rig.request(person, chain.name, 20n * COIN)).toMatchObject({ ok: true });
});

test('no withdrawal is signed while the chain cannot answer about its recipient', async () => {
  const chain = wallet.rig.newChain();
  chain.recipient = 'unreachable';
  const person = await wallet.rig.newPerson(100n * COIN);
  const id = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  await nextBlock(chain);
  expect((await rowOf(id)).phase).toBe('approved');
  expect(chain.prepared).toEqual([]);

  chain.recipient = 'plain';
  await nextBlock(chain);
  expect((await rowOf(id)).phase).toBe('confirming');
});

test('a payment to a contract is signed once the previous one is complete', async () => {
  const chain = wallet.rig.newChain();
  const person = await wallet.rig.newPerson(100n * COIN);
  const first = (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  const second = await approved(chain, person);
  chain.recipient = 'contract';
  await nextBlock(chain);
  expect((await rowOf(second)).phase).toBe('approved');
  const block = { number: chain.headNumber, hash: 'block' };
  const paid = { kind: 'mined', block, succeeded: true } as const;
  chain.statuses.set((await rowOf(first)).transactionHash ?? '', paid);
  chain.headNumber += CHAIN_LIMITS.withdrawal_confirmations;
  await nextBlock(chain);
  expect((await rowOf(first)).phase).toBe('success');
  expect((await rowOf(second)).phase).toBe('confirming');
});

test('sending may cost three times the fee of the withdrawal, in the coin of the chain’s fees', async () => {
  const chain = wallet.rig.newChain();
  const person = await wallet.rig.newPerson(100n * COIN);
  await wallet.rig.withdraw(person, chain.name, 20n * COIN);
  await wallet.rig.broadcasts.idle();
  chain.feeCurrencyId = USDT;
  await wallet.rig.withdraw(person, chain.name, 20n * COIN);
  await wallet.rig.broadcasts.idle();

  expect(chain.prepared.map(({ networkFeeMax }) => networkFeeMax)).toEqual([null, 3n * COIN]);
});

test('a withdrawal above its fee limit is tried again when an operator raises it, and returned when one rejects it', async () => {
  const chain = wallet.rig.newChain();
  const person = await wallet.rig.newPerson(100n * COIN);
  chain.hindrance = 'too_dear';
  const [dear, other] = [
    (await wallet.rig.withdraw(person, chain.name, 20n * COIN)) ?? 0,
    (await wallet.rig.withdraw(person, chain.name, 30n * COIN)) ?? 0,
  ];
  await wallet.rig.broadcasts.idle();
  const { revision } = await rowOf(dear);
  const decision = { ...decisionOn(dear), revision };

  expect(await wallet.rig.review.release(decision, 5)).toMatchObject({ ok: true });
  await wallet.rig.broadcasts.idle();
  expect(chain.prepared.findLast(({ amount }) => amount < 20n * COIN)?.feeMaxFactor).toBe(5);
  expect(await wallet.rig.review.release(decision, 10)).toMatchObject({ error: 'already_decided' });
  const { revision: next, phase } = await rowOf(dear);
  expect(phase).toBe('approved');
  chain.hindrance = null;
  expect(await wallet.rig.review.release({ ...decision, revision: next }, 1)).toMatchObject({
    ok: true,
  });
  await wallet.rig.broadcasts.idle();
  expect((await rowOf(dear)).phase).toBe('confirming');
  expect(chain.prepared.findLast(({ amount }) => amount < 20n * COIN)?.feeMaxFactor).toBe(1);

  chain.hindrance = 'too_dear';
  const third = (await wallet.rig.withdraw(person, chain.name, 10n * COIN)) ?? 0;
  await wallet.rig.broadcasts.idle();
  const refused = { ...decision, withdrawalId: third, revision: (await rowOf(third)).revision };
  expect(await wallet.rig.review.reject(refused, 'other', null)).toMatchObject({ ok: true });
  expect((await rowOf(third)).phase).toBe('rejected');
  expect((await rowOf(other)).phase).toBe('confirming');
  expect(await wallet.rig.faults()).toEqual([]);
});

test('a withdrawal without a fee is bounded by the chain alone, and is not stuck', async () => {
  const chain = wallet.rig.newChain();
  chain.feeCurrencyId = USDT;
  wallet.rig.withdrawalFee = 0n;
  await wallet.rig.withdraw(await wallet.rig.newPerson(100n * COIN), chain.name, 20n * COIN);
  await wallet.rig.broadcasts.idle();
  wallet.rig.withdrawalFee = COIN;

  expect(chain.prepared.map(({ networkFeeMax }) => networkFeeMax)).toEqual([null]);
});
