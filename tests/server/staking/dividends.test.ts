/** Payment of dividends in real PostgreSQL: two servers at once, missed days, and a connection that dies. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { DividendRounds } from '../../../server/areas/staking/dividend-round.ts';
import { payDividends } from '../../../server/areas/staking/dividends.repo.ts';
import { StakingWire } from '../../../server/areas/staking/staking-wire.ts';
import {
  openDatabase,
  type Database,
  type DatabaseAddress,
} from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { seedPositions } from '../../support/staking/stored-positions.ts';

const POSITIONS = 400;
const CYCLE_DAYS = 5;
const FIRST_DAY = Date.parse('2026-11-21T00:00Z');
/** Fewer than the positions, so that a day needs several statements. */
const AT_ONCE = 150;

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, (client) =>
    seedPositions(client, { count: POSITIONS, cycleDays: CYCLE_DAYS, firstDayMs: FIRST_DAY }),
  );
});
afterAll(() => scratch.stop());

/** Opens the databases of two servers. */
async function servers(address: DatabaseAddress): Promise<readonly Database[]> {
  return [1, 2].map(() => openDatabase(address, createLog('silent')));
}

async function payAll(database: Database, now: number): Promise<void> {
  while ((await payDividends(database, now, AT_ONCE, 'r')).length > 0);
}

const dailySum = (POSITIONS * (POSITIONS + 1)) / 2;

const standing = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    const { rows } = await client.query<Record<string, string>>(`
      select (select count(*) from staking_dividends)::text as days,
        (select count(distinct cause_id) from ledger_movements where recipe = 'staking.dividend')::text as movements,
        (select sum(paid_days) from staking_positions)::text as paid,
        (select frozen from ledger_accounts where account_type = 130)::text as left_in_fund,
        (select coalesce(sum(available), 0) from ledger_accounts where account_type = 5)::text as received,
        (select count(*) from staking_positions where next_dividend_at_ms is null)::text as complete,
        (select coalesce(sum(available_delta + frozen_delta), 0) from ledger_entries)::text as sum`);
    return rows[0];
  });

const after = (days: number) => ({
  days: String(POSITIONS * days),
  movements: String(POSITIONS * days),
  paid: String(POSITIONS * days),
  left_in_fund: String(dailySum * (CYCLE_DAYS - days)),
  received: String(dailySum * days),
  complete: days === CYCLE_DAYS ? String(POSITIONS) : '0',
  sum: '0',
});

test('two servers that pay at once pay each day once, missed days included', async () => {
  const address = await scratch.copy();
  const databases = await servers(address);
  const payBy = (now: number) => Promise.all(databases.map((each) => payAll(each, now)));

  await payBy(FIRST_DAY + DAY_MS - 1);
  expect(await standing(address)).toEqual(after(0));
  await payBy(FIRST_DAY + DAY_MS);
  expect(await standing(address)).toEqual(after(1));
  // The clock is set back, then forward by days.
  await payBy(FIRST_DAY);
  expect(await standing(address)).toEqual(after(1));
  await payBy(FIRST_DAY + 4 * DAY_MS);
  expect(await standing(address)).toEqual(after(4));
  await payBy(FIRST_DAY + 400 * DAY_MS);
  expect(await standing(address)).toEqual(after(CYCLE_DAYS));
  await Promise.all(databases.map((each) => each.$client.end()));
});

test('a connection that dies in the middle of a day leaves no half of a dividend', async () => {
  const address = await scratch.copy();
  const [database] = await servers(address);
  if (database === undefined) throw new Error('a database');
  await withClient(address, async (client) => {
    // The fund is locked, so that the payment has written its rows and waits.
    await client.query('begin; select from ledger_accounts where account_type = 130 for update');
    const payment = payDividends(database, FIRST_DAY + DAY_MS, AT_ONCE, 'r').then(
      () => 'paid',
      () => 'died',
    );
    await terminateWaiting(address);
    expect(await payment).toBe('died');
    await client.query('rollback');
  });
  expect(await standing(address)).toEqual(after(0));
  await payAll(database, FIRST_DAY + DAY_MS);
  expect(await standing(address)).toEqual(after(1));
  await database.$client.end();
});

/** Ends the session that waits for a lock. */
const terminateWaiting = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    for (let ended = 0; ended === 0;) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      ended = rowCount ?? 0;
    }
  });

test('nothing is paid while the ledger has a fault, and everything that is due after it', async () => {
  const address = await scratch.copy();
  const [database] = await servers(address);
  if (database === undefined) throw new Error('a database');
  /** How many reads find the ledger consistent before its fault. */
  let consistentTimes = 0;
  let begun = 0;
  /** Two rounds begin, the first of which has ended. */
  const waitForRound = async () => {
    const before = begun;
    await eventually(() => expect(begun).toBeGreaterThan(before + 1));
  };
  const rounds = new DividendRounds({
    database,
    background: database,
    clock: { now: () => FIRST_DAY + DAY_MS },
    jobs: silentJobs(),
    health: { isConsistent: () => (consistentTimes -= 1) >= 0 },
    subscriptions: { recover: async () => void (begun += 1), complete: async () => {} },
    updates: { publish: () => {}, isFollowed: () => false },
    wire: new StakingWire({ byId: () => undefined }),
  });
  rounds.start();
  await waitForRound();
  expect(await standing(address)).toEqual(after(0));
  // A fault in the middle of the day: only the first statement is executed.
  consistentTimes = 1;
  await waitForRound();
  const paid = Number((await standing(address))?.['paid']);
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThan(POSITIONS);
  consistentTimes = Number.POSITIVE_INFINITY;
  await eventually(async () => expect(await standing(address)).toEqual(after(1)));
  await rounds.stop();
  await database.$client.end();
});
