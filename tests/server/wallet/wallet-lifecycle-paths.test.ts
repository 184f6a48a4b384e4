/**
 * The generated paths of deposits and withdrawals on the services, a database and a scripted chain. The first path in a
 * situation also tries every other event there.
 */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { depositMachine } from '../../../machines/domain/wallet/deposit.machine.ts';
import { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import { largeDepositModel, smallDepositModel } from '../../../qa/models/deposit.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import {
  reviewedWithdrawalModel,
  smallWithdrawalModel,
} from '../../../qa/models/withdrawal.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath, tryRefusals, type System } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import type { Move } from '../../../qa/walk.ts';
import { COIN } from '../../support/spot/spot-exchange.ts';
import { DepositOnRig } from '../../support/wallet/deposit-on-rig.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { MINIMUM, RULES } from '../../support/wallet/wallet-rig.ts';
import { WithdrawalOnRig } from '../../support/wallet/withdrawal-on-rig.ts';

const wallet = useWalletRig();
// The steps verify recent changes, this verifies everything.
afterAll(async () => expect(await wallet.rig.faults()).toEqual([]));

type Expecting = System & { expected(move: Move): unknown };
interface Target {
  readonly model: MachineModel;
  begin(): Expecting | Promise<Expecting>;
}

const DEPOSIT_INPUT = {
  ownerId: 1,
  amount: String(MINIMUM),
  minimum: String(MINIMUM),
  creditConfirmations: RULES.creditConfirmations,
  unlockConfirmations: RULES.unlockConfirmations,
};
const LARGE = RULES.autoApproveBelow;
const WITHDRAWAL_INPUT = {
  ownerId: 1,
  value: String(LARGE),
  autoApproveBelow: String(RULES.autoApproveBelow),
  requiredConfirmations: RULES.withdrawalConfirmations,
  broadcastTimeoutMs: RULES.broadcastTimeoutMs,
};

const TARGETS: readonly Target[] = [
  { model: largeDepositModel(DEPOSIT_INPUT), begin: () => DepositOnRig.begin(wallet.rig, MINIMUM) },
  {
    model: smallDepositModel(DEPOSIT_INPUT),
    begin: () => DepositOnRig.begin(wallet.rig, MINIMUM - 1n),
  },
  {
    model: reviewedWithdrawalModel(WITHDRAWAL_INPUT),
    begin: () => new WithdrawalOnRig(wallet.rig, LARGE),
  },
  {
    model: smallWithdrawalModel({ ...WITHDRAWAL_INPUT, value: String(LARGE - 1n) }),
    begin: () => new WithdrawalOnRig(wallet.rig, LARGE - 1n),
  },
];

describe.each(TARGETS)('$model.name', ({ model, begin }) => {
  const untried = new UntriedSituations(model);

  test.each(generatePaths(model, 'edge').map((path) => [path.id, path] as const))(
    '%s does what the model says, in the record, the account and the ledger',
    async (_, path) => {
      const system = await begin();
      await runPath(path, system, system.expected, async (part) => {
        const refusals = untried.take(part);
        if (refusals !== undefined) await tryRefusals(refusals, system, system.expected);
      });
    },
  );

  test('in no situation did another event have an effect', () => {
    expect(untried.left).toEqual([]);
  });
});

describe('a model that differs from the services is noticed', () => {
  const run = async (model: MachineModel, id: string, system: Expecting) => {
    const path = generatePaths(model, 'edge').find((one) => one.id === id);
    if (path === undefined) throw new Error(`no path ${id}`);
    await runPath(path, system, (move) => system.expected(move));
  };

  test('a deposit that counts its credits wrong', async () => {
    const machine = depositMachine.provide({ actions: { countCredit: () => {} } });
    const model = { ...largeDepositModel(DEPOSIT_INPUT), machine } as unknown as MachineModel;
    const id = generatePaths(model, 'edge').at(-1)?.id ?? '';
    await expect(run(model, id, await DepositOnRig.begin(wallet.rig, MINIMUM))).rejects.toThrow(
      /model:/,
    );
  });

  test('a withdrawal that forgets its reason', async () => {
    const machine = withdrawalMachine.provide({ actions: { recordRejection: () => {} } });
    const model = {
      ...reviewedWithdrawalModel(WITHDRAWAL_INPUT),
      machine,
    } as unknown as MachineModel;
    const rejected = generatePaths(model, 'edge').find(({ steps }) =>
      steps.some(({ event }) => event.type === 'withdrawal.reject'),
    );
    await expect(
      run(model, rejected?.id ?? '', new WithdrawalOnRig(wallet.rig, 1_000n * COIN)),
    ).rejects.toThrow(/model:/);
  });
});

/** The state that `create` leaves if the server ends before the spot writer has answered. */
async function cutOff(amount: bigint) {
  const chain = wallet.rig.newChain();
  const userId = await wallet.rig.newPerson(100n * COIN);
  const post = wallet.rig.postings.postOrRefuse.bind(wallet.rig.postings);
  wallet.rig.postings.postOrRefuse = () => Promise.reject(new Error('the server ends'));
  await expect(wallet.rig.withdraw(userId, chain.name, amount)).rejects.toThrow('the server ends');
  wallet.rig.postings.postOrRefuse = post;
  return { userId, chain };
}
/** The kinds of the mails that steps with a transaction of their own have sent to the user. */
const mailsOf = (userId: number) =>
  wallet.rig.mails.filter((mail) => mail.userId === userId).map(({ notice }) => notice.kind);
const phasesOf = async (chain: string) => {
  const { rows } = await wallet.rig.database.execute<{ phase: string }>(
    sql`select phase from withdrawals where chain = ${chain}`,
  );
  return rows.map(({ phase }) => phase);
};

describe('a withdrawal whose request was interrupted', () => {
  test('continues when the amount is available', async () => {
    const { userId, chain } = await cutOff(40n * COIN);
    expect(await phasesOf(chain.name)).toEqual(['requested']);
    await wallet.rig.withdrawals.recover(wallet.rig.now);
    await wallet.rig.broadcasts.idle();
    expect(await phasesOf(chain.name)).toEqual(['confirming']);
    expect(wallet.rig.balance(userId)).toEqual({ available: 60n * COIN, frozen: 40n * COIN });
    expect(mailsOf(userId)).toEqual(['withdrawalRequested']);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('is discarded when the amount has been spent', async () => {
    const { userId, chain } = await cutOff(40n * COIN);
    await wallet.rig.withdraw(userId, wallet.rig.newChain().name, 90n * COIN);
    await wallet.rig.withdrawals.recover(wallet.rig.now);
    expect(await phasesOf(chain.name)).toEqual(['refused']);
    expect(wallet.rig.balance(userId)).toEqual({ available: 10n * COIN, frozen: 90n * COIN });
    expect(mailsOf(userId)).toEqual([]);
    expect(await wallet.rig.faults()).toEqual([]);
  });
});
