/** Fiat orders on the pages of both sides: every transition, without a reload, and no button for a forbidden action. */
import { beforeAll, test } from 'vitest';
import { fiatOrderMachine } from '../../../machines/domain/fiat/fiat-order.machine.ts';
import { refusedLetters } from '../../../qa/alphabet.ts';
import { logCoverage, refusalId } from '../../../qa/coverage-log.ts';
import { smallCover } from '../../../qa/cover.ts';
import { FIAT_ORDER_PEOPLE, fiatOrderModel } from '../../../qa/models/fiat-order.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { generatePaths, pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import {
  isShownAsAction,
  OrderStage,
  PageFiatOrder,
} from '../../support/fiat-paths/page-fiat-order.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });

let stage: OrderStage;
beforeAll(async () => {
  stage = await OrderStage.open(product);
});

async function run(path: Path): Promise<void> {
  const order = new PageFiatOrder(stage, path);
  try {
    await runPath(path, order, order.expected);
  } finally {
    await order.clear();
  }
}

test('both pages match each path, and offer the allowed steps', { timeout: 900_000 }, async () => {
  for (const path of smallCover(generatePaths(fiatOrderModel, 'edge'))) {
    if (await stage.isBuyerAtLimit()) stage = await stage.withNewBuyer(product);
    await run(path);
    logShownRefusals(path);
  }
});

test('a model that differs from the pages is noticed', async () => {
  const machine = fiatOrderMachine.provide({ guards: { canPostpone: () => false } });
  const model = { ...fiatOrderModel, machine } as unknown as MachineModel;
  const path = pathThrough(model, 'differing', ['the buyer shows the payment']);
  const order = new PageFiatOrder(stage, path);
  await expectNoticed(path, order, /the buyer shows the payment/);
  await order.clear();
});

/** Counts an action that the page does not offer as rejected in the coverage report. */
function logShownRefusals(path: Path): void {
  const refusals = [path.start, ...path.steps].flatMap(({ snapshot }) =>
    refusedLetters(fiatOrderModel, snapshot)
      .filter(({ by, eventAt }) => by in FIAT_ORDER_PEOPLE && isShownAsAction(eventAt(snapshot)))
      .map(({ label }) => refusalId(fiatOrderModel.key(snapshot), label)),
  );
  const nothing = { states: [], transitions: [] };
  logCoverage({ target: 'page', model: fiatOrderModel.name, path: path.id, ...nothing, refusals });
}
