/** Withdrawals whose records can not be taken further: they hold up nobody else's. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { findWithdrawal } from '../../server/wallet/withdrawals.repo.ts';
import { startScratchDatabase } from '../support/scratch-database.ts';
import type { ScratchDatabase } from '../support/scratch-database.ts';
import { COIN } from '../support/spot-exchange.ts';
import { RULES, WalletRig } from '../support/wallet/wallet-rig.ts';
import { eventually } from '../support/eventually.ts';

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

const rowOf = async (id: number) =>
  ensure(await findWithdrawal(rig.database, id), `withdrawal ${id}`);

const IS_WITHDRAWAL = sql`kind = 'withdrawal'`;

test('of two that a block has, the one whose record is damaged waits, and the other is counted', async () => {
  const chain = rig.newChain();
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) {
    const userId = await rig.newPerson(100n * COIN);
    const id = await rig.withdraw(userId, chain.name, 40n * COIN);
    ids.push(ensure(id ?? undefined, 'withdrawal'));
  }
  await rig.broadcasts.idle();
  const block = { number: chain.headNumber, hash: 'block' };
  for (const id of ids) {
    const { transactionHash } = await rowOf(id);
    chain.statuses.set(transactionHash ?? '', { kind: 'mined', block, succeeded: true });
  }
  const ofFirst = sql`kind = 'withdrawal' and id = ${ids[0]}`;
  const counted = async () => {
    await rig.broadcasts.headMoved(chain.name, await chain.head());
    return Promise.all(ids.map(async (id) => (await rowOf(id)).confirmations));
  };

  await rig.database.execute(sql`update lifecycles set machine_version = 999 where ${ofFirst}`);
  const damaged = async () => (await rig.review.listDamaged()).map(({ row }) => row.id);
  expect(await counted()).toEqual([0, 1]);
  expect(await damaged()).toEqual([ids[0]]);
  // A block without news of it: nothing was asked of the record.
  const hash = (await rowOf(ids[0] ?? 0)).transactionHash ?? '';
  chain.statuses.set(hash, { kind: 'pending' });
  expect(await counted()).toEqual([0, 1]);
  expect(await damaged()).toEqual([ids[0]]);
  chain.statuses.set(hash, { kind: 'mined', block, succeeded: true });
  await rig.database.execute(sql`update lifecycles set machine_version = 1 where ${ofFirst}`);
  expect(await counted()).toEqual([1, 1]);
  expect(await damaged()).toEqual([]);
});

test('of two that are to be sent, the one whose record is damaged holds up no other', async () => {
  const chain = rig.newChain();
  chain.answers = ['unreachable', 'unreachable'];
  const withdraw = async () =>
    (await rig.withdraw(await rig.newPerson(100n * COIN), chain.name, 40n * COIN)) ?? 0;
  const damaged = await withdraw();
  const sound = await withdraw();
  await rig.broadcasts.idle();
  const phases = async () => [(await rowOf(damaged)).phase, (await rowOf(sound)).phase];
  expect(await phases()).toEqual(['broadcasting', 'broadcasting']);
  await rig.database.execute(sql`
    update withdrawals set is_broadcast_due = true where chain = ${chain.name}`);
  await rig.database.execute(sql`
    update lifecycles set machine_version = 999 where ${IS_WITHDRAWAL} and id = ${damaged}`);

  rig.broadcasts.wake(chain.name);
  await rig.broadcasts.idle();
  expect(await phases()).toEqual(['broadcasting', 'confirming']);
  const listed = (await rig.review.listDamaged()).map(({ row }) => row.id);
  expect(listed).toContain(damaged);
  expect(listed).not.toContain(sound);
});

test.each([
  ['that holds nothing', sql`update withdrawals set hold_posting_id = null`, sql`true`],
  ['of a newer program', sql`update lifecycles set machine_version = 999`, IS_WITHDRAWAL],
  ['that is lost', sql`update lifecycles set snapshot = '{"value": "lost"}'`, IS_WITHDRAWAL],
  ['without a life', sql`delete from lifecycles`, IS_WITHDRAWAL],
])('a requested one %s is left as it is, and others are ended', async (_, damage, ofKind) => {
  const { rows: before } = await rig.database.execute<{ id: number }>(
    sql`select id from withdrawals`,
  );
  const known = new Set(before.map(({ id }) => Number(id)));
  const people = [await rig.newPerson(100n * COIN), await rig.newPerson(100n * COIN)];
  const post = rig.postings.postOrRefuse.bind(rig.postings);
  rig.postings.postOrRefuse = () => Promise.reject(new Error('the server ends'));
  for (const userId of people)
    await expect(rig.withdraw(userId, rig.newChain().name, 40n * COIN)).rejects.toThrow('ends');
  rig.postings.postOrRefuse = post;
  const { rows } = await rig.database.execute<{ id: number }>(
    sql`select id from withdrawals where phase = 'requested' order by id`,
  );
  const [damaged = 0, sound = 0] = rows.map(({ id }) => Number(id)).filter((id) => !known.has(id));
  await rig.database.execute(sql`${damage} where id = ${damaged} and ${ofKind}`);

  await rig.withdrawals.recover(rig.now);
  await rig.withdrawals.recover(rig.now);
  await rig.broadcasts.idle();
  expect((await rowOf(damaged)).phase).toBe('requested');
  const listed = (await rig.review.listDamaged()).map(({ row }) => row.id);
  expect(listed).toContain(damaged);
  expect(listed).not.toContain(sound);
  expect((await rowOf(sound)).phase).toBe('confirming');
});

test('what can not be told after a delay has run out ends nothing else: the record has moved on', async () => {
  const chain = rig.newChain();
  chain.answers = ['unreachable'];
  const id = ensure(
    (await rig.withdraw(await rig.newPerson(100n * COIN), chain.name, 40n * COIN)) ?? undefined,
    'withdrawal',
  );
  await rig.broadcasts.idle();
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  const tell = rig.told.push.bind(rig.told);
  let isTold = false;
  rig.told.push = () => {
    isTold = true;
    throw new Error('nobody can be told');
  };
  await rig.advance(RULES.broadcastTimeoutMs);
  await eventually(() => expect(isTold).toBe(true));
  // A rejection that nobody takes is known by the next turn of the event loop.
  await new Promise(setImmediate);
  rig.told.push = tell;
  process.off('unhandledRejection', note);

  expect(rejections).toEqual([]);
  expect((await rowOf(id)).phase).toBe('manual_review');
});
