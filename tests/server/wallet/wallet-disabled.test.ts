/** Withdrawals of users who are disabled or on hold before the signature: they wait, and nothing is sent. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN } from '../../support/spot-exchange.ts';
import type { ScriptedChain } from '../../support/wallet/scripted-chain.ts';
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

const phaseOf = async (id: number) =>
  ensure(await findWithdrawal(rig.database, id), `withdrawal ${id}`).phase;
const disable = (userId: number, at: number | null) =>
  rig.database.execute(sql`update users set disabled_at_ms = ${at} where id = ${userId}`);
async function nextBlock(chain: ScriptedChain): Promise<void> {
  await rig.broadcasts.headMoved(chain.name, await chain.head());
  await rig.broadcasts.idle();
}
/** Approved automatically; its chain could not pay it immediately. */
async function waiting(chain: ScriptedChain) {
  const person = await rig.newPerson(100n * COIN);
  chain.hindrance = 'short_of_funds';
  const id = (await rig.withdraw(person, chain.name, 20n * COIN)) ?? 0;
  await rig.broadcasts.idle();
  chain.hindrance = null;
  return { person, id };
}

test('an approved withdrawal waits while its owner is disabled, and continues afterwards', async () => {
  const chain = rig.newChain();
  const { person, id } = await waiting(chain);
  await disable(person, rig.now);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  const alsoWrite = () => Promise.resolve();
  const decision = { withdrawalId: id, operatorId: 1, now: rig.now, alsoWrite };
  expect(await rig.review.release(decision, 5)).toMatchObject({ ok: true });
  await rig.broadcasts.idle();
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);

  await disable(person, null);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
  expect(await rig.faults()).toEqual([]);
});

test('an approved withdrawal is not signed if its owner is disabled while the chain is asked', async () => {
  const chain = rig.newChain();
  const { person, id } = await waiting(chain);
  const prepare = chain.prepare.bind(chain);
  chain.prepare = async (order) => {
    await disable(person, rig.now);
    return prepare(order);
  };
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);
});

test('an operator rejects a withdrawal of a disabled owner, and the amount is returned', async () => {
  const chain = rig.newChain();
  const { person, id } = await waiting(chain);
  await disable(person, rig.now);
  const alsoWrite = () => Promise.resolve();
  const decision = { withdrawalId: id, operatorId: 1, now: rig.now, alsoWrite };
  expect(await rig.review.reject(decision, 'other', null)).toMatchObject({ ok: true });
  expect(await phaseOf(id)).toBe('rejected');
  await expect.poll(() => rig.balance(person)).toEqual({ available: 100n * COIN, frozen: 0n });
});

const hold = (userId: number, until: number) =>
  rig.database.execute(sql`
    insert into user_security (user_id, withdrawal_hold_until_ms, withdrawal_hold_reason)
    values (${userId}, ${until}, 'password_changed')
    on conflict (user_id) do update set withdrawal_hold_until_ms = ${until}`);
const isListed = async (id: number) =>
  (await rig.review.listDamaged()).some(({ row }) => row.id === id);

test('a withdrawal that was approved before a security change waits for the hold, and operators see it', async () => {
  const chain = rig.newChain();
  const { person, id } = await waiting(chain);
  await hold(person, rig.now + 1);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(await isListed(id)).toBe(true);
  expect(chain.sent).toEqual([]);

  await rig.advance(1);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
  expect(await isListed(id)).toBe(false);
});

test('a hold that begins while the chain is asked keeps the signature from being stored', async () => {
  const chain = rig.newChain();
  const { person, id } = await waiting(chain);
  const prepare = chain.prepare.bind(chain);
  chain.prepare = async (order) => {
    await hold(person, rig.now + 1);
    return prepare(order);
  };
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);
});
