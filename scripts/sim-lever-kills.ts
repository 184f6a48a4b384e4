/**
 * `npm run sim -- lever-kills [rounds]`: kills with SIGKILL at each named point of contracts, before the commit and after
 * it, and compares what is left with undisturbed users. A server dies, then its database, then both at once. Each next
 * server must be ready in time, and the ledger is verified after each round.
 */
import { startLastingServer } from '../tests/support/crash/lasting-database.ts';
import { readyText } from '../tests/support/crash/ready-times.ts';
import { DELEVERAGING, HOUSE_POINTS } from '../tests/support/lever/house-kill-points.ts';
import {
  COMMAND_POINTS,
  FALL_POINTS,
  LEG_POINTS,
  RISE_POINTS,
} from '../tests/support/lever/kill-points.ts';
import type { KillPoint } from '../tests/support/lever/kill-points.ts';
import { killAt, openKillWorld, type Kill } from '../tests/support/lever/kill-run.ts';

type Moment = Pick<Kill, 'moment' | 'passed' | 'victim'>;
const BOTH: readonly Moment[] = [{ moment: 'accepted' }, { moment: 'committed' }];
const OF_DATABASE = (['database', 'both'] as const).flatMap((victim) =>
  BOTH.map((kill) => ({ ...kill, victim })),
);
const POINTS = {
  ...COMMAND_POINTS,
  ...LEG_POINTS,
  ...FALL_POINTS,
  ...RISE_POINTS,
  ...HOUSE_POINTS,
};
/** Between the commits of a mass stop-out: the first one is durable, and the rest is not. */
const WITHIN: readonly Moment[] = [
  { moment: 'accepted', passed: 1 },
  { moment: 'taken over', passed: 0 },
];

const [rounds = 1] = process.argv.slice(3).map(Number);
if (!Number.isSafeInteger(rounds) || rounds <= 0) {
  console.error('Usage: npm run sim -- lever-kills [rounds]');
  process.exit(2);
}

/** Milliseconds from the start of each next server to its readiness. */
const ready: number[] = [];

/** On one server, whose ledger is verified at the end. */
async function killOne(plan: readonly (readonly [string, KillPoint, Moment])[]): Promise<void> {
  const lasting = await startLastingServer();
  try {
    const world = await openKillWorld(lasting);
    for (const [name, point, moment] of plan) {
      const readyMs = await killAt({ [name]: point }, { lasting, world, ...moment });
      ready.push(readyMs);
      const { victim = 'server', passed = 0 } = moment;
      console.log(
        `${name}: ${moment.moment}, ${passed} commits before, ${victim} killed, ready in ${readyMs} ms`,
      );
    }
    const { faults } = await lasting.server.verifyLedger();
    if (faults.length > 0) throw new Error(faults.join('; '));
  } finally {
    await lasting.stop();
  }
}

const startedAt = performance.now();
for (let round = 1; round <= rounds; round += 1) {
  const plan = Object.entries(POINTS).flatMap(([name, point]) =>
    [...BOTH, ...OF_DATABASE, ...(name === 'a mass stop-out' ? WITHIN : [])].map(
      (moment) => [name, point, moment] as const,
    ),
  );
  await killOne(plan);
  // Each leaves a pool with too little for the next one.
  for (const moment of BOTH) await killOne([['a deleveraging', DELEVERAGING, moment]]);
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(
  `nothing is lost or done twice in ${ready.length} kills; ${seconds} s; ${readyText(ready)}`,
);
