/** The generated paths of a spot order, run by users over HTTP on a real server. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { spotOrderMachine } from '../../../machines/domain/spot/spot-order.machine.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import {
  limitOrderModel,
  marketBuyModel,
  spotMarketBuyModel,
  spotOrderModel,
} from '../../../qa/models/spot-order.model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { HttpOrder } from '../../support/spot/http-order.ts';
import { isPossible, obstacle } from '../../support/spot/obstacles.ts';
import { OrderWorld } from '../../support/spot/order-world.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await borrowServer();
  world = await OrderWorld.open(server);
});
afterEach(() => world.clear());
afterAll(async () => {
  // The steps verify recent changes, this verifies everything.
  expect((await server.verifyLedger()).faults).toEqual([]);
  await giveBack(server);
});

interface Target {
  readonly name: string;
  /** The model whose path names the tests use. */
  readonly named: MachineModel;
  /** The same model with the prices of the running market. */
  model(): MachineModel;
}

const TARGETS: readonly Target[] = [
  {
    name: 'a limit buy',
    named: spotOrderModel,
    model: () => limitOrderModel(world.example('buy')),
  },
  {
    name: 'a limit sell',
    named: spotOrderModel,
    model: () => limitOrderModel(world.example('sell')),
  },
  {
    name: 'a market buy by amount',
    named: spotMarketBuyModel,
    model: () => marketBuyModel(world.example('buy')),
  },
];

const idsOf = (model: MachineModel): string[] =>
  generatePaths(model, 'edge')
    .filter(isPossible)
    .map(({ id }) => id);

async function run(model: MachineModel, id: string): Promise<void> {
  const found = generatePaths(model, 'edge').find((one) => one.id === id);
  const path = ensure(found, `path ${id}`);
  const order = new HttpOrder(world, path);
  await runPath(path, order, order.expected);
}

describe.each(TARGETS)('$name', ({ named, model }) => {
  test.each(idsOf(named))(
    '%s does what the model says, in the order, the balances and the ledger',
    (id) => run(model(), id),
  );
});

// Refusals do not depend on the side of an order.
describe.each(TARGETS.filter(({ name }) => name !== 'a limit sell'))(
  '$name',
  ({ named, model }) => {
    const situations = generateRefusals(named)
      .filter(({ path }) => isPossible(path) && isVisible(named, path))
      .map(({ path }) => situationOf(path));

    test.each(situations)(
      '%s: refuses every caller who may not act, and nothing changes',
      async (name) => {
        const found = generateRefusals(model()).find(({ path }) => situationOf(path) === name);
        const refusals = ensure(found, name);
        const order = new HttpOrder(world, refusals.path);
        await runRefusals(refusals, order, order.expected);
      },
    );
  },
);

describe('a model that differs from the server is noticed', () => {
  const differing = (implementations: Parameters<typeof spotOrderMachine.provide>[0]) => ({
    ...limitOrderModel(world.example('buy')),
    machine: spotOrderMachine.provide(implementations),
  });

  test.each([
    ['a reason that is not recorded', () => differing({ actions: { recordEnd: () => {} } })],
    ['a revision that is not counted', () => differing({ actions: { countRevision: () => {} } })],
    ['a reserve that stays frozen', () => differing({ actions: { clearReserve: () => {} } })],
  ])('%s', async (_, model) => {
    const canceledAfterHalf = 'spot-order-08';
    await expect(run(model(), canceledAfterHalf)).rejects.toThrow(
      /^spot-order-08, step [\s\S]*model:/,
    );
  });
});

/** The steps that led to the situation. */
const situationOf = ({ steps }: Path): string =>
  steps.map(({ label }) => label).join(', ') || 'placed';

/** A market order is never visible before it has ended. */
const isVisible = (model: MachineModel, { start, steps }: Path): boolean =>
  model !== spotMarketBuyModel || (steps.at(-1) ?? start).snapshot.status === 'done';

test('every transition that HTTP cannot trigger is listed with its reason', () => {
  const paths = [spotOrderModel, spotMarketBuyModel].flatMap((model) =>
    generatePaths(model, 'edge'),
  );

  expect(paths.filter((path) => !isPossible(path)).map((path) => [path.id, obstacle(path)]))
    .toMatchInlineSnapshot(`
      [
        [
          "spot-order-04",
          "an order beyond the band needs a reference that moves",
        ],
        [
          "spot-order-13",
          "an order beyond the band needs a reference that moves",
        ],
        [
          "spot-market-buy-02",
          "it takes a halt between two steps of one large order",
        ],
        [
          "spot-market-buy-05",
          "an order beyond the band needs a reference that moves",
        ],
        [
          "spot-market-buy-06",
          "half of it buys many lots more",
        ],
        [
          "spot-market-buy-07",
          "it takes a halt between two steps of one large order",
        ],
        [
          "spot-market-buy-09",
          "refused before it is an order: no_best_price",
        ],
        [
          "spot-market-buy-10",
          "an order beyond the band needs a reference that moves",
        ],
        [
          "spot-market-buy-11",
          "it takes a halt between two steps of one large order",
        ],
      ]
    `);
});

test('the server publishes the table of states, events and roles', async () => {
  const published = await fetch(`${server.origin}/state-machines.json`);
  const committed = new URL('../../../docs/generated/state-machines.json', import.meta.url);

  expect(await published.json()).toEqual(JSON.parse(readFileSync(committed, 'utf8')));
});
