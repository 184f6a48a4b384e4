/** A connection for work that may wait: its PostgreSQL process has a lower priority than all others. */
import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assert, ensure } from '../../../contract/assert.ts';
import { openBackgroundDatabase } from '../../../server/kit/db/background-database.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { startScratchDatabase, type ScratchDatabase } from '../../support/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

/** The priorities of the process and of its session, which is null where the system has none. */
async function prioritiesOf({ $client }: Database) {
  const { rows } = await $client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = ensure(rows[0], 'process');
  const file = `/proc/${pid}/autogroup`;
  const session = existsSync(file)
    ? Number(/nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1])
    : null;
  const priorities = { process: getPriority(pid), session };
  await $client.end();
  return priorities;
}

test('its process and its session have a lower priority, and those of calls have the usual one', async () => {
  const log = createLog('silent');
  assert('connectionString' in scratch.original, 'the scratch database is named by a URL');
  const { pathname: socketFolder } = new URL(scratch.original.connectionString);
  const usual = await prioritiesOf(openDatabase({ socketFolder }, log));
  expect(usual.process).toBe(getPriority());
  const low = constants.priority.PRIORITY_BELOW_NORMAL;
  const background = openBackgroundDatabase({ socketFolder }, log, 'background');
  expect(await prioritiesOf(background)).toEqual({
    process: low,
    session: usual.session === null ? null : low,
  });
  expect(usual.session).not.toBe(low);
});
