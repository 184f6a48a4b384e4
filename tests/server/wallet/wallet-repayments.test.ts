/** A credit repays what the user owes, once: what a recovery under way takes is not kept as well. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { insertRecovery, settleRecovery } from '../../../server/areas/wallet/deposits.repo.ts';
import { repayFrom } from '../../../server/areas/wallet/shortfalls.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { USDT } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();

test.each([
  { owed: 10n, underWay: 10n, kept: 0n },
  { owed: 10n, underWay: 4n, kept: 6n },
  { owed: 10n, underWay: null, kept: 10n },
  { owed: 30n, underWay: 4n, kept: 20n },
])('of a credit of 20, $owed owed and $underWay under way keep $kept', async (facts) => {
  const userId = await wallet.rig.newPerson();
  const { rows } = await wallet.rig.database.execute<{ id: string }>(sql`
    insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
      shortfall, confirmations, phase, revision, created_at_ms, updated_at_ms)
    values (${userId}, ${USDT}, 'test', 'a', ${`hash ${userId}`}, 0, 50, ${facts.owed}, 0, 'reversed', 1, 0, 0)
    returning id::text`);
  const id = Number(ensure(rows[0], 'deposit').id);
  const kept = await transaction(wallet.rig.database, async (tx) => {
    const begun = { depositId: id, accountType: 1, isSettled: false };
    const { underWay: amount } = facts;
    const recovery = amount === null ? null : await insertRecovery(tx, { ...begun, amount });
    const repaid = await repayFrom(tx, userId, USDT, 20n);
    if (recovery !== null) await settleRecovery(tx, recovery);
    return repaid;
  });
  expect(kept).toBe(facts.kept);
});

test('a user owes from the reversal on, whatever another chain reads before its commit', async () => {
  const { owing, database } = wallet.rig;
  const userId = await wallet.rig.newPerson();
  const listened: number[] = [];
  owing.listen((owingId) => listened.push(owingId));
  owing.expect('one', userId);
  expect(owing.has(userId)).toBe(true);
  await owing.refresh('another');
  expect(owing.has(userId)).toBe(true);
  // It was rolled back.
  await owing.refresh('one');
  expect(owing.has(userId)).toBe(false);
  await database.execute(sql`
    insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
      shortfall, confirmations, phase, revision, created_at_ms, updated_at_ms)
    values (${userId}, ${USDT}, 'one', 'a', 'lost', 0, 50, 50, 0, 'reversed', 1, 0, 0)`);
  await owing.refresh();
  expect(owing.has(userId)).toBe(true);
  await owing.refresh();
  owing.listen((owingId) => listened.push(owingId));
  expect(listened.filter((owingId) => owingId === userId)).toEqual([userId, userId]);
});
