/**
 * The generated paths of a contract order, run over HTTP on a real server. The first path in a situation also tries all
 * that the order must refuse there.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath, tryRefusals } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { HttpContractOrder, obstacle } from '../../support/lever-paths/http-contract-order.ts';
import type { ContractWorld } from '../../support/lever-paths/http-contract-order.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let world: ContractWorld;
let order: HttpContractOrder | undefined;
beforeAll(async () => {
  server = await borrowServer();
  const market = await ContractMarket.open(server, 'BTC');
  const beside = await ContractMarket.open(server, 'ETH');
  const owner = await ContractUser.open(server, '100000');
  const stranger = await ContractUser.open(server, '100');
  world = { server, market, beside, owner, stranger };
});
afterEach(async () => {
  await order?.end();
  order = undefined;
});
afterAll(async () => {
  await world.market.release();
  await world.beside.release();
  await giveBack(server);
});

const isPossible = (path: Path): boolean => obstacle(path) === null;
const paths = generatePaths(contractOrderModel, 'edge').filter(isPossible);
const untried = new UntriedSituations(contractOrderModel, isPossible);

test.each(paths.map(({ id }) => id))('%s does what the model says', async (id) => {
  const path = ensure(
    paths.find((one) => one.id === id),
    id,
  );
  const system = new HttpContractOrder(world, path);
  order = system;
  await runPath(path, system, system.expected, async (part) => {
    const refusals = untried.take(part);
    if (refusals !== undefined) await tryRefusals(refusals, system, system.expected);
  });
});

test('every situation has refused every caller who may not act', () => {
  expect(untried.left).toEqual([]);
});

test('every transition that HTTP cannot trigger is listed with its reason', () => {
  const impossible = generatePaths(contractOrderModel, 'edge').filter((path) => !isPossible(path));
  expect(new Set(impossible.map(obstacle))).toEqual(
    new Set([
      'an operator acts',
      'a close that waits for a price has none',
      'the exchange must be short of funds, or the market end',
      'the pool must be short of funds',
      'the same targets are no event',
    ]),
  );
  expect(paths.length).toBeGreaterThan(5);
});
