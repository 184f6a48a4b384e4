/**
 * Verification, feedback and withdrawals with the operator's side on the pages of the console: every
 * transition, by few paths. All paths run over HTTP (`desk-paths`, `wallet-http-paths`).
 */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import { smallCover } from '../../../qa/cover.ts';
import { feedbackTicketModel } from '../../../qa/models/feedback-ticket.model.ts';
import { kycReviewModel } from '../../../qa/models/kyc-review.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { reviewedWithdrawalModel } from '../../../qa/models/withdrawal.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath, type System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { consoleOf } from '../../support/operator/console-page.ts';
import { ConsoleDesk } from '../../support/desk/console-desk.ts';
import { HttpFeedback } from '../../support/desk/http-feedback.ts';
import { HttpVerification } from '../../support/desk/http-verification.ts';
import {
  OnConsole,
  reviewView,
  ticketView,
  withdrawalView,
} from '../../support/desk/on-console.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { HttpWithdrawal, withdrawalObstacle } from '../../support/wallet/http-withdrawal.ts';

const COIN = 10n ** 18n;
const LARGE = BigInt(LIMITS.withdrawal_auto_approve_usdt) * COIN;
const WITHDRAWAL = {
  ownerId: 1,
  value: String(LARGE),
  autoApproveBelow: String(LARGE),
  requiredConfirmations: CHAIN_LIMITS.withdrawal_confirmations,
  broadcastTimeoutMs: LIMITS.withdrawal_broadcast_timeout_ms,
};
const withdrawalModel = reviewedWithdrawalModel(WITHDRAWAL);

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });
let operator: TestOperator;
let chain: ChainControl;
let desk: ConsoleDesk;
const open: { leave(): void }[] = [];

beforeAll(async () => {
  operator = await signInOperator(product.server);
  chain = new ChainControl(product.server);
  await chain.stopMining();
});
beforeEach(async () => {
  desk = new ConsoleDesk(await consoleOf(product, operator), operator);
});
afterEach(() => open.splice(0).forEach((person) => person.leave()));

type Expecting = System & { expected(move: Move): unknown };

const TARGETS: readonly {
  model: MachineModel;
  paths: readonly Path[];
  on(path: Path): Expecting;
}[] = [
  {
    model: kycReviewModel,
    paths: smallCover(generatePaths(kycReviewModel, 'edge')),
    on(path) {
      const person = new HttpVerification(product.server, desk.door, path);
      open.push(person);
      return new OnConsole(person, desk, reviewView(person));
    },
  },
  {
    model: feedbackTicketModel,
    paths: smallCover(generatePaths(feedbackTicketModel, 'edge')),
    on(path) {
      const ticket = new HttpFeedback(product.server, desk.door, path);
      open.push(ticket);
      return new OnConsole(ticket, desk, ticketView(ticket, path));
    },
  },
  { model: withdrawalModel, paths: decidedPaths(withdrawalModel), on: withdrawalOn },
];

function withdrawalOn(path: Path): Expecting {
  const stranger = () => Promise.reject(new Error('nobody else asks here'));
  const { server } = product;
  const withdrawal = new HttpWithdrawal(server, chain, path, stranger, desk.command);
  return new OnConsole(withdrawal, desk, withdrawalView(withdrawal));
}

/** For each decision of an operator, the first path with it; all paths run over HTTP. */
function decidedPaths(model: MachineModel): readonly Path[] {
  const decisions = new Set<string>();
  return generatePaths(model, 'edge').filter((path) => {
    if (withdrawalObstacle(path) !== null) return false;
    const own = path.steps.flatMap(({ event }) =>
      (event['by'] as { readonly role: string } | undefined)?.role === 'operator'
        ? [event.type]
        : [],
    );
    const isNew = own.some((type) => !decisions.has(type));
    for (const type of own) decisions.add(type);
    return isNew;
  });
}

test.each(TARGETS)(
  'the console and the user’s page match each path of $model.name',
  { timeout: 900_000 },
  async ({ paths, on }) => {
    for (const path of paths) {
      const system = on(path);
      await runPath(path, system, (move) => system.expected(move));
    }
  },
);

test('every decision about a withdrawal is on a path', () => {
  const types = decidedPaths(withdrawalModel).flatMap(({ steps }) =>
    steps.map(({ event }) => event.type),
  );
  expect(new Set(types.filter((type) => type.startsWith('withdrawal.')))).toEqual(
    new Set([
      'withdrawal.approve',
      'withdrawal.reject',
      'withdrawal.confirmSent',
      'withdrawal.declareUnsent',
      'withdrawal.rebroadcast',
    ]),
  );
});

test('a model that differs from the console is noticed', async () => {
  const machine = withdrawalMachine.provide({ actions: { recordRejection: () => {} } });
  const model = { ...withdrawalModel, machine } as unknown as MachineModel;
  const [rejected] = decidedPaths(model).filter(({ steps }) =>
    steps.some(({ event }) => event.type === 'withdrawal.reject'),
  );
  if (rejected === undefined) throw new Error('no path with a rejection');
  await expectNoticed(rejected, withdrawalOn(rejected), /the operator rejects it/);
});
