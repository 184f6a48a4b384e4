/**
 * The paths of the risk of a contract account, run over HTTP with prices that the test sets: warnings at 100 % and 70 %, the
 * stop-out at 50 %, recoveries by prices and by deposits, and frozen prices between them.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { contractRiskModel } from '../../../qa/models/contract-risk.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import {
  afterOpening,
  HttpContractRisk,
  obstacle,
  openRiskWorld,
  UNREACHED,
  type RiskWorld,
} from '../../support/lever-paths/http-contract-risk.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let world: RiskWorld;
let account: HttpContractRisk | undefined;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  // A night has a fee, which changes the ratio.
  await leaveDayEnd(server);
  world = await openRiskWorld(server);
});
afterEach(async () => {
  await account?.end();
  account = undefined;
});
afterAll(async () => {
  world.client.webSocket.terminate();
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const all = generatePaths(contractRiskModel, 'edge').map(afterOpening);
const paths = all.filter((path) => obstacle(path) === null);

test.each(paths.map(({ id }) => id))('%s does what the model says', async (id) => {
  const path = ensure(
    paths.find((one) => one.id === id),
    id,
  );
  const system = new HttpContractRisk(world, path);
  account = system;
  await runPath(path, system, system.expected);
  const { warnings } = system.expected(path.steps.at(-1) ?? path.start);
  expect(await system.end()).toEqual(warnings);
});

const transitionsOf = (some: readonly Path[]): Set<string> =>
  new Set(some.flatMap(({ steps }) => steps.flatMap(({ transitions }) => transitions)));

test('every path and transition that HTTP cannot cause has its reason', () => {
  const reasons = new Set(all.map(obstacle));
  expect(reasons).toEqual(new Set([null, UNREACHED['calm > ratio.measured #3']]));
  const declared = transitionsOf(generatePaths(contractRiskModel, 'edge'));
  const left = declared.difference(transitionsOf(paths));
  expect(left).toEqual(new Set(Object.keys(UNREACHED)));
});
