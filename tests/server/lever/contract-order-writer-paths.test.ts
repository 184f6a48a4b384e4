/** The paths of a contract order that no call over HTTP brings about, run on the dealing writer and its database. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { recipesOfPath } from '../../support/effect-recipes.ts';
import { CONTRACT_RECIPES } from '../../support/lever/lever-replay.ts';
import { useLeverServer } from '../../support/lever/use-lever-server.ts';
import { expectedView, obstacle } from '../../support/lever-paths/http-contract-order.ts';
import {
  WriterContractOrder,
  writerObstacle,
} from '../../support/lever-paths/writer-contract-order.ts';

const bench = useLeverServer();

const elsewhere = generatePaths(contractOrderModel, 'edge').filter(
  (path) => obstacle(path) !== null && obstacle(path) !== 'the same targets are no event',
);
const paths = elsewhere.filter((path) => writerObstacle(path) === null);

test.each(paths.map(({ id }) => id))(
  '%s does what the model says, and moves money as it says',
  async (id) => {
    const path = ensure(
      paths.find((one) => one.id === id),
      id,
    );
    const order = new WriterContractOrder(bench.server, path);
    await runPath(path, order, expectedView);
    expect(await order.recipes()).toEqual(recipesOfPath(path, CONTRACT_RECIPES));
  },
);

test('acts of operators, the end of a market and a pool without funds are among the paths', () => {
  const events = new Set(
    paths.flatMap(({ steps }) =>
      steps.map(({ event }) =>
        [event.type, 'reason' in event ? event.reason : ''].join(' ').trim(),
      ),
    ),
  );
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
    new Set([null, 'a close that waits for a price has none', 'only a market order lapses by it']),
  );
});
