/**
 * kill -9 of the server, of PostgreSQL and of both while users take savings positions and subscribe to offerings: in the
 * middle of a day's payment, of the end of cycles, of an allocation and of a distribution.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrashRun, startCrashServer } from '../../support/crash/crash-run.ts';
import { plantLazyCommits } from '../../support/crash/lazy-commits.ts';
import { SAVINGS_ENV, SAVINGS_LOADS } from '../../support/crash/loads.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const SEED = 20_261_127;
/** Each stage of the load once, ends of cycles included; `npm run crash -- 40 7 savings` runs many. */
const KILLS = 4;
const TEST_MS_MAX = 600_000;

let server: TestServer;
let run: CrashRun;
beforeAll(async () => {
  server = await startCrashServer(SAVINGS_ENV);
  run = new CrashRun({ server, loads: SAVINGS_LOADS, seed: SEED, rests: true });
});
afterAll(() => server.stop());

test(
  `over ${KILLS} kills each day is paid once, each principal is back once, and each token is given once`,
  { timeout: TEST_MS_MAX },
  async () => {
    await run.crash({ kills: KILLS });
    await run.finish();
    const { faults, kills, counts } = run.report();

    expect(faults).toEqual([]);
    expect(kills).toBe(KILLS);
    const least = {
      positions: 120 + 40 * (KILLS - 1),
      'days paid': 3 * 120,
      'positions returned': 120,
      'token subscriptions': 6 * KILLS,
      'token subscriptions settled': 6 * KILLS,
      'payments of days cut off': 1,
    };
    for (const [name, count] of Object.entries(least))
      expect(counts[name], name).toBeGreaterThanOrEqual(count);
  },
);

test(
  'the same comparison fails when PostgreSQL acknowledges before it writes',
  { timeout: TEST_MS_MAX },
  async () => {
    // The users are stored before.
    if (run.report().kills === 0) await run.crash({ kills: 1 });
    await plantLazyCommits(server);
    const lost = /: position \d+ (was acknowledged and is lost|is another now)$/;
    const faults = await run.crash({ kills: 5, victims: ['both'], until: [lost] });
    expect(faults).toContainEqual(expect.stringMatching(lost));
  },
);
