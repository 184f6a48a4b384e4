/** The connection to PostgreSQL: whole numbers, transactions, an outage, and a foreign server. */
import { sql } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUARDED_TABLES } from '../../../server/kit/db/append-only-tables.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import type { EmbeddedPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import {
  isDatabaseUnavailable,
  sqlStateOf,
  transaction,
} from '../../../server/kit/db/transaction.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { createDemoCodes, type DemoCodes } from '../../../server/areas/fiat/fiat.area.ts';
import { createLog } from '../../../server/kit/log.ts';
import { syncCurrencies } from '../../../server/ledger/currencies.ts';
import type { Currencies } from '../../../server/ledger/currencies.ts';
import { CATALOG } from '../../../server/ledger/currency-catalog.ts';
import { seedDatabase } from '../../../server/boot/roles/seed.ts';
import { createSettings } from '../../../server/kit/settings/settings.ts';
import { SEEDED_ARTICLES } from '../../support/content/seeded-articles.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

const log = createLog('silent');
const folders = temporaryFolders();
afterAll(() => folders.removeAll());

describe('one database', () => {
  let postgres: EmbeddedPostgres;
  let database: Database;
  let currencies: Currencies;
  let codes: DemoCodes;

  beforeAll(async () => {
    postgres = await launchPostgres({ dataDir: folders.make(), log });
    await migrateDatabase(postgres.address);
    database = openDatabase(postgres.address, log);
    currencies = await syncCurrencies(database, CATALOG);
    const kept = { dataDir: folders.make(), secretKey: undefined };
    codes = createDemoCodes(kept, database, log);
    await database.execute(sql`create table numbers (id int primary key, n bigint not null)`);
    await database.execute(sql`insert into numbers values (1, 0), (2, 0)`);
  });
  afterAll(async () => {
    await database.$client.end();
    await postgres.stop();
  });

  test('returns an int8 as an exact bigint', async () => {
    const { rows } = await database.execute(sql`select 9223372036854775807::int8 as n`);
    expect(rows).toEqual([{ n: 9_223_372_036_854_775_807n }]);
  });

  test('migrates again without a change', async () => {
    await migrateDatabase(postgres.address);
    await Promise.all([migrateDatabase(postgres.address), migrateDatabase(postgres.address)]);
    const { rows } = await database.execute(
      sql`select count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations`,
    );
    expect(rows).toEqual([{ once: true }]);
  });

  test('rolls back the statements of a transaction that failed', async () => {
    const failing = transaction(database, async (tx) => {
      await tx.execute(sql`update numbers set n = 99 where id = 1`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await database.execute(sql`select n from numbers where id = 1`);
    expect(rows).toEqual([{ n: 0n }]);
  });

  test('runs statements sent at once in their order, in the transaction', async () => {
    const seen = await transaction(database, async (tx) => {
      const n = sql`select n, pg_current_xact_id()::text as xact from numbers where id = 2`;
      return Promise.all([
        tx.execute(sql`update numbers set n = 7 where id = 2`),
        tx.execute(n),
        tx.execute(sql`update numbers set n = 0 where id = 2`),
        tx.execute(n),
      ]);
    });
    const [, first, , last] = seen.map(({ rows }) => rows[0]);
    expect([first?.['n'], last?.['n']]).toEqual([7n, 0n]);
    expect(first?.['xact']).toBe(last?.['xact']);
  });

  test('rolls back all statements sent at once when one of them fails, and stays usable', async () => {
    const failing = transaction(database, (tx) =>
      Promise.all([
        tx.execute(sql`update numbers set n = 99 where id = 1`),
        tx.execute(sql`insert into numbers values (2, 1)`),
        tx.execute(sql`update numbers set n = 99 where id = 2`),
      ]),
    );
    expect(sqlStateOf(await failing.catch((reason: unknown) => reason))).toBe('23505');
    const { rows } = await database.execute(sql`select n from numbers order by id`);
    expect(rows).toEqual([{ n: 0n }, { n: 0n }]);
  });

  test('refuses statements of one branch after another has failed', async () => {
    const late = Promise.withResolvers<unknown>();
    const failing = transaction(database, (tx) => {
      const slow = async () => {
        await failing.catch(() => undefined);
        await tx.execute(sql`update numbers set n = 99 where id = 1`);
      };
      // Started a moment later, when `failing` is known.
      late.resolve(Promise.resolve().then(slow));
      return tx.execute(sql`insert into numbers values (2, 1)`);
    });
    expect(sqlStateOf(await failing.catch((reason: unknown) => reason))).toBe('23505');
    const refused: unknown = await late.promise.catch((reason: unknown) => reason);
    expect(String((refused as Error).cause ?? refused)).toContain('transaction of this statement');
    const { rows } = await database.execute(sql`select n from numbers where id = 1`);
    expect(rows).toEqual([{ n: 0n }]);
  });

  test('does not take an aborted transaction for a committed one', async () => {
    const swallowing = transaction(database, async (tx) => {
      await tx.execute(sql`update numbers set n = 99 where id = 1`);
      await tx.execute(sql`insert into numbers values (2, 1)`).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('answered by ROLLBACK');
    const { rows } = await database.execute(sql`select n from numbers where id = 1`);
    expect(rows).toEqual([{ n: 0n }]);
  });

  test('reports a connection that broke in a transaction, and does not reuse it', async () => {
    const failing = transaction(database, async (tx) => {
      await tx.execute(sql`update numbers set n = 99 where id = 1`);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    expect(isDatabaseUnavailable(await failing.catch((reason: unknown) => reason))).toBe(true);
    const selects = Array.from({ length: 20 }, () =>
      transaction(database, (tx) => tx.execute(sql`select n from numbers where id = 1`)),
    );
    for (const { rows } of await Promise.all(selects)) expect(rows).toEqual([{ n: 0n }]);
  });

  test('retries the loser of a deadlock, so that both transactions count', async () => {
    let tries = 0;
    let arrivals = 0;
    let openGate: () => void;
    const bothHoldOne = new Promise<void>((resolve) => (openGate = resolve));
    const addInOrder = (first: number, second: number) =>
      transaction(database, async (tx) => {
        tries += 1;
        await tx.execute(sql`update numbers set n = n + 1 where id = ${first}`);
        arrivals += 1;
        if (arrivals === 2) openGate();
        await bothHoldOne;
        await tx.execute(sql`update numbers set n = n + 1 where id = ${second}`);
      });
    await Promise.all([addInOrder(1, 2), addInOrder(2, 1)]);
    const { rows } = await database.execute(sql`select n from numbers order by id`);
    expect(rows).toEqual([{ n: 2n }, { n: 2n }]);
    // More than one if the loser locks its row again before the other transaction wakes.
    expect(tries).toBeGreaterThanOrEqual(3);
  });

  test('does not retry other failures', async () => {
    let tries = 0;
    const failing = transaction(database, async (tx) => {
      tries += 1;
      await tx.execute(sql`insert into numbers values (1, 1)`);
    });
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(sqlStateOf(error)).toBe('23505');
    expect(tries).toBe(1);
  });

  test('is seeded all or nothing', async () => {
    const demo = { seed: 'demo', nodeEnv: 'development', passwordCost: 'low' } as const;
    await database.execute(sql`alter table news_texts rename to news_words`);
    await expect(seedDatabase(database, demo, currencies, { now: () => 1 }, codes)).rejects.toThrow(
      'news_texts',
    );
    await database.execute(sql`alter table news_words rename to news_texts`);
    const { rows } = await database.execute(sql`
      select (select count(*)::int from users) as people, (select count(*)::int from settings where key <> 'seal_check') as set,
        (select count(*)::int from pictures where owner_id is not null) as shown, (select count(*)::int from ledger_entries) as booked`);
    expect(rows).toEqual([{ people: 0, set: 0, shown: 0, booked: 0 }]);
  });

  test('is seeded by one of two servers that start at once', async () => {
    const seed = { seed: 'demo', nodeEnv: 'development', passwordCost: 'low' } as const;
    const clock = { now: () => 1 };
    const start = () => seedDatabase(database, seed, currencies, clock, codes);
    await Promise.all([start(), start()]);
    const { rows } = await database.execute(sql`select count(*)::int as articles from news`);
    expect(rows).toEqual([{ articles: SEEDED_ARTICLES }]);
    const booked = await database.execute(sql`select recipe from ledger_movements`);
    const recipes = booked.rows.map(({ recipe }) => recipe);
    expect(recipes.filter((recipe) => recipe === 'seed.grant')).toHaveLength(7);
    expect(recipes.filter((recipe) => recipe === 'shop.opened')).toHaveLength(1);
    const shown = await database.execute(sql`
      select count(*)::int as pictures from pictures where owner_id is not null`);
    expect(shown.rows).toEqual([{ pictures: 2 }]);
    // The records of users are kept otherwise.
    for (const table of GUARDED_TABLES)
      await database.execute(`alter table ${table} disable trigger user`);
    await database.execute(sql`truncate users, news, settings cascade`);
  });

  test('is seeded once; changes by an operator stay', async () => {
    const clock = { now: () => 1 };
    const config = { seed: 'none', nodeEnv: 'development', passwordCost: 'low' } as const;
    await seedDatabase(database, config, currencies, clock, codes);
    await database.execute(sql`update settings set value = 'mine' where key = 'share_url'`);
    const demo = { ...config, seed: 'demo' } as const;
    expect(await seedDatabase(database, demo, currencies, clock, codes)).toBe('none');
    const stored = createSettings(database, {}, {});
    expect(await stored.find('share_url')).toBe('mine');
    const fixed = createSettings(database, { share_url: 'https://from.env' }, {});
    expect(await fixed.find('share_url')).toBe('https://from.env');
  });

  test('with demo accounts is refused in production', async () => {
    await database.execute(sql`update settings set value = 'demo' where key = 'seeded_with'`);
    const config = { seed: 'none', nodeEnv: 'production', passwordCost: 'full' } as const;
    const start = seedDatabase(database, config, currencies, { now: () => 1 }, codes);
    await expect(start).rejects.toThrow('holds demo accounts');
  });
});

test('a server with DATABASE_URL uses that database alone, and exits for a restart after its outage', async () => {
  const postgresDir = folders.make();
  const dataDir = folders.make();
  const first = await launchPostgres({ dataDir: postgresDir, log });
  const host = encodeURIComponent(path.join(postgresDir, 'run'));
  const server = await startTestServer({
    dataDir,
    env: { SEED: 'none', DATABASE_URL: `postgresql://meridian@localhost/postgres?host=${host}` },
  });
  const ask = () => server.call('getSetting', { key: 'service_url' });

  expect(await ask()).toMatchObject({ code: 1 });
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  await first.stop();
  await server.waitForLog(/"msg":"spot trading ended"/);
  expect(await server.stop()).toBe(EXIT_CODES.restart);
  const second = await launchPostgres({ dataDir: postgresDir, log });
  await server.restart();
  expect(await ask()).toMatchObject({ code: 1 });

  expect(await server.stop()).toBe(0);
  await second.stop();
});
