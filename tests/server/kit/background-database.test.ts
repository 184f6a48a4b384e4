/** A connection for work that may wait: its PostgreSQL process has a lower priority than all others. */
import { constants, getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assert, ensure } from '../../../contract/assert.ts';
import { openBackgroundDatabase } from '../../../server/kit/db/background-database.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { prioritiesOf } from '../../support/process-priorities.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

/** Ends the database, and returns the priorities that its connection had. */
async function prioritiesIn({ $client }: Database) {
  const { rows } = await $client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const priorities = prioritiesOf(ensure(rows[0], 'process').pid);
  await $client.end();
  return priorities;
}

test('its process and its session have a lower priority, and those of calls have the usual one', async () => {
  const log = createLog('silent');
  assert('connectionString' in scratch.original, 'the scratch database is named by a URL');
  const { pathname: socketFolder } = new URL(scratch.original.connectionString);
  const usual = await prioritiesIn(openDatabase({ socketFolder }, log));
  expect(usual.process).toBe(getPriority());
  const low = constants.priority.PRIORITY_BELOW_NORMAL;
  const background = openBackgroundDatabase({ socketFolder }, log, 'background');
  expect(await prioritiesIn(background)).toEqual({
    process: low,
    session: usual.session === null ? null : low,
  });
  expect(usual.session).not.toBe(low);
});
