/** The general journal and the currencies, over a database without a server. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AssertionError } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { openDatabase, openKeyedDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress, Transaction } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../../server/ledger/chart.ts';
import { syncCurrencies } from '../../../server/ledger/currencies.ts';
import {
  findAccounts,
  postMovement,
  postOpeningMovement,
  sumAccounts,
} from '../../../server/ledger/ledger.repo.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { createLog } from '../../../server/kit/log.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import { StartupError } from '../../../server/kit/process/startup-error.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let database: Database;
const opened: Database[] = [];
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
beforeEach(async () => {
  address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  // The last of a thousand that wait for one row waits as long as all others take.
  database.$client.options.connectionTimeoutMillis = MINUTE_MS;
  opened.push(database);
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.$client.end()));
  await scratch.stop();
});

const [ANN, BOB, USDT] = [11, 12, 1];
const NOW = 1_790_000_000_000;
const FIAT = ACCOUNT_TYPES.fiat;

/** A movement between two fiat accounts; the journal ignores the recipe's name. */
const transfer = (from: number, to: number, amount: bigint): Movement => ({
  recipe: 'seed.grant',
  causeId: 'test',
  actorId: from,
  requestId: 'request',
  entries: [entry(from, FIAT, -amount), entry(to, FIAT, amount)],
});

const entry = (ownerId: number, accountType: number, available: bigint) => ({
  ownerId,
  accountType,
  currencyId: USDT,
  available: units(available),
  frozen: units(0n),
});

const fund = (ownerId: number, amount: bigint): Movement => ({
  ...transfer(ownerId, ownerId, 0n),
  entries: [entry(OWNERS.house, HOUSE_ACCOUNTS.custody, -amount), entry(ownerId, FIAT, amount)],
});

const post = (movement: Movement) => transaction(database, (tx) => postMovement(tx, movement, NOW));

const available = async (ownerId: number) =>
  (await findAccounts(database, ownerId)).map((account) => account.available);

const faults = async () => (await verifyWholeLedger(address, 'test', 'any')).faults;

/** The one fault of a transfer of these tests: no grant takes money from a user. */
const taken = (number: string, ownerId: string, amount: string): string =>
  `entry_not_of_recipe: journal 1, number ${number}, recipe seed.grant, owner_id ${ownerId}, ` +
  `account_type ${FIAT}, currency_id ${USDT}, available_delta -${amount}, frozen_delta 0`;

describe('a movement', () => {
  test('changes the accounts, opens those that are missing, and is in the ledger', async () => {
    expect(await post(fund(ANN, 100n))).toEqual({ ok: true, value: 1n });
    expect(await post(transfer(ANN, BOB, 40n))).toEqual({ ok: true, value: 2n });
    expect([await available(ANN), await available(BOB)]).toEqual([[60n], [40n]]);
    expect(await sumAccounts(database)).toEqual([{ currencyId: USDT, sum: 0n, frozen: 0n }]);
    expect(await faults()).toEqual([taken('2', String(ANN), '40')]);
  });

  test('that would overdraw an account is refused and leaves no entry', async () => {
    await post(fund(ANN, 100n));
    const refusal = { ok: false, error: 'insufficient_balance' };
    expect(await post(transfer(ANN, BOB, 101n))).toEqual(refusal);
    expect(await post(transfer(BOB, ANN, 1n))).toEqual(refusal);
    expect([await available(ANN), await available(BOB)]).toEqual([[100n], []]);
    expect(await faults()).toEqual([]);
  });

  test('is rolled back with its transaction', async () => {
    await post(fund(ANN, 100n));
    const failing = transaction(database, async (tx) => {
      await postMovement(tx, transfer(ANN, BOB, 40n), NOW);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect([await available(ANN), await available(BOB)]).toEqual([[100n], []]);
    expect(await faults()).toEqual([]);
  });

  test('finds its accounts by their keys, even with a plan from when the table was small', async () => {
    await post(fund(ANN, 100n));
    await database.$client.query('analyze ledger_accounts');
    const keyed = openKeyedDatabase(address, createLog('silent'));
    opened.push(keyed);
    // One after the other on the same connection, with the plans of the first.
    const fetched = () =>
      transaction(keyed, async (tx) => {
        await postMovement(tx, transfer(ANN, BOB, 1n), NOW);
        const { rows } = await tx.execute<{ n: number }>(sql`
          select idx_tup_fetch::int as n from pg_stat_xact_user_tables where relname = 'ledger_accounts'`);
        return rows[0]?.n;
      });
    await fetched();
    await database.$client.query(`insert into ledger_accounts
      select owner, ${FIAT}, ${USDT}, 0, 0 from generate_series(1000, 2000) owner`);
    expect(await fetched()).toBeLessThan(10);
  });

  test('among a hundred at once, in both directions, overdraws no account', async () => {
    await post(fund(ANN, 10n));
    await post(fund(BOB, 10n));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(index % 3 === 0 ? transfer(BOB, ANN, 3n) : transfer(ANN, BOB, 3n)),
      ),
    );
    const [[ofAnn = 0n], [ofBob = 0n]] = [await available(ANN), await available(BOB)];
    expect(ofAnn + ofBob).toBe(20n);
    expect(ofAnn >= 0n && ofBob >= 0n).toBe(true);
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(answers.some(({ ok }) => !ok)).toBe(true);
    const others = (await faults()).filter(
      (fault) => !new RegExp(`^${taken(String.raw`\d+`, `(?:${ANN}|${BOB})`, '3')}$`).test(fault),
    );
    expect(
      others.filter((fault) => !/^entry_not_of_recipe: and \d+ more rows$/.test(fault)),
    ).toEqual([]);
  });

  test('is booked ten times out of a thousand at once when the balance covers ten', async () => {
    await post(fund(ANN, 30n));
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => post(transfer(ANN, BOB, 3n))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    expect([await available(ANN), await available(BOB)]).toEqual([[0n], [30n]]);
  });
});

describe('spot accounts', () => {
  const grant = seedGrant({
    causeId: 'test',
    requestId: 'request',
    ownerId: ANN,
    amounts: [{ currencyId: USDT, amount: units(7n) }],
  });
  const open = (movement: Movement) =>
    transaction(database, (tx: Transaction) => postOpeningMovement(tx, movement, NOW));

  test('are never changed by the general journal: they belong to the spot writer', async () => {
    await expect(post(grant)).rejects.toThrow(AssertionError);
    expect(await available(ANN)).toEqual([]);
  });

  test('may be opened before any spot writer has started, and not afterwards', async () => {
    expect(await open(grant)).toMatchObject({ ok: true });
    expect(await available(ANN)).toEqual([7n]);
    await database.$client.query("insert into spot_writers values ('spot', 1, 0)");
    await expect(open(grant)).rejects.toThrow(AssertionError);
    expect(await available(ANN)).toEqual([7n]);
    expect(await faults()).toEqual([]);
  });
});

describe('the ledger tables', () => {
  test.each([
    'update ledger_entries set available_delta = 0',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'update ledger_movements set actor_id = 0',
    'delete from ledger_movements',
  ])('are append-only: %s', async (statement) => {
    await post(fund(ANN, 100n));
    await expect(database.$client.query(statement)).rejects.toThrow(/append-only/);
  });

  test('keep a balance from falling below zero, whichever writer changes it', async () => {
    await post(fund(ANN, 100n));
    const overdraw = `update ledger_accounts set available = -1 where owner_id = ${ANN}`;
    await expect(database.$client.query(overdraw)).rejects.toThrow(/not_negative/);
  });
});

describe('currencies', () => {
  test('follow the catalog, numbered by their place in it, with 18 decimals', async () => {
    const currencies = await syncCurrencies(database, COINS);
    expect(currencies.all.map(({ id, code }) => [id, code])).toEqual(
      COINS.map(({ code }, index) => [index + 1, code]),
    );
    expect(currencies.byCode('BTC')).toMatchObject({ id: 2, name: 'Bitcoin', scale: 18 });
    expect(currencies.byId(999)).toBeUndefined();
  });

  test('that are added to the catalog are added to the table', async () => {
    await syncCurrencies(database, COINS.slice(0, 3));
    expect((await syncCurrencies(database, COINS)).all).toHaveLength(COINS.length);
  });

  test.each([
    ['scale', 'update currencies set scale = 8 where id = 2', /BTC with 8 decimals/],
    ['code', "update currencies set code = 'XBT' where id = 2", /currency 2 as XBT/],
  ])('with a stored %s that differs end the start', async (_, statement, message) => {
    await syncCurrencies(database, COINS);
    await database.$client.query(statement);
    const start = syncCurrencies(database, COINS);
    await expect(start).rejects.toThrow(StartupError);
    await expect(start).rejects.toThrow(message);
  });
});
