/** Two servers on one database: the later one trades, the earlier one stops responding and ends. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import type { EmbeddedPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { createLog } from '../../../server/kit/log.ts';
import { Acknowledgements } from '../../support/crash/acknowledgements.ts';
import { contradictions } from '../../support/crash/evidence.ts';
import { startLoad, tradedMarkets, type Load } from '../../support/crash/load.ts';
import { gone } from '../../support/crash/processes.ts';
import { signInTraders } from '../../support/crash/traders.ts';
import { createRandom } from '../../support/engine/engine-workload.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

const folders = temporaryFolders();
const dataDir = folders.make();
const socketFolder = openRunFolder(dataDir);
const databaseUrl = `postgres://meridian@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
const TAKEN_OVER = /another server has taken over the spot markets/;

/** Keeps the old epoch when a server takes over the writer. */
const PLANTED_FAULT = `
  create function keep_epoch() returns trigger language plpgsql as
    $$ begin new.epoch := old.epoch; return new; end $$;
  create trigger keep_epoch before update on spot_writers for each row execute function keep_epoch()`;

let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await launchPostgres({ dataDir, log: createLog('silent') });
});
afterAll(async () => {
  await postgres.stop();
  folders.removeAll();
});

const start = (): Promise<TestServer> =>
  startTestServer({
    isOwnProcess: true,
    dataDir: folders.make(),
    env: {
      DATABASE_URL: databaseUrl,
      // Both servers use the same secret, because their data folders differ.
      SECRET_KEY: 'the-secret-of-both-servers-of-one-database-here',
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
    },
  });

// Two starts each, while other test files run.
describe('a second server on the same database', () => {
  let earlier: TestServer;
  let later: TestServer | undefined;
  let acknowledgements: Acknowledgements;
  let load: Load;

  beforeEach(async () => {
    earlier = await start();
    acknowledgements = new Acknowledgements();
    load = startLoad({
      server: earlier,
      traders: await signInTraders(earlier),
      markets: await tradedMarkets(earlier, 1, 20),
      acknowledgements,
      random: createRandom(1),
      clients: 8,
    });
  });
  afterEach(async () => {
    load.stop();
    await Promise.all([earlier.stop(), later?.stop()]);
    await load.ended;
  });

  test('is the one that trades; the first acknowledges no more commands and ends with a clear line', async () => {
    later = await start();
    const before = acknowledgements.count;
    await gone(earlier.pid);
    await load.ended;

    expect(before).toBeGreaterThan(0);
    expect(acknowledgements.count).toBe(before);
    // This exit code prevents an automatic restart, which would take the epoch back.
    expect(await earlier.stop()).toBe(EXIT_CODES.takenOver);
    expect(await earlier.waitForLog(TAKEN_OVER)).toContain('spot trading ended');
    expect(await contradictions({ socketFolder }, acknowledgements)).toEqual([]);
    expect((await later.verifyLedger()).faults).toEqual([]);

    const [trader] = await signInTraders(later);
    const [market] = await tradedMarkets(later, 1, 20);
    const cancelled = await later.call(
      'cancelAllOrders',
      { currency_match_id: String(market?.id) },
      { token: trader?.token ?? '' },
    );
    expect(cancelled.code).toBe(1);
  });

  test('is unnoticed if taking the turn is not recorded: the check above would see it', async () => {
    await queryServer({ dataDir }, PLANTED_FAULT);
    later = await start();
    const before = acknowledgements.count;

    await expect.poll(() => acknowledgements.count).toBeGreaterThan(before);
  });
});
