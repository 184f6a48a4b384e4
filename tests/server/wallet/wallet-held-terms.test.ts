/** Rows of withdrawals that an attacker changed behind the server: nothing is paid that was not held. */
import { sql, type SQL } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { BTC, COIN } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const wallet = useWalletRig();
const { decisionOn, isListed, nextBlock, rowOf } = wallet;

/** A withdrawal of 40 of 40,000 coins that is approved; the chain does not sign it yet. */
async function approved(amount = 40n * COIN) {
  const chain = wallet.rig.newChain();
  const userId = await wallet.rig.newPerson(40_000n * COIN);
  return { chain, userId, id: await wallet.approved(chain, userId, amount) };
}
const change = (id: number, columns: SQL) =>
  wallet.rig.database.execute(sql`update withdrawals set ${columns} where id = ${id}`);

const CHANGES: readonly (readonly [string, (stranger: number) => SQL])[] = [
  ['amount', () => sql`amount = 29999000000000000000000`],
  ['fee', () => sql`fee = 0`],
  ['recipient', () => sql`address = 'thief'`],
  ['coin', () => sql`currency_id = ${BTC}`],
  ['chain', () => sql`chain = (select chain from withdrawals order by id desc limit 1)`],
  ['owner', (stranger) => sql`user_id = ${stranger}`],
];

describe.each(CHANGES)('with another %s', (_name, columns) => {
  test('an approved withdrawal is not signed, and operators are notified', async () => {
    const { chain, id } = await approved();
    const other = await approved();
    await change(id, columns(await wallet.rig.newPerson(40_000n * COIN)));
    await nextBlock(chain);
    await nextBlock(other.chain);

    expect((await rowOf(id)).phase).toBe('approved');
    expect(await isListed(id)).toBe(true);
    expect(chain.sent).toEqual([]);
    expect(other.chain.sent).toHaveLength(1);
  });

  test('one in review is neither approved nor given back', async () => {
    const chain = wallet.rig.newChain();
    const userId = await wallet.rig.newPerson(40_000n * COIN);
    const id = ensure(
      (await wallet.rig.withdraw(userId, chain.name, 3_000n * COIN)) ?? undefined,
      'id',
    );
    const held = wallet.rig.balance(userId);
    const stranger = await wallet.rig.newPerson();
    await approved();
    await change(id, columns(stranger));

    expect(await wallet.rig.review.approve(decisionOn(id))).toEqual(refuse('withdrawal_damaged'));
    const refused = await wallet.rig.review.reject(decisionOn(id), 'other', null);
    expect(refused).toEqual(refuse('withdrawal_damaged'));
    const { userId: owner, phase } = await rowOf(id);
    expect(await wallet.rig.withdrawals.cancel(owner, id, wallet.rig.now)).toMatchObject({
      ok: false,
    });
    expect(phase).toBe('pending_review');
    expect(wallet.rig.balance(userId)).toEqual(held);
    expect(wallet.rig.balance(stranger)).toEqual({ available: 0n, frozen: 0n });
  });

  test('a paid one is not booked as sent', async () => {
    const { chain, userId, id } = await approved();
    await nextBlock(chain);
    const hash = ensure((await rowOf(id)).transactionHash ?? undefined, 'hash');
    const block = { number: chain.headNumber - 10, hash: 'block' };
    chain.statuses.set(hash, { kind: 'mined', block, succeeded: true });
    await approved();
    const { chain: before } = await rowOf(id);
    await change(id, columns(await wallet.rig.newPerson()));
    if ((await rowOf(id)).chain === before) await nextBlock(chain);

    expect((await rowOf(id)).phase).toBe('confirming');
    expect(wallet.rig.balance(userId)).toMatchObject({ frozen: 40n * COIN });
  });
});

test('the row is paid again as it was once it is as it was', async () => {
  const { chain, id } = await approved();
  await change(id, sql`amount = amount + 1`);
  await nextBlock(chain);
  await change(id, sql`amount = amount - 1`);
  await nextBlock(chain);

  expect((await rowOf(id)).phase).toBe('confirming');
  expect(await isListed(id)).toBe(false);
});

describe('a request that did not pass the gate', () => {
  test.each([
    ['no seal', () => sql`seal = null`],
    [
      'the seal of an older withdrawal',
      () => sql`seal = (select seal from withdrawals where seal is not null order by id limit 1)`,
    ],
  ])('with %s is not signed, and operators are notified', async (_name, columns) => {
    await approved();
    const { chain, id } = await approved();
    await change(id, columns());
    await nextBlock(chain);

    expect((await rowOf(id)).phase).toBe('approved');
    expect(await isListed(id)).toBe(true);
    expect(chain.sent).toEqual([]);
  });

  test('is not approved by an operator, and its amount is given back', async () => {
    const chain = wallet.rig.newChain();
    const userId = await wallet.rig.newPerson(40_000n * COIN);
    const asked = await wallet.rig.withdraw(userId, chain.name, 3_000n * COIN);
    const id = ensure(asked ?? undefined, 'id');
    await change(id, sql`seal = null`);

    expect(await wallet.rig.review.approve(decisionOn(id))).toEqual(refuse('withdrawal_damaged'));
    expect((await rowOf(id)).phase).toBe('pending_review');
    expect(await wallet.rig.review.reject(decisionOn(id), 'other', null)).toMatchObject({
      ok: true,
    });
    await expect.poll(() => wallet.rig.balance(userId).frozen).toBe(0n);
  });

  test('from before there were seals is paid', async () => {
    const { chain, id } = await approved();
    await change(id, sql`seal = null`);
    await wallet.rig.database.execute(sql`insert into withdrawals_before_seals values (${id})`);
    await nextBlock(chain);

    expect((await rowOf(id)).phase).toBe('confirming');
    expect(chain.sent).toHaveLength(1);
  });
});

describe('a state that was set back', () => {
  const setTo = async (id: number, like: number) => {
    await wallet.rig.database.execute(sql`
      update lifecycles set snapshot = (
        select snapshot from lifecycles where kind = 'withdrawal' and id = ${like}
      ) where kind = 'withdrawal' and id = ${id}`);
    await change(
      id,
      sql`phase = 'approved', raw_transaction = null, transaction_hash = null, is_broadcast_due = false`,
    );
  };

  test('is not signed a second time while the chain has the payment', async () => {
    const { chain, id } = await approved();
    await nextBlock(chain);
    const like = await approved();
    await setTo(id, like.id);
    await nextBlock(chain);

    expect(chain.sent).toHaveLength(1);
    expect((await rowOf(id)).rawTransaction).toBeNull();
    expect(await isListed(id)).toBe(true);
  });

  test('is not signed a second time after it was rejected', async () => {
    const { chain, id, userId } = await approved();
    await wallet.rig.review.reject(decisionOn(id), 'other', null);
    await expect.poll(() => wallet.rig.balance(userId).frozen).toBe(0n);
    const like = await approved();
    await setTo(id, like.id);
    await nextBlock(chain);

    expect(chain.sent).toEqual([]);
  });

  test('is not given back a second time', async () => {
    const { id, userId } = await approved();
    await wallet.rig.review.reject(decisionOn(id), 'other', null);
    await expect.poll(() => wallet.rig.balance(userId).frozen).toBe(0n);
    const like = await approved();
    await setTo(id, like.id);

    const again = await wallet.rig.review.reject(decisionOn(id), 'other', null);
    expect(again).toEqual(refuse('withdrawal_damaged'));
    expect(wallet.rig.balance(userId)).toEqual({ available: 40_000n * COIN, frozen: 0n });
  });

  test('is not signed where it was never approved', async () => {
    const chain = wallet.rig.newChain();
    const userId = await wallet.rig.newPerson(40_000n * COIN);
    const id = ensure(
      (await wallet.rig.withdraw(userId, chain.name, 3_000n * COIN)) ?? undefined,
      'id',
    );
    const like = await approved();
    await setTo(id, like.id);
    await nextBlock(chain);

    expect(chain.sent).toEqual([]);
    expect(await isListed(id)).toBe(true);
  });
});

test('a request whose hold is replaced by that of another is not signed', async () => {
  const { chain, id } = await approved();
  const other = await approved(750n * COIN);
  await wallet.rig.database.$client.query(
    withoutTriggers(
      'spot_postings',
      `delete from spot_postings where id = (select hold_posting_id from withdrawals where id = ${id})`,
    ),
  );
  await change(
    id,
    sql`hold_posting_id = (select hold_posting_id from withdrawals where id = ${other.id})`,
  );
  await nextBlock(chain);

  expect(chain.sent).toEqual([]);
  expect(await isListed(id)).toBe(true);
});

test('the transaction of another withdrawal never decides', async () => {
  const first = await approved();
  await nextBlock(first.chain);
  const paid = await rowOf(first.id);
  const userId = await wallet.rig.newPerson(40_000n * COIN);
  const id = ensure(
    (await wallet.rig.withdraw(userId, first.chain.name, 40n * COIN)) ?? undefined,
    'id',
  );
  await wallet.rig.broadcasts.idle();
  await change(
    id,
    sql`raw_transaction = ${paid.rawTransaction}, transaction_hash = ${paid.transactionHash}`,
  );
  const block = { number: first.chain.headNumber - 10, hash: 'block' };
  const hash = paid.transactionHash ?? '';
  first.chain.statuses.set(hash, { kind: 'mined', block, succeeded: true });
  await nextBlock(first.chain);

  expect((await rowOf(id)).phase).toBe('confirming');
  expect((await rowOf(first.id)).phase).toBe('success');
  expect(await isListed(id)).toBe(true);
});

test('a hold from before holds had terms is not signed, and can be given back', async () => {
  const { chain, id, userId } = await approved();
  const entry = sql`(select number from spot_postings
    where id = (select hold_posting_id from withdrawals where id = ${id}))`;
  await wallet.rig.database.execute(sql`alter table ledger_movements disable trigger user`);
  await wallet.rig.database.execute(sql`
    update ledger_movements
    set cause_id = ${String(id)}, transaction_id = txid_current()
    where journal = 2 and number = ${entry}`);
  await wallet.rig.database.execute(sql`alter table ledger_movements enable trigger user`);
  await wallet.rig.database.$client.query(
    withoutTriggers(
      'spot_postings',
      `update spot_postings set cause_id = '${id}'
       where id = (select hold_posting_id from withdrawals where id = ${id})`,
    ),
  );
  await nextBlock(chain);
  expect(chain.sent).toEqual([]);
  expect(await isListed(id)).toBe(true);

  expect(await wallet.rig.review.reject(decisionOn(id), 'other', null)).toMatchObject({ ok: true });
  await expect
    .poll(() => wallet.rig.balance(userId))
    .toEqual({ available: 40_000n * COIN, frozen: 0n });
});
