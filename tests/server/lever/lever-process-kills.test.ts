/**
 * SIGKILL of a running server by acts on contracts, at the moments that PostgreSQL makes certain: while their commit is
 * under way, and when it is durable and no caller was answered. `npm run sim -- lever-kills` has each act alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { KillTarget } from '../../support/crash/crash-run.ts';
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
const point = (name: string) => ensure(COMMAND_POINTS[name], 'a point');
const fewCommands = {
  order: point('a market order'),
  close: point('a close'),
  transfer: point('a transfer to fiat'),
};
const leg = (name: string) => ({
  leg: ensure(LEG_POINTS[`the first leg of a transfer ${name}`], name),
});

type Case = [
  what: string,
  points: Parameters<typeof killAt>[0],
  moment: KillMoment,
  victim?: KillTarget,
];

test.each<Case>([
  ['commands whose commit was under way did not happen', commands, 'accepted'],
  ['commands whose commit was durable happened', commands, 'committed'],
  ['ends by marks whose commit was under way did not happen', FALL_POINTS, 'accepted'],
  ['a transfer whose first leg was durable arrives', leg('to spot'), 'committed'],
  [
    'a transfer from fast contracts whose first leg was durable arrives',
    leg('from fast contracts to spot'),
    'committed',
  ],
  ['a transfer from fiat whose first leg was durable arrives', leg('from fiat'), 'committed'],
  [
    'a transfer from fiat to fast contracts whose first leg was durable arrives',
    leg('from fiat to fast contracts'),
    'committed',
  ],
  [
    'a transfer from spot to fast contracts whose first leg was durable arrives',
    leg('from spot to fast contracts'),
    'committed',
  ],
  [
    'commands under way when the database was killed did not happen',
    fewCommands,
    'accepted',
    'database',
  ],
  [
    'a transfer whose first leg was durable when both were killed arrives',
    leg('from spot'),
    'committed',
    'both',
  ],
  ['a deleveraging whose commit was durable happened', { deleveraging: DELEVERAGING }, 'committed'],
])(
  '%s, and each is done once when it is repeated',
  async (_, points, moment, victim = 'server') => {
    await killAt(points, { lasting, world, moment, victim });
  },
);
