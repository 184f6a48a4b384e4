/** kill -9 of the server, of PostgreSQL and of both, at random moments while users trade and transfer. */
import { expect, test } from 'vitest';
import { crashRepeatedly } from '../../support/crash/crash-run.ts';
import { plantLazyCommits } from '../../support/crash/lazy-commits.ts';
import { plantUnmarkedPostings } from '../../support/crash/unmarked-postings.ts';

const SEED = 20_261_120;
const KILLS = 20;
/** Other tests run at the same time; `start-time.test.ts` measures starts after kills while nothing else runs. */
const READY_MS_MAX = 30_000;
const TEST_MS_MAX = 900_000;

test(
  'no acknowledged order or transfer is lost or goes back, none is half applied, and the books add up after every kill',
  { timeout: TEST_MS_MAX },
  async () => {
    const report = await crashRepeatedly({ seed: SEED, kills: KILLS });

    expect(report.faults).toEqual([]);
    expect(report.kills).toBe(KILLS);
    expect(report.unanswered).toBeGreaterThan(KILLS);
    expect(report.transfers).toBeGreaterThan(1_000);
    expect(report.unansweredTransfers).toBeGreaterThan(KILLS);
    expect(report.replayed).toBeGreaterThan(1_000);
    expect(Math.max(...report.readyMs)).toBeLessThanOrEqual(READY_MS_MAX);
  },
);

test(
  'the same check fails when PostgreSQL acknowledges before it writes',
  { timeout: TEST_MS_MAX },
  async () => {
    const { faults } = await crashRepeatedly({
      seed: SEED,
      kills: 10,
      victims: ['both'],
      stopsAtFault: true,
      prepare: plantLazyCommits,
    });

    expect(faults).toContainEqual(expect.stringMatching(/was acknowledged and is lost$/));
  },
);

test(
  'and when what is written down is booked without being marked',
  { timeout: TEST_MS_MAX },
  async () => {
    const { faults } = await crashRepeatedly({
      seed: SEED,
      kills: 1,
      victims: ['server'],
      prepare: plantUnmarkedPostings,
    });

    expect(faults).toContainEqual(expect.stringMatching(/was acknowledged and is half applied$/));
  },
);
