/** The paths of a contract order that no call over HTTP brings about, run on the dealing writer and its database. */
import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { contractMarketOrderModel } from '../../../qa/models/contract-market-order.model.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { recipesOfPath } from '../../support/effect-recipes.ts';
import { CONTRACT_RECIPES } from '../../support/lever/lever-replay.ts';
import { useLeverServer } from '../../support/lever/use-lever-server.ts';
import {
  expectedView,
  obstacle,
  repeatsTargets,
} from '../../support/lever-paths/http-contract-order.ts';
import {
  WriterContractOrder,
  writerObstacle,
} from '../../support/lever-paths/writer-contract-order.ts';

const bench = useLeverServer();

const elsewhere = generatePaths(contractOrderModel, 'edge').filter(
  (path) => obstacle(path) !== null && obstacle(path) !== 'the same targets are no event',
);
const paths = elsewhere.filter((path) => writerObstacle(path) === null);
const ofMarketOrders = generatePaths(contractMarketOrderModel, 'edge').filter(
  (path) => !repeatsTargets(path),
);
const marketPaths = ofMarketOrders.filter((path) => writerObstacle(path) === null);
const all = [...paths, ...marketPaths];

test.each(all.map(({ id }) => id))(
  '%s does what the model says, and moves money as it says',
  async (id) => {
    const path = ensure(
      all.find((one) => one.id === id),
      id,
    );
    const order = new WriterContractOrder(bench.server, path);
    await runPath(path, order, expectedView);
    expect(await order.recipes()).toEqual(movedBy(path));
  },
);

/** A market order holds no reserve, so that its placement and its end before an opening move nothing. */
function movedBy(path: Path): string[] {
  const recipes: string[] = recipesOfPath(path, CONTRACT_RECIPES);
  if (!marketPaths.includes(path)) return recipes;
  // A trigger closes at its own mark.
  const isClosed = expectedView(ensure(path.steps.at(-1), 'a step')).state === 'closed';
  if (isClosed && !recipes.includes('lever.closed')) recipes.push('lever.closed');
  return recipes.filter((recipe) => !['lever.order_placed', 'lever.order_ended'].includes(recipe));
}

test('a market order lapses by each of its reasons, and a close that waits ends by others too', () => {
  expect(new Set(ofMarketOrders.map(writerObstacle))).toEqual(
    new Set([
      null,
      'a close that waits for a price has none',
      'the agreement that it needs closes the position first',
    ]),
  );
  const ends = marketPaths.map(({ steps }) => steps.map(({ event }) => nameOf(event)).join(', '));
  expect(ends).toEqual(
    expect.arrayContaining([
      'order.lapse price_moving',
      'order.lapse market_halted',
      'order.lapse market_closed',
      'order.lapse contracts_close_only',
      'order.lapse price_beyond_worst',
      'order.lapse insufficient_margin',
      expect.stringMatching(/close\.order, close\.trigger stop_loss/),
      expect.stringMatching(/close\.order, close\.trigger stop_out/),
      expect.stringMatching(/close\.order, close\.trigger deleveraged/),
    ]),
  );
});

test('acts of operators, the end of a market and a pool without funds are among the paths', () => {
  const events = new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => nameOf(event))));
  expect([...events]).toEqual(
    expect.arrayContaining([
      'order.dismiss',
      'close.demand',
      'close.trigger deleveraged',
      'order.lapse market_removed',
      'order.lapse exposure_limit',
    ]),
  );
  expect(new Set(elsewhere.map(writerObstacle))).toEqual(
    new Set([
      null,
      'a close that waits for a price has none',
      'the agreement that it needs closes the position first',
      'it runs with a market order',
      'only a market order lapses by it',
    ]),
  );
});

const nameOf = (event: AnyEventObject): string =>
  [event.type, 'reason' in event ? event['reason'] : ''].join(' ').trim();
