/** The generated paths of a contract order, run over HTTP on a real server, and all that it must refuse. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { HttpContractOrder, obstacle } from '../../support/lever-paths/http-contract-order.ts';
import type { ContractWorld } from '../../support/lever-paths/http-contract-order.ts';
import { borrowServer, giveBack } from '../../support/shared-server.ts';
import type { TestServer } from '../../support/test-server.ts';

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
const situations = generateRefusals(contractOrderModel).filter(({ path }) => isPossible(path));

test.each(paths.map(({ id }) => id))('%s does what the model says', async (id) => {
  const path = ensure(
    paths.find((one) => one.id === id),
    id,
  );
  order = new HttpContractOrder(world, path);
  await runPath(path, order, order.expected);
});

describe('refuses every caller who may not act', () => {
  test.each(situations.map(({ path }, at) => [path.id, at] as const))('%s', async (_, at) => {
    const refusals = ensure(situations[at], 'a situation');
    order = new HttpContractOrder(world, refusals.path);
    await runRefusals(refusals, order, order.expected);
  });
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
