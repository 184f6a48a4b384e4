/** A block with deposits of several currencies is reversed with the accounts locked in the order of a writer's commit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { eventually } from '../../support/eventually.ts';
import { startScratchDatabase, withClient } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN, USDT } from '../../support/spot-exchange.ts';
import { BTC, RULES, WalletRig } from '../../support/wallet/wallet-rig.ts';

const CUSTODY = 100;
const BLOCK = { number: 100, hash: 'a block' };

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let rig: WalletRig;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  address = await scratch.copy();
  rig = await WalletRig.open(address);
});
afterAll(async () => {
  await rig.close();
  await scratch.stop();
});

test('a commit that holds the first currency gets the second one, and the reversal follows', async () => {
  const { database, deposits } = rig;
  const chain = rig.newChain().name;
  const userId = await rig.newPerson();
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
  await withClient(address, async (commit) => {
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
    await eventually(async () => {
      const waiting = await commit.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rowCount).toBe(1);
    });
    await lock(BTC);
    await commit.query('commit');
    await reversal;
  });
  await deposits.headMoved(chain, BLOCK);

  expect(await rig.faults()).toEqual([]);
  for (const { available } of rig.exchange.balances(userId)) expect(available).toBe(0n);
});
