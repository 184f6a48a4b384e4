/**
 * Deposits and withdrawals on the pages of their records, live: every transition, by few paths. All paths run
 * over HTTP (`wallet-http-paths.test.ts`) and on the services (`wallet-lifecycle-paths.test.ts`).
 */
import { beforeAll, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import { smallCover } from '../../../qa/cover.ts';
import { belowMinimumModel, depositModel } from '../../../qa/models/deposit.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { smallWithdrawal, withdrawalModel } from '../../../qa/models/withdrawal.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { openApp } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';
import { PageRecord } from '../../support/wallet/page-record.ts';
import { ScriptedPage } from '../../support/wallet/scripted-page.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** One page for all tests; each path has its own record. */
let told: ScriptedPage;
beforeAll(async () => {
  const { browser, server } = product;
  const tokens = await product.tokensOf('newcomer');
  told = await ScriptedPage.over(await openApp(browser, server.origin, { tokens }));
});

/** A kind of record, and its lifecycle with a large and with a small amount. */
const TARGETS: readonly {
  kind: string;
  models: readonly MachineModel[];
  begin(page: ScriptedPage): PageRecord;
}[] = [
  { kind: 'deposit', models: [depositModel, belowMinimumModel], begin: PageRecord.deposit },
  { kind: 'withdrawal', models: [withdrawalModel, smallWithdrawal], begin: PageRecord.withdrawal },
];

test.each(TARGETS)(
  'the page matches each path of a $kind, and shows no button that is not allowed',
  { timeout: 180_000 },
  async ({ models, begin }) => {
    for (const path of smallCover(models.flatMap((model) => generatePaths(model, 'edge')))) {
      const record = begin(told);
      await runPath(path, record, record.expected);
    }
  },
);

test('a model that differs from the page is noticed', async () => {
  const machine = withdrawalMachine.provide({ guards: { isByItsOwner: () => false } });
  const model = { ...withdrawalModel, machine } as unknown as MachineModel;
  const held = generatePaths(model, 'shortest').find(({ steps }) =>
    steps.some(({ event }) => event.type === 'funds.held'),
  );
  await expectNoticed(ensure(held, 'a path'), PageRecord.withdrawal(told), /its amount is frozen/);
});
