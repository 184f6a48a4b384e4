/** Ads on the page of their merchant, without a reload, and in the shop as other users see it: every transition. */
import { beforeAll, test } from 'vitest';
import { fiatAdMachine } from '../../../machines/domain/fiat/fiat-ad.machine.ts';
import { refusedLetters } from '../../../qa/alphabet.ts';
import { logCoverage, refusalId } from '../../../qa/coverage-log.ts';
import { smallCover } from '../../../qa/cover.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../../qa/models/fiat-ad.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { generatePaths, pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { AdStage, isShownOnCard, PageFiatAd } from '../../support/fiat-paths/page-fiat-ad.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

let stage: AdStage;
beforeAll(async () => {
  stage = await AdStage.open(product);
});

async function run(path: Path): Promise<void> {
  const ad = new PageFiatAd(stage, path);
  try {
    await runPath(path, ad, ad.expected);
  } finally {
    await ad.clear();
  }
}

test(
  'the merchant’s page matches each path, and others see the ad while they may',
  { timeout: 900_000 },
  async () => {
    for (const path of smallCover(generatePaths(fiatAdModel, 'edge'))) {
      await run(path);
      logShownRefusals(path);
    }
    // Only the starting state differs.
    await run(pathThrough(fiatBuyAdModel, 'fiat-buy-ad', ['the merchant resumes it']));
  },
);

test('a model that differs from the page is noticed', async () => {
  const machine = fiatAdMachine.provide({ guards: { isByItsMerchant: () => false } });
  const model = { ...fiatAdModel, machine } as unknown as MachineModel;
  const path = pathThrough(model, 'differing', []);
  const ad = new PageFiatAd(stage, path);
  await expectNoticed(path, ad, null);
  await ad.clear();
});

/** Counts an action that the page does not offer as rejected in the coverage report. */
function logShownRefusals(path: Path): void {
  const refusals = [path.start, ...path.steps].flatMap(({ snapshot }) =>
    refusedLetters(fiatAdModel, snapshot)
      .filter(({ eventAt }) => isShownOnCard(eventAt(snapshot)))
      .map(({ label }) => refusalId(fiatAdModel.key(snapshot), label)),
  );
  const nothing = { states: [], transitions: [] };
  logCoverage({ target: 'page', model: fiatAdModel.name, path: path.id, ...nothing, refusals });
}
