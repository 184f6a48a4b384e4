/** The effects of a staking position's steps on this server: its row, the fund, the accounts, and notifications. */
import { ensure } from '../../../contract/assert.ts';
import { promisedOf } from '../../../contract/figures/staking.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { stakingPositionKind } from '../../../machines/domain/staking/staking-position.kind.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import type { LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';
import type { PutPush } from '../../kit/push/push-kind.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { postCovered, postMovement } from '../../ledger/ledger.repo.ts';
import {
  stakingIntoSpot,
  stakingPrincipalPaid,
  stakingReleased,
  stakingReserved,
  stakingReturned,
} from './staking-recipes.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import { stakingPush } from './staking-push.ts';
import { STAKING_POSITION, stakingPhase } from './staking-lifecycle.ts';
import type { StakingWire } from './staking-wire.ts';
import { changeTaken, lockEarnings, startDividends, updatePosition } from './staking.repo.ts';
import type { PositionRow } from './staking.types.ts';

type Kind = typeof stakingPositionKind;

export interface StakingStepsParts {
  readonly postings: Postings;
  readonly notices: {
    /** Stores a mail or text message to the user with the transaction. */
    put(executor: Executor, userId: number, notice: StoredNotice, now: EpochMs): Promise<void>;
  };
  readonly putPush: PutPush;
  readonly updates: UserUpdates;
  readonly wire: StakingWire;
}

interface StakingCause {
  readonly now: EpochMs;
}

interface StakingFacts {
  readonly row: PositionRow;
  readonly now: EpochMs;
}

export type StakingSteps = RecordSteps<
  Kind,
  StakingFacts,
  StakingCause,
  'staking_product_sold_out'
>;

const fundsOf = ({ id, userId, requestId, currencyId }: PositionRow, amount: bigint) => ({
  causeId: String(id),
  ownerId: userId,
  actorId: userId,
  requestId,
  currencyId,
  amount: units(amount),
});

const promiseOf = (row: PositionRow) =>
  fundsOf(row, promisedOf(row.amount, row.dailyPpb, row.cycleDays));

/** Returns the movement of the principal out of the spot account. */
export const principalOf = (row: PositionRow) => stakingPrincipalPaid(fundsOf(row, row.amount));

export const createStakingSteps = (parts: StakingStepsParts): StakingSteps =>
  new RecordSteps<Kind, StakingFacts, StakingCause, 'staking_product_sold_out'>({
    spec: STAKING_POSITION,
    write: async (tx, id, step, { now }) => ({ row: await writeStep(tx, id, step, now), now }),
    notify: ({ row }) => {
      const record = parts.wire.position(row);
      if (record !== null) parts.updates.publish(row.userId, { kind: 'staking_position', record });
    },
    effects: {
      reserveDividends: {
        async inTransaction(tx, { row, now }) {
          const reserved = await postMovement(tx, stakingReserved(promiseOf(row)), now);
          return reserved.ok ? ok(null) : refuse('staking_product_sold_out');
        },
      },
      releaseDividends: {
        async inTransaction(tx, { row, now }) {
          const actorId = OWNERS.house;
          await postCovered(tx, stakingReleased({ ...promiseOf(row), actorId }), now);
          return ok(null);
        },
      },
      // The subscription stores it with the number of the posting.
      holdPrincipal: {},
      returnPrincipal: {
        async inTransaction(tx, { row, now }) {
          const returned = ensure(row.returned, 'what is returned');
          const funds = { ...fundsOf(row, returned), actorId: OWNERS.house };
          await postCovered(tx, stakingReturned(funds, units(returned - row.amount)), now);
          const postingId = await parts.postings.intend(tx, stakingIntoSpot(funds), now);
          const sum = parts.wire.sum(row.currencyId, returned);
          await parts.notices.put(tx, row.userId, { kind: 'savingsEnded', ...sum }, now);
          await parts.putPush(tx, stakingPush({ userId: row.userId, positionId: row.id }), now);
          // If the spot writer is unavailable, the stored posting is booked later.
          return ok(() => parts.postings.post(postingId));
        },
      },
      notifyOwner: {},
    },
  });

async function writeStep(
  tx: Transaction,
  id: number,
  { snapshot, revision }: LifecycleStep<Kind['machine']>,
  now: EpochMs,
): Promise<PositionRow> {
  const phase = stakingPhase(snapshot);
  const row = await updatePosition(tx, id, { phase, revision, updatedAtMs: now });
  if (phase === 'in_effect') return startDividends(tx, id);
  // Refused or expired: others may subscribe to its part of the quota.
  await changeTaken(tx, row.productId, -row.amount);
  if (phase === 'refused') return row;
  const earned = row.dailyDividend * BigInt(row.paidDays);
  // A debt of the user may have been collected from the dividends.
  const left = await lockEarnings(tx, row);
  return updatePosition(tx, id, { returned: row.amount + (left < earned ? left : earned) });
}
