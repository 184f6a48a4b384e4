/** A start in which spot trading ends before the server is ready: it says so and ends, and never hangs. */
import { afterAll, expect, test } from 'vitest';
import { EXIT_CODES } from '../../server/exit-codes.ts';
import { queryServer } from '../support/server-database.ts';
import { temporaryFolders } from '../support/temporary-folder.ts';
import { runServerToExit, startTestServer } from '../support/test-server.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

/** The quotes that the market maker has left in the books can not be withdrawn. */
const PLANTED_FAULT = `
  create function refuse_changes() returns trigger language plpgsql as
    $$ begin raise exception 'no change today'; end $$;
  create trigger refuse_changes before update on spot_orders for each row execute function refuse_changes()`;

test('a start whose first commit fails ends with one line', { timeout: 60_000 }, async () => {
  const dataDir = folders.make();
  const env = { MARKET_MAKER: 'on' };
  const server = await startTestServer({ dataDir, env });
  await queryServer(server, PLANTED_FAULT);
  await server.stop();
  const { code, output } = await runServerToExit({ ...env, DATA_DIR: dataDir });
  expect(code).toBe(EXIT_CODES.failed);
  expect(output).toContain('no change today');
  expect(output).toContain('Spot trading ended before the server was ready');
});
