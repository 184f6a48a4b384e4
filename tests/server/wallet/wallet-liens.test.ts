/** Withdrawals during deposits: a credit is never free of its own lien, not even at the same moment. */
import { expect, test } from 'vitest';
import { units, type Units } from '../../../contract/money/units.ts';
import { findWithdrawable } from '../../../server/areas/wallet/withdrawable.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { lockWaits } from '../../support/databases/server-database.ts';

const AMOUNT = 100n * COIN;

const wallet = useWalletRig();

const credited = (userId: number, hash: string): string => `
  insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
    confirmations, phase, revision, created_at_ms, updated_at_ms)
  values (${userId}, ${USDT}, 'chain', '', '${hash}', 0, ${AMOUNT}, 1, 'credited', 2, 0, 0)`;

/** USDT that is worth half or double itself, as a coin whose mark has left its mean. */
const APART = {
  of: half,
  atMost: (amount: Units) => units(amount * 2n),
  atLeast: half,
  inLimit: half,
  untilLimit: half,
};
function half(amount: Units): Units {
  return units(amount / 2n);
}

test('a lien counts at its most, and what covers it at its least', async () => {
  const userId = await wallet.rig.newPerson(10n * AMOUNT);
  await withClient(wallet.address, (client) => client.query(credited(userId, 'apart')));
  const parts = { ...wallet.gateParts(), equivalents: APART };
  // 1,000 count as 500, the lien of 100 as 200, and the 300 that are left as 150.
  const { withdrawable } = await findWithdrawable(parts, userId, USDT, wallet.rig.now);
  expect(withdrawable).toBe(150n * COIN - 1n);
  const unknown = { ...APART, atMost: () => null };
  const locked = await findWithdrawable(
    { ...parts, equivalents: unknown },
    userId,
    USDT,
    wallet.rig.now,
  );
  expect(locked).toMatchObject({ available: 10n * AMOUNT, withdrawable: 0n });
});

test('a deposit credited while a withdrawal is checked releases no locked amount', async () => {
  const userId = await wallet.rig.newPerson(AMOUNT);
  const asked = await withClient(wallet.address, async (client) => {
    await client.query(credited(userId, 'first'));
    await client.query('begin; lock table ledger_accounts in access exclusive mode');
    const asking = findWithdrawable(wallet.gateParts(), userId, USDT, wallet.rig.now);
    await withClient(wallet.address, (other) => lockWaits(other, 1));
    await client.query(credited(userId, 'second'));
    await client.query(
      `update ledger_accounts set available = available + ${AMOUNT} where owner_id = ${userId}; commit`,
    );
    return asking;
  });
  expect(asked).toMatchObject({ available: AMOUNT, withdrawable: 0n });
});
