/** The generated paths of deposits and withdrawals, run over HTTP, by operators and on the chain of a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { largeDepositModel, smallDepositModel } from '../../../qa/models/deposit.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import {
  reviewedWithdrawalModel,
  smallWithdrawalModel,
} from '../../../qa/models/withdrawal.model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals, type System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { fromAnywhere } from '../../support/wallet/from-anywhere.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { ChainControl } from '../../support/wallet/chain-control.ts';
import { depositObstacle, HttpDeposit } from '../../support/wallet/http-deposit.ts';
import { HttpWithdrawal, withdrawalObstacle } from '../../support/wallet/http-withdrawal.ts';

const COIN = 10n ** 18n;
/** The minimum for USDT on the development chain. */
const MINIMUM = COIN;

let server: TestServer;
let chain: ChainControl;

beforeAll(async () => {
  server = fromAnywhere(
    await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } }),
  );
  chain = new ChainControl(server);
  await chain.stopMining();
});
afterAll(async () => {
  // The steps verify recent changes, this verifies everything.
  expect((await server.verifyLedger()).faults).toEqual([]);
  await server.stop();
});

/** A user with accounts of their own, signed in again because the clock has moved. */
const stranger = async () =>
  dataOf(await signIn(server, 'demo.merchant@meridian.test', DEMO_PASSWORD)).accessToken;

const DEPOSIT = {
  ownerId: 1,
  amount: String(MINIMUM),
  minimum: String(MINIMUM),
  creditConfirmations: CHAIN_LIMITS.deposit_credit_confirmations,
  unlockConfirmations: CHAIN_LIMITS.deposit_unlock_confirmations,
};
const LARGE = BigInt(LIMITS.withdrawal_auto_approve_usdt) * COIN;
const WITHDRAWAL = {
  ownerId: 1,
  value: String(LARGE),
  autoApproveBelow: String(LARGE),
  requiredConfirmations: CHAIN_LIMITS.withdrawal_confirmations,
  broadcastTimeoutMs: LIMITS.withdrawal_broadcast_timeout_ms,
};

type Expecting = System & { expected(move: Move): unknown };
interface Target {
  readonly model: MachineModel;
  obstacle(path: Path): string | null;
  begin(path: Path): Expecting;
}

/** Deposits come last: a final one that is lost closes the withdrawals of the chain. */
const TARGETS: readonly Target[] = [
  {
    model: reviewedWithdrawalModel(WITHDRAWAL),
    obstacle: withdrawalObstacle,
    begin: (path) => new HttpWithdrawal(server, chain, path, stranger),
  },
  {
    model: smallWithdrawalModel({ ...WITHDRAWAL, value: String(LARGE - COIN) }),
    obstacle: withdrawalObstacle,
    begin: (path) => new HttpWithdrawal(server, chain, path, stranger),
  },
  {
    model: largeDepositModel(DEPOSIT),
    obstacle: depositObstacle,
    begin: (path) => new HttpDeposit(server, chain, path, MINIMUM),
  },
  {
    model: smallDepositModel(DEPOSIT),
    obstacle: depositObstacle,
    begin: (path) => new HttpDeposit(server, chain, path, MINIMUM - 1n),
  },
];

const situationOf = ({ steps }: Path): string =>
  steps.map(({ label }) => label).join(', ') || 'the start';

describe.each(TARGETS)('$model.name', ({ model, obstacle, begin }) => {
  const paths = generatePaths(model, 'edge').filter((path) => obstacle(path) === null);
  test.each(paths.map((path) => [path.id, path] as const))(
    '%s does what the model says, for its owner and in the ledger',
    async (_, path) => {
      const system = begin(path);
      await runPath(path, system, (move) => system.expected(move));
    },
  );

  const situations = generateRefusals(model).filter(({ path }) => obstacle(path) === null);
  test.each(situations.map((one) => [situationOf(one.path), one] as const))(
    'after %s no caller can do more than their rights',
    async (_, refusals) => {
      const system = begin(refusals.path);
      await runRefusals(refusals, system, (move) => system.expected(move));
    },
  );
});

test('every transition that a user cannot trigger is listed with its reason', () => {
  const obstacles = TARGETS.flatMap(({ model, obstacle }) =>
    generatePaths(model, 'edge').flatMap((path) => obstacle(path) ?? []),
  );
  const counts = Object.fromEntries(
    [...new Set(obstacles)].map((reason) => [
      reason,
      obstacles.filter((one) => one === reason).length,
    ]),
  );

  expect(counts).toMatchInlineSnapshot(`
    {
      "it leaves its block by a reorganisation that removes it": 6,
      "no transaction of the development chain fails": 16,
      "on the way there the chain forgets it, and it is sent again": 6,
      "the caps are those of all users": 10,
      "the development chain has no fees to raise": 2,
      "the longer chain wins, not a shorter one": 3,
      "what is approved is signed at once": 4,
    }
  `);
});
