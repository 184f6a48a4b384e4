/**
 * Every transition of deposits and withdrawals, run over HTTP, by operators and on the chain of a real server. The first
 * path in a situation also tries all callers who may not act there. `wallet-lifecycle-paths` runs every path.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { smallCover } from '../../../qa/cover.ts';
import { largeDepositModel, smallDepositModel } from '../../../qa/models/deposit.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import {
  reviewedWithdrawalModel,
  smallWithdrawalModel,
} from '../../../qa/models/withdrawal.model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, tryRefusals, type System } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import type { Move } from '../../../qa/walk.ts';
import { fromAnywhere } from '../../support/wallet/from-anywhere.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
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

/** `isUnderWay` while the server is in a series of steps that it takes together. */
type Expecting = System & { readonly isUnderWay?: boolean; expected(move: Move): unknown };
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

/** Paths that take every transition, and the shortest to each situation that they do not reach. */
function coverOf(model: MachineModel, isPossible: (path: Path) => boolean): readonly Path[] {
  const cover = smallCover(generatePaths(model, 'edge').filter(isPossible));
  const reached = new Set(
    cover.flatMap(({ start, steps }) =>
      [start, ...steps].map(({ snapshot }) => model.key(snapshot)),
    ),
  );
  const others = generateRefusals(model).filter(
    ({ path, situation }) => isPossible(path) && !reached.has(situation),
  );
  return [...cover, ...others.map(({ path }) => path)];
}

describe.each(TARGETS)('$model.name', ({ model, obstacle, begin }) => {
  const isPossible = (path: Path): boolean => obstacle(path) === null;
  const untried = new UntriedSituations(model, isPossible);

  test.each(coverOf(model, isPossible).map((path) => [path.id, path] as const))(
    '%s does what the model says, for its owner and in the ledger',
    async (_, path) => {
      const system = begin(path);
      await runPath(path, system, system.expected, async (part) => {
        const refusals = system.isUnderWay === true ? undefined : untried.take(part);
        if (refusals !== undefined) await tryRefusals(refusals, system, system.expected);
      });
    },
  );

  test('in no situation could a caller do more than their rights', () => {
    expect(untried.left).toEqual([]);
  });
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
