/** Withdrawals during deposits: a credit is never free of its own lien, not even at the same moment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { units, type Units } from '../../../contract/money/units.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { findWithdrawable } from '../../../server/areas/wallet/withdrawable.ts';
import { startScratchDatabase, withClient } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN, USDT } from '../../support/spot-exchange.ts';
import { WalletRig } from '../../support/wallet/wallet-rig.ts';
import { eventually } from '../../support/eventually.ts';

const CURRENCY = { id: USDT, code: 'USDT', name: 'Tether', scale: 18 };
const CURRENCIES = { all: [CURRENCY], byId: () => CURRENCY, byCode: () => CURRENCY };
const AMOUNT = 100n * COIN;

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
  const userId = await rig.newPerson(10n * AMOUNT);
  await withClient(address, (client) => client.query(credited(userId, 'apart')));
  const parts = {
    database: rig.database,
    spotView: rig.exchange,
    currencies: CURRENCIES,
    equivalents: APART,
    purchaseHoldMs: 0,
  };
  // 1,000 count as 500, the lien of 100 as 200, and the 300 that are left as 150.
  const { withdrawable } = await findWithdrawable(parts, userId, USDT, rig.now);
  expect(withdrawable).toBe(150n * COIN - 1n);
  const unknown = { ...APART, atMost: () => null };
  const locked = await findWithdrawable({ ...parts, equivalents: unknown }, userId, USDT, rig.now);
  expect(locked).toMatchObject({ available: 10n * AMOUNT, withdrawable: 0n });
});

test('a deposit credited while a withdrawal is checked releases no locked amount', async () => {
  const userId = await rig.newPerson(AMOUNT);
  const { database, exchange } = rig;
  const same = <T>(amount: T) => amount;
  const equivalents = {
    of: same,
    atMost: same,
    atLeast: same,
    inLimit: same,
    untilLimit: same,
  };
  const parts = {
    database,
    spotView: exchange,
    currencies: CURRENCIES,
    equivalents,
    purchaseHoldMs: 0,
  };
  const asked = await withClient(address, async (client) => {
    await client.query(credited(userId, 'first'));
    await client.query('begin; lock table ledger_accounts in access exclusive mode');
    const asking = findWithdrawable(parts, userId, USDT, rig.now);
    const waiting = `select 1 from pg_locks where not granted and relation = 'ledger_accounts'::regclass`;
    await withClient(address, (other) =>
      eventually(async () => expect((await other.query(waiting)).rowCount).toBe(1)),
    );
    await client.query(credited(userId, 'second'));
    await client.query(
      `update ledger_accounts set available = available + ${AMOUNT} where owner_id = ${userId}; commit`,
    );
    return asking;
  });
  expect(asked).toMatchObject({ available: AMOUNT, withdrawable: 0n });
});
