/**
 * SIGKILL of a running server by acts on contracts, at the moments that PostgreSQL makes certain: while their commit is
 * under way, and when it is durable and nobody was answered. `npm run sim -- lever-kills` has each act alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { startLastingServer, type LastingServer } from '../../support/crash/lasting-database.ts';
import { DELEVERAGING, HOUSE_POINTS } from '../../support/lever/house-kill-points.ts';
import { COMMAND_POINTS, FALL_POINTS, LEG_POINTS } from '../../support/lever/kill-points.ts';
import type { KillWorld } from '../../support/lever/kill-points.ts';
import { killAt, openKillWorld, type KillMoment } from '../../support/lever/kill-run.ts';

let lasting: LastingServer;
let world: KillWorld;
beforeAll(async () => {
  lasting = await startLastingServer();
  world = await openKillWorld(lasting);
});
afterAll(async () => {
  const { faults } = await lasting.server.verifyLedger();
  await lasting.stop();
  expect(faults).toEqual([]);
});

const commands = { ...COMMAND_POINTS, funding: ensure(HOUSE_POINTS['a funding'], 'a point') };
const leg = ensure(LEG_POINTS['the first leg of a transfer to spot'], 'a point');

test.each<[string, Parameters<typeof killAt>[0], KillMoment]>([
  ['commands whose commit was under way did not happen', commands, 'accepted'],
  ['commands whose commit was durable happened', commands, 'committed'],
  ['ends by marks whose commit was under way did not happen', FALL_POINTS, 'accepted'],
  ['a transfer whose first leg was durable arrives', { leg }, 'committed'],
  ['a deleveraging whose commit was durable happened', { deleveraging: DELEVERAGING }, 'committed'],
])('%s, and each is done once when it is repeated', async (_, points, moment) => {
  await killAt(points, { lasting, world, moment });
});
