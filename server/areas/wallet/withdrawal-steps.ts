/** The effects of a withdrawal's steps on this server: its row, the ledger, the chain, and notifications. */
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ok } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { EffectOf } from '../../../machines/domain/record-kind.ts';
import type { withdrawalKind } from '../../../machines/domain/wallet/withdrawal.kind.ts';
import { RecordSteps, type EffectHandler } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { OWNERS } from '../../ledger/chart.ts';
import type { Movement } from '../../ledger/movement.ts';
import { withdrawalHeld, withdrawalReleased, withdrawalSent } from './wallet-recipes.ts';
import type { UserNotices } from '../identity/identity.area.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import { postCovered } from './covered-postings.ts';
import { holdCause, requireHeld, requireHeldAndLogged } from './held-terms.ts';
import { WITHDRAWAL, withdrawalPhase } from './wallet-lifecycles.ts';
import type { WithdrawalRow, WithdrawalStep } from './wallet-lifecycles.ts';
import type { WalletWire } from './wallet-wire.ts';
import * as repo from './withdrawals.repo.ts';

type Kind = typeof withdrawalKind;
type Effect = EffectOf<Kind>;

export interface WithdrawalStepsParts {
  readonly postings: Postings;
  readonly updates: UserUpdates;
  readonly notices: UserNotices;
  readonly wire: WalletWire;
  /** Called when the chain may have something to sign or to send. */
  wakeChain(chain: string): void;
}

export interface WithdrawalCause {
  readonly now: EpochMs;
  /** Columns that the snapshot does not have. */
  readonly extra?: Pick<
    repo.WithdrawalChange,
    'rawTransaction' | 'signedTransfers' | 'feeMaxFactor'
  >;
}

export interface WithdrawalFacts {
  readonly row: WithdrawalRow;
  readonly now: EpochMs;
}

export type WithdrawalSteps = RecordSteps<Kind, WithdrawalFacts, WithdrawalCause>;

export function createWithdrawalSteps(parts: WithdrawalStepsParts): WithdrawalSteps {
  const { postings, updates, notices, wire, wakeChain } = parts;
  const booked = (
    movementOf: (row: MovedRow) => Movement,
    check: (...asked: Parameters<typeof requireHeld>) => Promise<unknown>,
  ): EffectHandler<WithdrawalFacts> => ({
    async inTransaction(tx, { row, now }) {
      await check(tx, row);
      const postingId = await postings.intend(tx, movementOf(row), now);
      // If the spot writer is unavailable, the stored posting is booked later.
      return ok(() => postCovered(postings, postingId));
    },
  });
  const mailed = (
    kind: 'withdrawalSent' | 'withdrawalRejected',
  ): EffectHandler<WithdrawalFacts> => ({
    async inTransaction(tx, { row, now }) {
      await notices.put(tx, row.userId, { kind, ...wire.sum(row) }, now);
      return ok(null);
    },
  });
  const woken: EffectHandler<WithdrawalFacts> = { afterCommit: ({ row }) => wakeChain(row.chain) };
  return new RecordSteps<Kind, WithdrawalFacts, WithdrawalCause>({
    spec: WITHDRAWAL,
    write: async (tx, id, step, { now, extra }) => ({
      row: await repo.updateWithdrawal(tx, id, { ...columnsOf(step), updatedAtMs: now, ...extra }),
      now,
    }),
    effects: {
      // The statement that stores a request stores its hold too.
      holdFunds: {},
      releaseFunds: booked(MOVEMENTS.releaseFunds, requireHeldAndLogged),
      bookSent: booked(MOVEMENTS.bookSent, requireHeld),
      signTransaction: woken,
      broadcastTransaction: woken,
      notifyOwner: {
        afterCommit: ({ row }) =>
          updates.publish(row.userId, { kind: 'withdrawal', record: wire.withdrawal(row) }),
      },
      mailSent: mailed('withdrawalSent'),
      mailRejected: mailed('withdrawalRejected'),
    },
  });
}

type MovedRow = Pick<
  WithdrawalRow,
  'id' | 'userId' | 'requestId' | 'currencyId' | 'chain' | 'address' | 'amount' | 'fee' | 'phase'
>;

/** Effects that move money; a step has at most one of them. */
const MOVEMENTS = {
  holdFunds: (row) =>
    withdrawalHeld({ ...fundsOf(row), causeId: holdCause(row.id, row), actorId: row.userId }),
  releaseFunds: (row) => {
    const actorId = row.phase === 'cancelled' ? row.userId : OWNERS.house;
    return withdrawalReleased({ ...fundsOf(row), actorId });
  },
  bookSent: (row) =>
    withdrawalSent({ ...fundsOf(row), actorId: OWNERS.house, fee: units(row.fee) }),
} satisfies Partial<Record<Effect, (row: MovedRow) => Movement>>;

const isMovement = (effect: string): effect is keyof typeof MOVEMENTS =>
  Object.hasOwn(MOVEMENTS, effect);

/**
 * Returns the movement that freezes the amount of a new request; its cause is the number that the
 * withdrawal will get.
 */
export function holdOfRequest(asked: Omit<MovedRow, 'id'>, { effects }: WithdrawalStep): Movement {
  const names = effects.map(({ type }) => type).filter(isMovement);
  const effect = ensure(names[0], 'effect that freezes the amount');
  return MOVEMENTS[effect]({ ...asked, id: 0 });
}

const asksForBroadcast = ({ effects }: WithdrawalStep): boolean =>
  effects.some(({ type }) => type === ('broadcastTransaction' satisfies Effect));

/** The columns of the row that follow from the snapshot. */
export function columnsOf(step: WithdrawalStep) {
  const { context } = step.snapshot;
  return {
    confirmations: context.confirmations,
    transactionHash: context.transactionHash,
    reason: context.reason,
    reasonText: context.reasonText,
    operatorId: context.operatorId,
    revision: context.revision,
    phase: withdrawalPhase(step.snapshot),
    ...(asksForBroadcast(step) && { isBroadcastDue: true }),
  };
}

const fundsOf = ({ id, userId, requestId, currencyId, amount }: MovedRow) => ({
  causeId: String(id),
  ownerId: userId,
  requestId,
  currencyId,
  amount: units(amount),
});
