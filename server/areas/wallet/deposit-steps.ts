/** The effects of a deposit's steps on this server: its row, the ledger, and notifications. */
import { assert } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ok } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { depositKind } from '../../../machines/domain/wallet/deposit.kind.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { postMovement } from '../../ledger/ledger.repo.ts';
import { depositCredited, depositReversed } from './wallet-recipes.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import type { UserNotices } from '../identity/identity.area.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import { postCovered } from './covered-postings.ts';
import * as repo from './deposits.repo.ts';
import type { OwingUsers } from './owing-users.ts';
import { repayFrom } from './shortfalls.ts';
import { DEPOSIT, depositPhase, type DepositRow } from './wallet-lifecycles.ts';
import type { WalletWire } from './wallet-wire.ts';

type Kind = typeof depositKind;

export interface DepositStepsParts {
  readonly owing: OwingUsers;
  readonly postings: Postings;
  readonly updates: UserUpdates;
  readonly notices: UserNotices;
  readonly wire: WalletWire;
}

interface DepositCause {
  readonly now: EpochMs;
}

interface DepositFacts extends DepositCause {
  readonly row: DepositRow;
  /** The number of credits, this step included. */
  readonly credits: number;
}

export type DepositSteps = RecordSteps<Kind, DepositFacts, DepositCause>;

export function createDepositSteps({
  owing,
  postings,
  updates,
  notices,
  wire,
}: DepositStepsParts): DepositSteps {
  return new RecordSteps<Kind, DepositFacts, DepositCause>({
    spec: DEPOSIT,
    async write(tx, id, { snapshot }, { now }) {
      const { confirmations, revision, credits } = snapshot.context;
      const phase = depositPhase(snapshot);
      const change = { phase, confirmations, revision, updatedAtMs: now };
      return { row: await repo.updateDeposit(tx, id, change), credits, now };
    },
    effects: {
      creditAccount: {
        async inTransaction(tx, { row, credits, now }) {
          const repaid = await repayFrom(tx, row.userId, row.currencyId, row.amount);
          const credit = depositCredited(fundsOf(row, credits), units(repaid));
          const postingId = await postings.intend(tx, credit, now);
          // If the spot writer is unavailable, the stored posting is booked later.
          return ok(() => postCovered(postings, postingId));
        },
      },
      reverseCredit: {
        async inTransaction(tx, { row, credits, now }) {
          const booked = await postMovement(tx, depositReversed(fundsOf(row, credits)), now);
          assert(booked.ok, 'custody and what is reversed may owe');
          await repo.changeShortfall(tx, row.id, row.amount);
          owing.expect(row.chain, row.userId);
          return ok(null);
        },
      },
      notifyOwner: {
        afterCommit: ({ row }) =>
          updates.publish(row.userId, { kind: 'deposit', record: wire.deposit(row) }),
      },
      mailCredit: {
        async inTransaction(tx, { row, now }) {
          await notices.put(tx, row.userId, { kind: 'depositCredited', ...wire.sum(row) }, now);
          return ok(null);
        },
      },
    },
  });
}

const fundsOf = ({ id, userId, currencyId, amount }: DepositRow, credits: number) => ({
  causeId: `${id}:${credits}`,
  ownerId: userId,
  actorId: OWNERS.house,
  requestId: `deposit-${id}`,
  currencyId,
  amount: units(amount),
});
