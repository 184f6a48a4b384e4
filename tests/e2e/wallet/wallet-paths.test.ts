/**
 * Deposits and withdrawals on the pages of their records, live: every transition, by few paths. All paths run
 * over HTTP (`wallet-http-paths.test.ts`) and on the services (`wallet-lifecycle-paths.test.ts`).
 */
import { test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import { smallCover } from '../../../qa/cover.ts';
import { belowMinimumModel, depositModel } from '../../../qa/models/deposit.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { smallWithdrawal, withdrawalModel } from '../../../qa/models/withdrawal.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { useProduct } from '../../support/product.ts';
import { expectNoticed } from '../../support/settled-view.ts';
import { PageRecord } from '../../support/wallet/page-record.ts';
import { ToldPage } from '../../support/wallet/told-page.ts';

const product = useProduct({ MARKET_MAKER: 'off' });

const KINDS = {
  deposit: { path: '/recharge-record', begin: PageRecord.deposit },
  withdrawal: { path: '/withdrawal-record', begin: PageRecord.withdrawal },
} as const;

async function open(kind: keyof typeof KINDS): Promise<() => PageRecord> {
  const told = await ToldPage.over(await product.openAs('newcomer'));
  const { path: address, begin } = KINDS[kind];
  await told.page.goto(address);
  await told.page.getByRole('heading', { level: 1 }).waitFor();
  return () => begin(told);
}

/** All paths on one page; each has its own record. */
async function run(kind: keyof typeof KINDS, paths: readonly Path[]): Promise<void> {
  const begin = await open(kind);
  for (const path of paths) {
    const record = begin();
    await runPath(path, record, record.expected);
  }
}

const TARGETS: readonly { kind: keyof typeof KINDS; model: MachineModel }[] = [
  { kind: 'deposit', model: depositModel },
  { kind: 'deposit', model: belowMinimumModel },
  { kind: 'withdrawal', model: withdrawalModel },
  { kind: 'withdrawal', model: smallWithdrawal },
];

test.each(TARGETS)(
  'the page shows what each path of $model.name says, and no button that is not allowed',
  { timeout: 180_000 },
  ({ kind, model }) => run(kind, smallCover(generatePaths(model, 'edge'))),
);

test('a model that differs from the page is noticed', async () => {
  const machine = withdrawalMachine.provide({ guards: { isByItsOwner: () => false } });
  const model = { ...withdrawalModel, machine } as unknown as MachineModel;
  const held = generatePaths(model, 'shortest').find(({ steps }) =>
    steps.some(({ event }) => event.type === 'funds.held'),
  );
  const begin = await open('withdrawal');
  await expectNoticed(ensure(held, 'a path'), begin(), /its amount is frozen/);
});
