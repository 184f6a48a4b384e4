/** Each rule of the verifier, broken once in a consistent ledger. */
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { HOUSE_ENTRIES, keepHouseLedger } from '../../support/ledger/house-ledger.ts';
import { keepMerchantLedger, MERCHANT_ENTRIES } from '../../support/ledger/merchant-ledger.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { ANN, BOB, book, BTC, ENTRIES, USDT } from '../../support/ledger/small-ledger.ts';
import { keepWalletLedger, WALLET_ENTRIES } from '../../support/ledger/wallet-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import { FIAT_FAULTS } from './ledger-fiat-faults.ts';
import { HOUSE_FAULTS } from './ledger-house-faults.ts';
import { PLANTED_FAULTS } from './ledger-planted-faults.ts';
import { WALLET_FAULTS } from './ledger-wallet-faults.ts';
import { namesOf, passesAfter, run, usePlantedLedger } from './planted-ledger.ts';

const { copy, consistentSession, expectFault } = usePlantedLedger();

describe('a consistent ledger', () => {
  test('has no fault, in a pass over everything and in one over new entries', async () => {
    const { session } = await consistentSession();
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
    await session.close();
  });
});

test.each(PLANTED_FAULTS)('$what is named', (fault) => expectFault(fault));

describe('a ledger with deposits, withdrawals and transfers', () => {
  test('has no fault, even when all of it is new', async () => {
    const { address, session } = await consistentSession();
    await withClient(address, keepWalletLedger);
    const recent = { kind: 'recent', faults: [], entries: WALLET_ENTRIES };
    expect(await session.verifyRecent()).toEqual(recent);
    expect(await session.verifyRecent()).toEqual({ ...recent, entries: 0 });
    await session.close();
  });

  test.each(WALLET_FAULTS)('$what is named', (fault) =>
    expectFault(fault, keepWalletLedger, ENTRIES + WALLET_ENTRIES),
  );
});

describe('a ledger with a shop, ads and their orders', () => {
  test('has no fault, even when all of it is new', async () => {
    const { address, session } = await consistentSession();
    await withClient(address, keepMerchantLedger);
    const recent = { kind: 'recent', faults: [], entries: MERCHANT_ENTRIES };
    expect(await session.verifyRecent()).toEqual(recent);
    await session.close();
  });

  test.each(FIAT_FAULTS)('$what is named', (fault) =>
    expectFault(fault, keepMerchantLedger, ENTRIES + MERCHANT_ENTRIES),
  );
});

describe('a ledger in which the market maker trades with itself', () => {
  const keep = (_: Client, address: DatabaseAddress) => keepHouseLedger(address);
  const consistent = () => consistentSession(keep, ENTRIES + HOUSE_ENTRIES);

  test('has no fault, even when all of it is new', async () => {
    const { address, session } = await consistentSession();
    await keepHouseLedger(address);
    const recent = { kind: 'recent', faults: [], entries: HOUSE_ENTRIES };
    expect(await session.verifyRecent()).toEqual(recent);
    expect(await session.verifyRecent()).toEqual({ ...recent, entries: 0 });
    await session.close();
  });

  test('keeps its trades, and neither their movements nor orders that have ended', async () => {
    const { address, session } = await consistent();
    await session.close();
    const { rows } = await withClient(address, (client) =>
      client.query(`
        select (select array_agg(id order by id) from spot_deals) as deals,
          (select array_agg(id order by id) from spot_orders) as orders,
          (select array_agg(recipe || ' ' || cause_id order by number) from ledger_movements
            where journal = 2 and number > 8) as movements,
          (select last_order_id from spot_writers) as "lastOrder"`),
    );
    expect(rows).toEqual([
      {
        deals: ['1', '2', '3', '4'],
        orders: ['1', '2', '3', '4', '5'],
        movements: ['spot.house_posted 2'],
        lastOrder: 8n,
      },
    ]);
  });

  test.each(HOUSE_FAULTS)('$what is named', (fault) =>
    expectFault(fault, keep, ENTRIES + HOUSE_ENTRIES),
  );
});

describe('a pass over new entries', () => {
  const grant = (ownerId: number, currencyId: number) =>
    seedGrant({
      causeId: 'late',
      requestId: 'r',
      ownerId,
      amounts: [{ currencyId, amount: units(5n) }],
    });

  test('adds up all entries booked since, once', async () => {
    const { address, session } = await consistentSession();
    await withClient(address, (client) => book(client, JOURNALS.general, 4, grant(ANN, USDT)));
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 2 });
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
    await session.close();
  });

  test('does not miss a transaction that began before the last pass and ended after it', async () => {
    const { address, session } = await consistentSession();
    await withClient(address, async (client) => {
      await client.query('begin');
      await book(client, JOURNALS.general, 4, grant(ANN, USDT));
      await withClient(address, (other) => book(other, JOURNALS.general, 5, grant(BOB, BTC)));
      expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 2 });
      await client.query('commit');
    });
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 2 });
    expect(await session.verifyAll()).toMatchObject({ faults: [], entries: ENTRIES + 4 });
    await session.close();
  });

  test('takes rows of another cluster, as after a restore, for old ones', async () => {
    const { address, session } = await consistentSession();
    await run(
      address,
      `alter table ledger_movements drop constraint ledger_movements_own_transaction;
       alter table ledger_entries drop constraint ledger_entries_own_transaction;
       insert into ledger_movements values (1, 4, 'seed.grant', 'x', 0, 'r', 0, 1000000000);
       insert into ledger_entries values (${ANN}, 1, ${USDT}, 1, 4, 0, 0, 1000000000);
       alter table ledger_movements add constraint ledger_movements_own_transaction
         check (transaction_id = txid_current()) not valid;
       alter table ledger_entries add constraint ledger_entries_own_transaction
         check (transaction_id = txid_current()) not valid`,
    );
    expect(await session.verifyAll()).toMatchObject({ kind: 'full' });
    await withClient(address, (client) => book(client, JOURNALS.general, 5, grant(ANN, USDT)));
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 2 });
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
    await session.close();
  });
});

describe('a rule that cannot be applied', () => {
  const UNIT = `update ledger_accounts set available = available + 1
    where owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT};`;
  const UNREADABLE = withoutTriggers(
    'spot_postings',
    `update spot_postings set entries = '[{"owner_id": "x"}]' where id = 8`,
  );
  const OF_UNIT = ['balance_not_sum_of_entries', 'currency_not_zero'];

  test('is a fault itself, and the others still report their findings', async () => {
    const consistent = await consistentSession(keepWalletLedger, ENTRIES + WALLET_ENTRIES);
    const { recent, full } = await passesAfter(consistent, `${UNIT} ${UNREADABLE}`);
    expect(namesOf(full.faults)).toEqual([...OF_UNIT, 'rule_failed']);
    expect(full.faults).toContain(
      'rule_failed: rule transitNotOnItsWay, invalid input syntax for type integer: "x"',
    );
    expect(namesOf(recent.faults)).toEqual([...OF_UNIT, 'log_unprotected', 'rule_failed']);
  });

  test('makes the pass compare the same records again, and not the next ones', async () => {
    const { address, session } = await consistentSession(async (client, of) => {
      await keepWalletLedger(client);
      // More than one pass compares: the last record of a turn is remembered.
      await run(
        of,
        `insert into spot_orders (id, owner_id, side, price_ticks, quantity_lots, executed_lots,
           executed_amount, fee, reserved, state, end_reason, market_id, kind, maker_fee_ppm, taker_fee_ppm,
           revision, request_id, created_at_ms, updated_at_ms)
         select number, ${ANN}, 'buy', 8000, 1000000, 0, 0, 0, 0, 'cancelled', 'owner', 1, 'limit', 1000, 1000,
           1, 'r', 0, 0
         from generate_series(101, 2200) number`,
      );
    }, ENTRIES + WALLET_ENTRIES);
    await run(address, `update spot_orders set executed_lots = 1 where id = 101; ${UNREADABLE}`);
    const { faults } = await session.verifyRecent();
    expect(namesOf(faults)).toEqual(['log_unprotected', 'order_not_sum_of_deals', 'rule_failed']);
    await session.close();
  });

  test('is no fault of the ledger when its table is missing, and hides none', async () => {
    const { address, session } = await consistentSession();
    await run(address, 'alter table lever_markets rename to markets_away');
    await expect(session.verifyRecent()).rejects.toThrow('relation "lever_markets" does not exist');
    await expect(session.verifyAll()).rejects.toThrow('relation "lever_markets" does not exist');
    await run(address, UNIT);
    expect(namesOf((await session.verifyAll()).faults)).toEqual([...OF_UNIT, 'rule_failed']);
    await session.close();
  });

  test('is no fault of the ledger when the connection is lost', async () => {
    const { address, session } = await consistentSession();
    await withClient(address, async (client) => {
      await client.query('begin; lock table shops in access exclusive mode');
      const pass = session.verifyAll();
      const isLost = expect(pass).rejects.toThrow(/terminat/);
      await expect
        .poll(async () => {
          const { rowCount } = await client.query(
            `select pg_terminate_backend(pid) from pg_locks where relation = 'shops'::regclass and not granted`,
          );
          return rowCount;
        })
        .toBe(1);
      await isLost;
    });
    await session.close();
  });
});

test('of many broken rows some are named and the others counted', async () => {
  const address = await copy();
  await run(
    address,
    `insert into ledger_accounts select 1000 + g, 2, ${USDT}, 1, 0 from generate_series(1, 25) g`,
  );
  const { faults } = await verifyWholeLedger(address, 'test', 'any');
  const ofBalances = faults.filter((fault) => fault.startsWith('balance_not_sum_of_entries'));
  expect(ofBalances).toHaveLength(21);
  expect(ofBalances.at(-1)).toBe('balance_not_sum_of_entries: and 5 more rows');
  // They hide no second fault that the same rule finds.
  expect(faults).toContain(`currency_not_zero: currency_id ${USDT}, sum 25`);
});
