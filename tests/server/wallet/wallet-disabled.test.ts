/** Withdrawals of users who are disabled or on hold before the signature: they wait, and nothing is sent. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import type { ScriptedChain } from '../../support/custody/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();
const { decisionOn, isListed, nextBlock, phaseOf } = wallet;

const disable = (userId: number, at: number | null) =>
  wallet.rig.database.execute(sql`update users set disabled_at_ms = ${at} where id = ${userId}`);
async function waiting(chain: ScriptedChain) {
  const person = await wallet.rig.newPerson(100n * COIN);
  return { person, id: await wallet.approved(chain, person) };
}

test('an approved withdrawal waits while its owner is disabled, and continues afterwards', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  await disable(person, wallet.rig.now);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(await wallet.rig.review.release(decisionOn(id), 5)).toMatchObject({ ok: true });
  await wallet.rig.broadcasts.idle();
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);

  await disable(person, null);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
  expect(await wallet.rig.faults()).toEqual([]);
});

test('an approved withdrawal is not signed if its owner is disabled while the chain is asked', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  const prepare = chain.prepare.bind(chain);
  chain.prepare = async (order) => {
    await disable(person, wallet.rig.now);
    return prepare(order);
  };
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);
});

test('an approved withdrawal of an owing owner waits, and what its rejection returns is collected', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  await wallet.rig.database.execute(sql`
    insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
      shortfall, confirmations, phase, revision, created_at_ms, updated_at_ms)
    values (${person}, ${USDT}, ${chain.name}, 'a', 'lost', 0, ${90n * COIN}, ${90n * COIN}, 0, 'reversed', 1, 0, 0)`);
  const collect = async () => wallet.rig.deposits.headMoved(chain.name, await chain.head());
  await collect();
  expect(wallet.rig.balance(person)).toEqual({ available: 0n, frozen: 20n * COIN });
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(await isListed(id)).toBe(true);
  expect(chain.sent).toEqual([]);

  expect(await wallet.rig.review.reject(decisionOn(id), 'other', null)).toMatchObject({ ok: true });
  await expect.poll(() => wallet.rig.balance(person).available).toBe(20n * COIN);
  await collect();
  expect(wallet.rig.balance(person)).toEqual({ available: 10n * COIN, frozen: 0n });
});

test('an operator rejects a withdrawal of a disabled owner, and the amount is returned', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  await disable(person, wallet.rig.now);
  expect(await wallet.rig.review.reject(decisionOn(id), 'other', null)).toMatchObject({ ok: true });
  expect(await phaseOf(id)).toBe('rejected');
  await expect
    .poll(() => wallet.rig.balance(person))
    .toEqual({ available: 100n * COIN, frozen: 0n });
});

const hold = (userId: number, until: number) =>
  wallet.rig.database.execute(sql`
    insert into user_security (user_id, withdrawal_hold_until_ms, withdrawal_hold_reason)
    values (${userId}, ${until}, 'password_changed')
    on conflict (user_id) do update set withdrawal_hold_until_ms = ${until}`);

test('a withdrawal that was approved before a security change waits for the hold, and operators see it', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  await hold(person, wallet.rig.now + 1);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(await isListed(id)).toBe(true);
  expect(chain.sent).toEqual([]);

  await wallet.rig.advance(1);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
  expect(await isListed(id)).toBe(false);
});

test('a hold that begins while the chain is asked keeps the signature from being stored', async () => {
  const chain = wallet.rig.newChain();
  const { person, id } = await waiting(chain);
  const prepare = chain.prepare.bind(chain);
  chain.prepare = async (order) => {
    await hold(person, wallet.rig.now + 1);
    return prepare(order);
  };
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);
});
