/** The rows that the payment of a day reads in real PostgreSQL: their number grows with the positions that are due. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { DividendRounds } from '../../../server/areas/staking/dividend-round.ts';
import { StakingWire } from '../../../server/areas/staking/staking-wire.ts';
import { openBackgroundDatabase } from '../../../server/kit/db/background-database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { seedPositions } from '../../support/staking/stored-positions.ts';

const POSITIONS = 4_000;
const FIRST_DAY = Date.parse('2026-11-21T00:00Z');

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, async (client) => {
    await seedPositions(client, { count: POSITIONS, cycleDays: 5, firstDayMs: FIRST_DAY });
    await client.query('vacuum analyze');
  });
});
afterAll(() => scratch.stop());

/** Pays one day. The sessions have ended when it resolves, and PostgreSQL has counted what they read. */
async function payDay(address: DatabaseAddress): Promise<void> {
  const database = openBackgroundDatabase(address, createLog('silent'), 'dividends');
  const rounds = new DividendRounds({
    database,
    background: database,
    clock: { now: () => FIRST_DAY + DAY_MS },
    jobs: silentJobs(),
    health: { isConsistent: () => true },
    subscriptions: { recover: async () => {}, complete: async () => {} },
    updates: { publish: () => {}, isFollowed: () => false },
    wire: new StakingWire({ byId: () => undefined }),
  });
  rounds.start();
  await eventually(async () => expect(await paidDays(database)).toBe(POSITIONS));
  await rounds.stop();
  await database.$client.end();
}

async function paidDays({ $client }: Database): Promise<number> {
  const { rows } = await $client.query<{ count: number }>(
    'select count(*)::integer as count from staking_dividends',
  );
  return ensure(rows[0], 'number of paid days').count;
}

/** Rows of positions that were read one after the other, entries of their index, and changes within their page. */
const countsOf = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    const { rows } = await client.query<{ rows: number; entries: number; inPlace: number }>(`
      select pg_stat_get_tuples_returned('staking_positions'::regclass)::integer as rows,
        pg_stat_get_tuples_returned('staking_positions_in_effect'::regclass)::integer as entries,
        pg_stat_get_tuples_hot_updated('staking_positions'::regclass)::integer as "inPlace"`);
    return ensure(rows[0], 'statistics');
  });

test('a day is paid with few reads of each position, however many there are and however old a snapshot is', async () => {
  const address = await scratch.copy();
  await withClient(address, async (backup) => {
    // It could still see the positions from before the payment, so that their old rows stay.
    await backup.query('begin isolation level repeatable read; select from staking_positions');
    const before = await countsOf(address);
    await payDay(address);
    const after = await countsOf(address);
    // A statement that reads the whole table reads them all; the question whether a dividend is due stops at the first.
    expect(after.rows - before.rows).toBeLessThan(POSITIONS);
    expect(after.entries - before.entries).toBeGreaterThanOrEqual(POSITIONS);
    // The round ends with a statement that looks at all of them, and with one for positions whose cycle is over.
    expect(after.entries - before.entries).toBeLessThan(4 * POSITIONS);
    expect(after.inPlace - before.inPlace).toBe(POSITIONS);
    await backup.query('commit');
  });
});
