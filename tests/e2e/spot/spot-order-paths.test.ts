/**
 * A spot order on the screens, placed on the trade screen, followed and canceled on its page: every
 * transition that can be caused, by few paths. All paths run over HTTP (`tests/server/spot`).
 */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { smallCover } from '../../../qa/cover.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import {
  limitOrderModel,
  marketBuyModel,
  spotMarketBuyModel,
  spotOrderModel,
} from '../../../qa/models/spot-order.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';
import { isPossible } from '../../support/spot/obstacles.ts';
import { OrderWorld } from '../../support/spot/order-world.ts';
import { PageOrder } from '../../support/spot/page-order.ts';
import { availableOn } from '../../support/spot/trade-page.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
let world: OrderWorld | undefined;
const worldNow = async (): Promise<OrderWorld> => (world ??= await OrderWorld.open(product.server));
afterEach(() => world?.clear());

const idsOf = (model: MachineModel): string[] =>
  smallCover(generatePaths(model, 'edge').filter(isPossible)).map(({ id }) => id);

async function begin(model: MachineModel, isWanted: (path: Path) => boolean) {
  const current = await worldNow();
  const path = ensure(generatePaths(model, 'edge').find(isWanted), 'a path');
  return { path, order: new PageOrder(current, path, await ticketOf(current)) };
}

/** One page walks all paths and stays open between tests. */
let page: Page | undefined;

/** The trade screen of the owner, whose balances are known. */
async function ticketOf({ market }: OrderWorld): Promise<Page> {
  page ??= await product.openAs('merchant', { isOfFile: true });
  const shown = page;
  await visitScreen(shown, `/trade?id=${market.id}`);
  // The ticket keeps the kind of the order before.
  await shown.getByRole('radio', { name: 'Limit', exact: true }).check({ force: true });
  await shown.getByText(/^Available/).waitFor();
  await expect.poll(() => availableOn(shown)).not.toBeNull();
  return shown;
}

async function run(model: MachineModel, id: string): Promise<void> {
  const { path, order } = await begin(model, (one) => one.id === id);
  await runPath(path, order, order.expected);
}

describe('the screens match the model', () => {
  test.each(idsOf(spotOrderModel))('limit buy, %s', async (id) => {
    const current = await worldNow();
    await run(limitOrderModel(current.example('buy')), id);
  });

  test.each(idsOf(spotMarketBuyModel))('market buy by amount, %s', async (id) => {
    const current = await worldNow();
    await run(marketBuyModel(current.example('buy')), id);
  });
});

test('a model that differs from the screens is noticed', async () => {
  const current = await worldNow();
  const { machine, ...model } = limitOrderModel(current.example('buy'));
  const differing = machine.provide({ actions: { recordEnd: () => {} } });

  const isCanceled = ({ steps }: Path) => steps.every(({ event }) => event.type === 'order.cancel');

  const { path, order } = await begin({ ...model, machine: differing }, isCanceled);
  await expectNoticed(path, order, /its owner cancels it/);
});
