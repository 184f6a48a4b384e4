/**
 * A contract order on its pages: every transition that its owner and the price can cause, by few paths. All paths run
 * over HTTP (`tests/server/lever/contract-order-paths.test.ts`).
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { ContractOrderEvent } from '../../../machines/domain/lever/contract-order.events.ts';
import { smallCover } from '../../../qa/cover.ts';
import { contractOrderModel } from '../../../qa/models/contract-order.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import {
  HttpContractOrder,
  isByLoss,
  obstacle,
} from '../../support/lever-paths/http-contract-order.ts';
import type { ContractWorld } from '../../support/lever-paths/http-contract-order.ts';
import { fundContracts } from '../../support/lever/lever-page.ts';
import { HandsOnPage } from '../../support/lever-paths/page-contract-order.ts';
import { useProduct } from '../../support/product.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

let world: ContractWorld;
let hands: HandsOnPage;
let order: HttpContractOrder | undefined;
beforeAll(async () => {
  const { server } = product;
  const market = await ContractMarket.open(server, 'BTC');
  await fundContracts(product, 'trader', '5000');
  const { accessToken: token } = await product.tokensOf('trader');
  const owner = ContractUser.of(server, { email: 'trader', token });
  world = { server, market, beside: market, owner, stranger: owner };
  hands = new HandsOnPage(await product.openAs('trader', { isOfFile: true }));
});
afterEach(async () => {
  await order?.end();
  order = undefined;
});
afterAll(() => world.market.release());

/** The losses of another position are those of another user, who has no page here. */
const isPossible = (path: Path): boolean =>
  obstacle(path) === null &&
  path.steps.every(({ event }) => !isByLoss(event as ContractOrderEvent));
const paths = smallCover(generatePaths(contractOrderModel, 'edge').filter(isPossible));

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
