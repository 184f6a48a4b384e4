/** A block with deposits of several currencies is reversed with the accounts locked in the order of a writer's commit. */
import { expect, test } from 'vitest';
import { lockCredit } from '../../../server/areas/wallet/unsettled-credit.repo.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { lockWaits } from '../../support/databases/server-database.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { BTC, RULES } from '../../support/wallet/wallet-rig.ts';

const CUSTODY = 100;
const BLOCK = { number: 100, hash: 'a block' };

const wallet = useWalletRig();

test('a deposit is not locked before the lock of credits, so that two chains never wait for each other', async () => {
  const { database, deposits } = wallet.rig;
  const chain = wallet.rig.newChain().name;
  const userId = await wallet.rig.newPerson();
  const payment = {
    transactionHash: 'one',
    outputIndex: 0,
    address: 'a',
    userId,
    currencyId: USDT,
  };
  const payments = [{ ...payment, amount: 5n * COIN }];
  await transaction(database, (tx) =>
    deposits.blockConnected(tx, { chain, block: BLOCK, payments }),
  );
  await withClient(wallet.address, async (other) => {
    await other.query('begin');
    const { follows } = await transaction(database, async (tx) => {
      await lockCredit(tx);
      const number = BLOCK.number + RULES.creditConfirmations - 1;
      const counted = deposits.headMoved(chain, { ...BLOCK, number });
      await lockWaits(other, 1);
      // The other chain, which holds the lock of credits, gets the deposit that the user owes.
      const { rowCount } = await other.query(
        'select from deposits where user_id = $1 for update skip locked',
        [userId],
      );
      expect(rowCount).toBe(1);
      await other.query('commit');
      return { follows: counted };
    });
    await follows;
  });

  expect(wallet.rig.balance(userId).available).toBe(5n * COIN);
});

test('a commit that holds the first currency gets the second one, and the reversal follows', async () => {
  const { database, deposits } = wallet.rig;
  const chain = wallet.rig.newChain().name;
  const userId = await wallet.rig.newPerson();
  const payment = (currencyId: number, outputIndex: number) => ({
    transactionHash: 'payments',
    outputIndex,
    address: 'an address',
    userId,
    currencyId,
    amount: 5n * COIN,
  });
  // The deposit of the later currency comes first.
  const payments = [payment(BTC, 0), payment(USDT, 1)];
  await transaction(database, (tx) =>
    deposits.blockConnected(tx, { chain, block: BLOCK, payments }),
  );
  await deposits.headMoved(chain, {
    ...BLOCK,
    number: BLOCK.number + RULES.creditConfirmations - 1,
  });
  await withClient(wallet.address, async (commit) => {
    const lock = (currencyId: number) =>
      commit.query(
        `select from ledger_accounts
         where (owner_id, account_type, currency_id) = (0, $1, $2) for update`,
        [CUSTODY, currencyId],
      );
    await commit.query(`begin; set local lock_timeout = '500ms'`);
    await lock(USDT);
    const reversal = transaction(database, (tx) =>
      deposits.blockDisconnected(tx, { chain, block: BLOCK }),
    );
    await lockWaits(commit, 1);
    await lock(BTC);
    await commit.query('commit');
    await reversal;
  });
  await deposits.headMoved(chain, BLOCK);

  expect(await wallet.rig.faults()).toEqual([]);
  for (const { available } of wallet.rig.exchange.balances(userId)) expect(available).toBe(0n);
});
