/** Recent purchases cannot be withdrawn, not even next to withdrawals whose freeze has an unknown outcome. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { findWithdrawable } from '../../../server/areas/wallet/withdrawable.ts';
import { startScratchDatabase, withClient } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN, USDT } from '../../support/spot-exchange.ts';
import { RULES, WalletRig } from '../../support/wallet/wallet-rig.ts';
import { eventually } from '../../support/eventually.ts';

const CURRENCY = { id: USDT, code: 'USDT', name: 'Tether', scale: 18 };
const CURRENCIES = { all: [CURRENCY], byId: () => CURRENCY, byCode: () => CURRENCY };

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let rig: WalletRig;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  address = await scratch.copy();
  rig = await WalletRig.open(address, RULES, 24 * HOUR_MS);
});
afterAll(async () => {
  await rig.close();
  await scratch.stop();
});

const bought = async (buyerId: number, amount: bigint, state: string, atMs: number) =>
  traded({ buyerId, sellerId: await rig.newPerson() }, amount, state, atMs);
const sold = async (sellerId: number, amount: bigint, state: string, atMs: number) =>
  traded({ buyerId: await rig.newPerson(), sellerId }, amount, state, atMs);

/** Inserts the trades without shop and ad, because the gate reads neither. */
async function traded(
  { buyerId, sellerId }: { readonly buyerId: number; readonly sellerId: number },
  amount: bigint,
  state: string,
  atMs: number,
) {
  await rig.database.transaction(async (tx) => {
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
  const userId = await rig.newPerson(150n * COIN);
  await bought(userId, 100n * COIN, 'completed', rig.now - HOUR_MS);
  await bought(userId, 40n * COIN, 'completed', rig.now - 24 * HOUR_MS);
  await bought(userId, 40n * COIN, 'cancelled', rig.now - HOUR_MS);
  const withdraw = (amount: bigint) => rig.withdraw(userId, rig.newChain().name, amount);
  const post = rig.postings.postOrRefuse.bind(rig.postings);
  rig.postings.postOrRefuse = () => Promise.reject(new Error('the server ends'));
  await expect(withdraw(30n * COIN)).rejects.toThrow('ends');
  rig.postings.postOrRefuse = post;

  expect(rig.balance(userId)).toEqual({ available: 150n * COIN, frozen: 0n });
  expect(await withdraw(21n * COIN)).toBeNull();
  expect(await withdraw(20n * COIN)).not.toBeNull();
  await rig.withdrawals.recover(rig.now);
  expect(rig.balance(userId).available).toBe(100n * COIN);
  expect(await withdraw(2n * COIN)).toBeNull();
  await rig.advance(23 * HOUR_MS);
  expect(await withdraw(100n * COIN)).not.toBeNull();
});

test('a user who buys and sells all day has no hold on resold coins, nor on later deposits', async () => {
  const userId = await rig.newPerson(100n * COIN);
  for (const hours of [1, 2, 3]) {
    await bought(userId, 100n * COIN, 'completed', rig.now - hours * HOUR_MS);
    await sold(userId, 90n * COIN, 'completed', rig.now - hours * HOUR_MS);
  }
  await sold(userId, 500n * COIN, 'completed', rig.now - 24 * HOUR_MS);
  await sold(userId, 500n * COIN, 'cancelled', rig.now - HOUR_MS);
  const withdraw = (amount: bigint) => rig.withdraw(userId, rig.newChain().name, amount);

  expect(await withdraw(71n * COIN)).toBeNull();
  expect(await withdraw(70n * COIN)).not.toBeNull();
});

test('a sale during a withdrawal request releases no other amount', async () => {
  const userId = await rig.newPerson(200n * COIN);
  await bought(userId, 200n * COIN, 'completed', rig.now - HOUR_MS);
  const { database, exchange } = rig;
  const same = <T>(amount: T) => amount;
  const equivalents = {
    of: same,
    atMost: same,
    atLeast: same,
    inLimit: same,
    untilLimit: same,
  };
  const parts = { database, spotView: exchange, currencies: CURRENCIES, equivalents };
  // A new user, and balances that the writer has not read yet, need the table that is locked below.
  const buyerId = await rig.newPerson();
  await exchange.loadBalances(userId);
  const asked = await withClient(address, async (client) => {
    await client.query('begin; lock table ledger_accounts in access exclusive mode');
    const asking = findWithdrawable(
      { ...parts, purchaseHoldMs: 24 * HOUR_MS },
      userId,
      USDT,
      rig.now,
    );
    const waiting = `select 1 from pg_locks where not granted and relation = 'ledger_accounts'::regclass`;
    await withClient(address, (other) =>
      eventually(async () => expect((await other.query(waiting)).rowCount).toBe(1)),
    );
    await traded({ buyerId, sellerId: userId }, 100n * COIN, 'completed', rig.now);
    await client.query('rollback');
    return asking;
  });
  expect(asked).toMatchObject({ available: 200n * COIN, withdrawable: 0n });
});
