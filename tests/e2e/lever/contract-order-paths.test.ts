/**
 * A contract order on its pages: every transition that its owner and the price can cause, by few paths. All paths run
 * over HTTP (`tests/server/lever/contract-order-paths.test.ts`).
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { smallCover } from '../../../qa/cover.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { HttpContractOrder } from '../../support/lever-paths/http-contract-order.ts';
import type { ContractWorld } from '../../support/lever-paths/http-contract-order.ts';
import {
  contractObstacleOnPage,
  HandsOnPage,
  openContractWorld,
} from '../../support/lever-paths/page-contract-order.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

let world: ContractWorld;
let hands: HandsOnPage;
let order: HttpContractOrder | undefined;
beforeAll(async () => {
  world = await openContractWorld(product);
  hands = new HandsOnPage(await product.openAs('trader', { isOfFile: true }));
});
afterEach(async () => {
  await order?.end();
  order = undefined;
});
afterAll(() => world.market.release());

const paths = smallCover(
  generatePaths(contractOrderModel, 'edge').filter((path) => contractObstacleOnPage(path) === null),
);

test.each(paths.map(({ id }) => id))('%s does what the model says', async (id) => {
  const path = ensure(
    paths.find((one) => one.id === id),
    id,
  );
  order = new HttpContractOrder(world, path, hands);
  await runPath(path, order, order.expected);
});

test('a model that differs from the pages is noticed', async () => {
  const path = ensure(
    paths.find(({ steps }) => steps.some(({ event }) => event.type === 'order.cancel')),
    'a path',
  );
  order = new HttpContractOrder(world, path, hands);
  const { expected } = order;
  const differing: typeof expected = (move) => {
    const view = expected(move);
    return { ...view, cancelReason: view.cancelReason && 'operator' };
  };
  await expect(runPath(path, order, differing)).rejects.toThrow('its owner cancels it');
});
