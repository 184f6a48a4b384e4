/** Every transition of a fast contract and of the index on their page, and of the check of a file on the public page. */
import { expect, test } from 'vitest';
import { smallCover } from '../../../qa/cover.ts';
import { indexPulseModel } from '../../../qa/models/index-pulse.model.ts';
import { microOrderModel } from '../../../qa/models/micro-order.model.ts';
import { settlementCheckModel } from '../../../qa/models/settlement-check.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { openApp } from '../../support/pages/app-page.ts';
import { PageIndexPulse } from '../../support/micro/page-index-pulse.ts';
import { PageMicroOrder } from '../../support/micro/page-micro-order.ts';
import { checkObstacle, PageSettlementCheck } from '../../support/micro/page-settlement-check.ts';
import { settlementCase } from '../../support/micro/settlement-case.ts';
import { useProduct } from '../../support/pages/product.ts';
import { ScriptedPage } from '../../support/wallet/scripted-page.ts';

const product = useProduct({ MARKET_MAKER: 'off', INDEX_LOG: 'on' }, { keepsPages: true });

test('a fast contract passes through each state on its page', async () => {
  const { browser, server } = product;
  const tokens = await product.tokensOf('newcomer');
  const told = await ScriptedPage.over(await openApp(browser, server.origin, { tokens }));
  for (const path of smallCover(generatePaths(microOrderModel, 'edge'))) {
    const order = new PageMicroOrder(told);
    await runPath(path, order, order.expected);
  }
});

test('the page says when the index is live, late, without a price, or closed', async () => {
  const { browser, server } = product;
  const tokens = await product.tokensOf('trader');
  const page = await openApp(browser, server.origin, { tokens });
  await page.clock.install();
  const scripted = await ScriptedPage.over(page);
  for (const path of smallCover(generatePaths(indexPulseModel, 'edge'))) {
    const pulse = new PageIndexPulse(scripted);
    await runPath(path, pulse, pulse.expected);
  }
});

test('the check of a file or a receipt passes through each state on the public page', async () => {
  const paths = generatePaths(settlementCheckModel, 'edge');
  expect(new Set(paths.map(checkObstacle))).toEqual(
    new Set([null, 'a file needs no exchange', 'an unreadable record is not read again']),
  );
  const file = await settlementCase();
  const early = { ...file, minutes: file.minutes.slice(0, 2) };
  const page = await product.open({ isKept: false });
  const check = await PageSettlementCheck.over(page, early);
  for (const path of smallCover(paths.filter((each) => checkObstacle(each) === null)))
    await runPath(path, check, check.expected);
});
