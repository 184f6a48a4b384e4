/** Recent purchases cannot be withdrawn, not even next to withdrawals whose freeze has an unknown outcome. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { findWithdrawable } from '../../../server/areas/wallet/withdrawable.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { lockWaits } from '../../support/databases/server-database.ts';

const wallet = useWalletRig(24 * HOUR_MS);

const bought = async (buyerId: number, amount: bigint, state: string, atMs: number) =>
  traded({ buyerId, sellerId: await wallet.rig.newPerson() }, amount, state, atMs);
const sold = async (sellerId: number, amount: bigint, state: string, atMs: number) =>
  traded({ buyerId: await wallet.rig.newPerson(), sellerId }, amount, state, atMs);

/** Inserts the trades without shop and ad, because the gate reads neither. */
async function traded(
  { buyerId, sellerId }: { readonly buyerId: number; readonly sellerId: number },
  amount: bigint,
  state: string,
  atMs: number,
) {
  await wallet.rig.database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into fiat_orders (ad_id, shop_id, buyer_id, seller_id, currency_id, fiat_code, price, quantity,
        amount, payment_kind, payee, payment_reference, remark, state, "end", postponements, is_postponed,
        is_overtime, is_cancellation, is_payment_false, voucher_ids, buyer_seen_id, seller_seen_id, taker_id,
        idempotency_key, terms, revision, created_at_ms, ended_at_ms, updated_at_ms)
      values (1, 1, ${buyerId}, ${sellerId}, ${USDT}, 'CNY', 1, ${amount}, 1, 'bank_card', '{}', '', '',
        ${state}, ${state === 'completed' ? 'confirmed' : 'buyer_cancelled'}, 0, false, false, false, false,
        '{}', 0, 0, ${buyerId}, ${`${state} ${atMs} ${amount}`}, '', 1, ${atMs}, ${atMs}, ${atMs})`);
  });
}

test('a requested withdrawal that is not frozen yet uses the free amount, not the purchased one', async () => {
  const userId = await wallet.rig.newPerson(150n * COIN);
  await bought(userId, 100n * COIN, 'completed', wallet.rig.now - HOUR_MS);
  await bought(userId, 40n * COIN, 'completed', wallet.rig.now - 24 * HOUR_MS);
  await bought(userId, 40n * COIN, 'cancelled', wallet.rig.now - HOUR_MS);
  const withdraw = (amount: bigint) =>
    wallet.rig.withdraw(userId, wallet.rig.newChain().name, amount);
  const post = wallet.rig.postings.postOrRefuse.bind(wallet.rig.postings);
  wallet.rig.postings.postOrRefuse = () => Promise.reject(new Error('the server ends'));
  await expect(withdraw(30n * COIN)).rejects.toThrow('ends');
  wallet.rig.postings.postOrRefuse = post;

  expect(wallet.rig.balance(userId)).toEqual({ available: 150n * COIN, frozen: 0n });
  expect(await withdraw(21n * COIN)).toBeNull();
  expect(await withdraw(20n * COIN)).not.toBeNull();
  await wallet.rig.withdrawals.recover(wallet.rig.now);
  expect(wallet.rig.balance(userId).available).toBe(100n * COIN);
  expect(await withdraw(2n * COIN)).toBeNull();
  await wallet.rig.advance(23 * HOUR_MS);
  expect(await withdraw(100n * COIN)).not.toBeNull();
});

test('a user who buys and sells all day has no hold on resold coins, nor on later deposits', async () => {
  const userId = await wallet.rig.newPerson(100n * COIN);
  for (const hours of [1, 2, 3]) {
    await bought(userId, 100n * COIN, 'completed', wallet.rig.now - hours * HOUR_MS);
    await sold(userId, 90n * COIN, 'completed', wallet.rig.now - hours * HOUR_MS);
  }
  await sold(userId, 500n * COIN, 'completed', wallet.rig.now - 24 * HOUR_MS);
  await sold(userId, 500n * COIN, 'cancelled', wallet.rig.now - HOUR_MS);
  const withdraw = (amount: bigint) =>
    wallet.rig.withdraw(userId, wallet.rig.newChain().name, amount);

  expect(await withdraw(71n * COIN)).toBeNull();
  expect(await withdraw(70n * COIN)).not.toBeNull();
});

test('a sale during a withdrawal request releases no other amount', async () => {
  const userId = await wallet.rig.newPerson(200n * COIN);
  await bought(userId, 200n * COIN, 'completed', wallet.rig.now - HOUR_MS);
  // A new user, and balances that the writer has not read yet, need the table that is locked below.
  const buyerId = await wallet.rig.newPerson();
  await wallet.rig.exchange.loadBalances(userId);
  const asked = await withClient(wallet.address, async (client) => {
    await client.query('begin; lock table ledger_accounts in access exclusive mode');
    const asking = findWithdrawable(
      { ...wallet.gateParts(), purchaseHoldMs: 24 * HOUR_MS },
      userId,
      USDT,
      wallet.rig.now,
    );
    await withClient(wallet.address, (other) => lockWaits(other, 1));
    await traded({ buyerId, sellerId: userId }, 100n * COIN, 'completed', wallet.rig.now);
    await client.query('rollback');
    return asking;
  });
  expect(asked).toMatchObject({ available: 200n * COIN, withdrawable: 0n });
});
