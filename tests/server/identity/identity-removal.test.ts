/** The hourly removal of old attempts, sessions and codes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { startIdentityRemoval } from '../../../server/areas/identity/identity.area.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { Jobs } from '../../../server/kit/jobs/jobs.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

const log = createLog('silent');
let scratch: ScratchDatabase;
let database: Database;
let now = 10 * DAY_MS;
const clock = { now: () => now };

beforeAll(async () => {
  scratch = await startScratchDatabase();
  database = openDatabase(await scratch.copy(), log, 2);
});
afterAll(async () => {
  await database.$client.end();
  await scratch.stop();
});

const storeCode = (account: string, expiresAtMs: number) =>
  database.$client.query(
    `insert into verification_codes (account, scene, code_hash, salt, sent_at_ms, expires_at_ms)
     values ($1, 'register', 'hash', 'salt', $2, $3)`,
    [account, expiresAtMs - MINUTE_MS, expiresAtMs],
  );

const codes = async () => {
  const { rows } = await database.$client.query<{ account: string }>(
    'select account from verification_codes order by account',
  );
  return rows.map(({ account }) => account);
};

test('codes that expired more than a day ago are removed, and the job shows its last run', async () => {
  await storeCode('kept', now - DAY_MS + MINUTE_MS);
  await storeCode('old', now - DAY_MS - MINUTE_MS);
  const jobs = new Jobs({ clock, log });
  const job = startIdentityRemoval({ database, clock, jobs });
  await job.runNow();

  expect(await codes()).toEqual(['kept']);
  expect(jobs.list()).toEqual([
    expect.objectContaining({
      name: 'identity_removal',
      owner: 'scheduler',
      last_run_at: now,
      last_failure: null,
    }),
  ]);

  now += DAY_MS;
  await job.runNow();
  expect(await codes()).toEqual([]);
  await job.stop();
});
