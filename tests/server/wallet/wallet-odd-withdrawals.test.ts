/** Withdrawals with damaged records: they do not block those of other users. */
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { COIN } from '../../support/spot/spot-exchange.ts';
import type { ScriptedChain } from '../../support/custody/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { RULES } from '../../support/wallet/wallet-rig.ts';
import { eventually } from '../../support/eventually.ts';

afterEach(() => {
  wallet.rig.isConsistent = true;
});
const wallet = useWalletRig();
const { rowOf } = wallet;

const IS_WITHDRAWAL = sql`kind = 'withdrawal'`;

test('of two withdrawals in a block, the one whose record is damaged waits, and the other is counted', async () => {
  const chain = wallet.rig.newChain();
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) {
    const userId = await wallet.rig.newPerson(100n * COIN);
    const id = await wallet.rig.withdraw(userId, chain.name, 40n * COIN);
    ids.push(ensure(id ?? undefined, 'withdrawal'));
  }
  await wallet.rig.broadcasts.idle();
  const block = { number: chain.headNumber, hash: 'block' };
  for (const id of ids) {
    const { transactionHash } = await rowOf(id);
    chain.statuses.set(transactionHash ?? '', { kind: 'mined', block, succeeded: true });
  }
  const ofFirst = sql`kind = 'withdrawal' and id = ${ids[0]}`;
  const counted = async () => {
    await wallet.rig.broadcasts.headMoved(chain.name, await chain.head());
    return Promise.all(ids.map(async (id) => (await rowOf(id)).confirmations));
  };

  await wallet.rig.database.execute(
    sql`update lifecycles set machine_version = 999 where ${ofFirst}`,
  );
  const damaged = async () => (await wallet.rig.review.listDamaged()).map(({ row }) => row.id);
  expect(await counted()).toEqual([0, 1]);
  expect(await damaged()).toEqual([ids[0]]);
  // A block without news of it, so its record is not used.
  const hash = (await rowOf(ids[0] ?? 0)).transactionHash ?? '';
  chain.statuses.set(hash, { kind: 'pending' });
  expect(await counted()).toEqual([0, 1]);
  expect(await damaged()).toEqual([ids[0]]);
  chain.statuses.set(hash, { kind: 'mined', block, succeeded: true });
  await wallet.rig.database.execute(
    sql`update lifecycles set machine_version = 1 where ${ofFirst}`,
  );
  expect(await counted()).toEqual([1, 1]);
  expect(await damaged()).toEqual([]);
});

/** Sends that many withdrawals on a separate chain. */
async function sentWithdrawals(count: number) {
  const chain = wallet.rig.newChain();
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const userId = await wallet.rig.newPerson(100n * COIN);
    const id = await wallet.rig.withdraw(userId, chain.name, 40n * COIN);
    ids.push(ensure(id ?? undefined, 'withdrawal'));
  }
  await wallet.rig.broadcasts.idle();
  const hashes = await Promise.all(ids.map(async (id) => (await rowOf(id)).transactionHash ?? ''));
  const block = { number: chain.headNumber, hash: 'block' };
  for (const hash of hashes) chain.statuses.set(hash, { kind: 'mined', block, succeeded: true });
  return { chain, ids, hashes };
}

test('withdrawals without an answer of the chain keep no other from being counted', async () => {
  const { chain, ids, hashes } = await sentWithdrawals(7);
  const counted = async () => {
    await wallet.rig.broadcasts.headMoved(chain.name, await chain.head());
    return Promise.all(ids.map(async (id) => (await rowOf(id)).confirmations));
  };
  chain.unanswered.add(hashes[0] ?? '');
  expect(await counted()).toEqual([0, 1, 1, 1, 1, 1, 1]);

  // An unreachable chain has as many failures in a row; the next round asks about the others first.
  for (const hash of hashes.slice(0, 5)) chain.unanswered.add(hash);
  chain.headNumber += 1;
  await counted();
  expect(await counted()).toEqual([0, 1, 1, 1, 1, 2, 2]);

  chain.unanswered.clear();
  expect(await counted()).toEqual([2, 2, 2, 2, 2, 2, 2]);
});

test('a chain that answers about none is asked about a few of them only', async () => {
  const { chain, hashes } = await sentWithdrawals(6);
  for (const hash of hashes) chain.unanswered.add(hash);
  const asked = vi.spyOn(chain, 'status');
  await wallet.rig.broadcasts.headMoved(chain.name, await chain.head());
  expect(asked).toHaveBeenCalledTimes(3);
});

const approvedOn = async (chain: ScriptedChain): Promise<number> =>
  ensure(
    (await wallet.rig.withdraw(await wallet.rig.newPerson(100n * COIN), chain.name, 40n * COIN)) ??
      undefined,
    'withdrawal',
  );
const isListed = async (id: number) =>
  (await wallet.rig.review.listDamaged()).some(({ row }) => row.id === id);

test.each(['short_of_funds', 'would_fail', 'too_dear'] as const)(
  'operators see a withdrawal that cannot be signed (%s), until it can',
  async (hindrance) => {
    const chain = wallet.rig.newChain();
    chain.hindrance = hindrance;
    const id = await approvedOn(chain);
    await wallet.rig.broadcasts.idle();
    expect((await rowOf(id)).phase).toBe('approved');
    expect(await isListed(id)).toBe(true);

    chain.hindrance = null;
    wallet.rig.broadcasts.wake(chain.name);
    await wallet.rig.broadcasts.idle();
    expect((await rowOf(id)).phase).toBe('confirming');
    expect(await isListed(id)).toBe(false);
  },
);

test('a withdrawal that operators saw is removed from the list once one refused it', async () => {
  const chain = wallet.rig.newChain();
  chain.hindrance = 'would_fail';
  const id = await approvedOn(chain);
  await wallet.rig.broadcasts.idle();
  const alsoWrite = () => Promise.resolve();
  const decision = { withdrawalId: id, operatorId: 1, now: wallet.rig.now, alsoWrite };
  expect(await wallet.rig.review.reject(decision, 'other', null)).toMatchObject({ ok: true });
  expect(await isListed(id)).toBe(false);
});

test('operators see withdrawals of a chain that is no longer configured', async () => {
  const [left, gone] = [wallet.rig.newChain(), wallet.rig.newChain()];
  const sent = await approvedOn(gone);
  await wallet.rig.broadcasts.idle();
  gone.hindrance = 'unreachable';
  const [unsigned, elsewhere] = [await approvedOn(gone), await approvedOn(left)];
  await wallet.rig.broadcasts.idle();
  const listed = () => Promise.all([sent, unsigned, elsewhere].map(isListed));
  await wallet.rig.broadcasts.noteStranded();
  expect(await listed()).toEqual([false, false, false]);

  wallet.rig.removeChain(gone);
  await wallet.rig.broadcasts.noteStranded();
  expect(await listed()).toEqual([true, true, false]);
});

test('while the ledger is inconsistent no withdrawal is signed or approved, and sent ones are watched', async () => {
  const { chain, ids } = await sentWithdrawals(1);
  chain.hindrance = 'unreachable';
  const small = await approvedOn(chain);
  const large = ensure(
    (await wallet.rig.withdraw(
      await wallet.rig.newPerson(9_000n * COIN),
      chain.name,
      4_000n * COIN,
    )) ?? undefined,
    'withdrawal',
  );
  await wallet.rig.broadcasts.idle();
  chain.hindrance = null;
  wallet.rig.isConsistent = false;
  const alsoWrite = () => Promise.resolve();
  const approve = () =>
    wallet.rig.review.approve({
      withdrawalId: large,
      operatorId: 1,
      now: wallet.rig.now,
      alsoWrite,
    });
  expect(await approve()).toEqual(refuse('service_unavailable'));
  await wallet.rig.broadcasts.headMoved(chain.name, await chain.head());
  await wallet.rig.broadcasts.idle();
  expect((await rowOf(small)).phase).toBe('approved');
  expect((await rowOf(large)).phase).toBe('pending_review');
  expect((await rowOf(ids[0] ?? 0)).confirmations).toBe(1);

  wallet.rig.isConsistent = true;
  expect(await approve()).toMatchObject({ ok: true });
  await wallet.rig.broadcasts.idle();
  expect([(await rowOf(small)).phase, (await rowOf(large)).phase]).toEqual([
    'confirming',
    'confirming',
  ]);
});

test('of two withdrawals to send, the one whose record is damaged does not block the other', async () => {
  const chain = wallet.rig.newChain();
  chain.answers = ['unreachable', 'unreachable'];
  const withdraw = async () =>
    (await wallet.rig.withdraw(await wallet.rig.newPerson(100n * COIN), chain.name, 40n * COIN)) ??
    0;
  const damaged = await withdraw();
  const consistent = await withdraw();
  await wallet.rig.broadcasts.idle();
  const phases = async () => [(await rowOf(damaged)).phase, (await rowOf(consistent)).phase];
  expect(await phases()).toEqual(['broadcasting', 'broadcasting']);
  await wallet.rig.database.execute(sql`
    update withdrawals set is_broadcast_due = true where chain = ${chain.name}`);
  await wallet.rig.database.execute(sql`
    update lifecycles set machine_version = 999 where ${IS_WITHDRAWAL} and id = ${damaged}`);

  wallet.rig.broadcasts.wake(chain.name);
  await wallet.rig.broadcasts.idle();
  expect(await phases()).toEqual(['broadcasting', 'confirming']);
  const listed = (await wallet.rig.review.listDamaged()).map(({ row }) => row.id);
  expect(listed).toContain(damaged);
  expect(listed).not.toContain(consistent);
});

test.each([
  ['without a hold', sql`update withdrawals set hold_posting_id = null`, sql`true`],
  ['of a newer program', sql`update lifecycles set machine_version = 999`, IS_WITHDRAWAL],
  [
    'with a lost snapshot',
    sql`update lifecycles set snapshot = '{"value": "lost"}'`,
    IS_WITHDRAWAL,
  ],
  ['without a lifecycle', sql`delete from lifecycles`, IS_WITHDRAWAL],
])(
  'a requested withdrawal %s is left unchanged, and others are ended',
  async (_, damage, ofKind) => {
    const { rows: before } = await wallet.rig.database.execute<{ id: number }>(
      sql`select id from withdrawals`,
    );
    const known = new Set(before.map(({ id }) => Number(id)));
    const people = [
      await wallet.rig.newPerson(100n * COIN),
      await wallet.rig.newPerson(100n * COIN),
    ];
    const post = wallet.rig.postings.postOrRefuse.bind(wallet.rig.postings);
    wallet.rig.postings.postOrRefuse = () => Promise.reject(new Error('the server ends'));
    for (const userId of people)
      await expect(
        wallet.rig.withdraw(userId, wallet.rig.newChain().name, 40n * COIN),
      ).rejects.toThrow('ends');
    wallet.rig.postings.postOrRefuse = post;
    const { rows } = await wallet.rig.database.execute<{ id: number }>(
      sql`select id from withdrawals where phase = 'requested' order by id`,
    );
    const [damaged = 0, consistent = 0] = rows
      .map(({ id }) => Number(id))
      .filter((id) => !known.has(id));
    const guarded = (how: string) =>
      wallet.rig.database.execute(`alter table lifecycles ${how} trigger lifecycles_kept`);
    await guarded('disable');
    await wallet.rig.database.execute(sql`${damage} where id = ${damaged} and ${ofKind}`);
    await guarded('enable always');

    await wallet.rig.withdrawals.recover(wallet.rig.now);
    await wallet.rig.withdrawals.recover(wallet.rig.now);
    await wallet.rig.broadcasts.idle();
    expect((await rowOf(damaged)).phase).toBe('requested');
    const listed = (await wallet.rig.review.listDamaged()).map(({ row }) => row.id);
    expect(listed).toContain(damaged);
    expect(listed).not.toContain(consistent);
    expect((await rowOf(consistent)).phase).toBe('confirming');
  },
);

test('a notice that fails after a delay ran out stops nothing else: the record has moved on', async () => {
  const chain = wallet.rig.newChain();
  chain.answers = ['unreachable'];
  const id = ensure(
    (await wallet.rig.withdraw(await wallet.rig.newPerson(100n * COIN), chain.name, 40n * COIN)) ??
      undefined,
    'withdrawal',
  );
  await wallet.rig.broadcasts.idle();
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  const publish = wallet.rig.published.push.bind(wallet.rig.published);
  let hasNotified = false;
  wallet.rig.published.push = () => {
    hasNotified = true;
    throw new Error('nobody can be told');
  };
  await wallet.rig.advance(RULES.broadcastTimeoutMs);
  await eventually(() => expect(hasNotified).toBe(true));
  // A rejection without a handler would surface by the next turn of the event loop.
  await new Promise(setImmediate);
  wallet.rig.published.push = publish;
  process.off('unhandledRejection', note);

  expect(rejections).toEqual([]);
  expect((await rowOf(id)).phase).toBe('manual_review');
});
