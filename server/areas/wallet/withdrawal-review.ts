/**
 * What operators do about withdrawals. Each call says who decides; why is written into the audit log
 * by the operator's server.
 */
import { LIMITS } from '../../../contract/limits.ts';
import { refuse, ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  RejectionReason,
  WithdrawalEvent,
} from '../../../machines/domain/wallet/withdrawal.events.ts';
import {
  ChainUnavailableError,
  type BlockRef,
  type Custody,
  type SignedTransfer,
  type TransferStatus,
} from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { transferOf } from './withdrawal-broadcasts.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import type { Withdrawals } from './withdrawals.ts';
import * as repo from './withdrawals.repo.ts';

export interface Decision {
  readonly withdrawalId: number;
  /** Of the withdrawal as the operator saw it: a decision on an older one is `already_decided`. Left out: as it is now. */
  readonly revision?: number | undefined;
  readonly operatorId: number;
  readonly now: EpochMs;
  /**
   * Written down in the transaction of the decision, e.g. its row of the audit log; and before the
   * chain is asked for something, though nothing is decided by that.
   */
  alsoWrite(tx: Transaction, decided: WithdrawalRow): Promise<void>;
}

export type ReviewError = 'review_not_found' | 'already_decided';
type Reviewed<
  E extends 'service_unavailable' | 'still_payable' | 'transaction_hash_invalid' = never,
> = Promise<Result<WithdrawalRow, ReviewError | E>>;

/** One that does not go on until somebody has seen to it; in any phase but an ended one. */
export interface DamagedWithdrawal {
  readonly row: WithdrawalRow;
  readonly foundAtMs: EpochMs;
}

export interface WithdrawalReview {
  /** Of everybody in these phases, newest first. */
  list(filter: {
    readonly phases: readonly WithdrawalRow['phase'][];
    readonly before?: number | undefined;
    readonly count: number;
  }): Promise<readonly WithdrawalRow[]>;
  find(id: number): Promise<WithdrawalRow | undefined>;
  /** As `damaged-withdrawals.ts` has them, in the order in which they were found; what has ended by now is left out. */
  listDamaged(): Promise<readonly DamagedWithdrawal[]>;
  /** service_unavailable: the books are not sound, nothing more may leave. */
  approve(decision: Decision): Reviewed<'service_unavailable'>;
  /** Tries at once to sign an approved one, which may cost so many times what the settings allow. */
  release(decision: Decision, feeMaxFactor: number): Reviewed<'service_unavailable'>;
  /** While nothing is signed. @param text what the person reads beside the reason. */
  reject(decision: Decision, reason: RejectionReason, text: string | null): Reviewed;
  /**
   * From manual review: it was paid, by this transaction.
   * transaction_hash_invalid: it does not look like one, or is the one that was signed, which has
   * paid nothing. still_payable: it is another one, and the one that was signed may still pay too.
   */
  confirmSent(
    decision: Decision,
    hash: string,
  ): Reviewed<'transaction_hash_invalid' | 'service_unavailable' | 'still_payable'>;
  /**
   * From manual review: it was not paid, and is given back. Needs the proof that it never will be;
   * while there is none, the chain is asked to make it impossible, and the answer is still_payable.
   */
  declareUnsent(
    decision: Decision,
    text: string | null,
  ): Reviewed<'service_unavailable' | 'still_payable'>;
  /** From manual review: the same signed bytes once more. */
  rebroadcast(decision: Decision): Reviewed;
}

export interface ReviewParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains'>;
  readonly withdrawals: Withdrawals;
  readonly damaged: Pick<DamagedWithdrawals, 'list'>;
  readonly health: LedgerHealth;
}

const TRANSACTION_HASH = /^0x[0-9a-f]{64}$/;

export function createWithdrawalReview(parts: ReviewParts): WithdrawalReview {
  const { database, withdrawals } = parts;
  const find = async (id: number) => {
    const row = await repo.findWithdrawal(database, id);
    return row?.phase === 'requested' || row?.phase === 'refused' ? undefined : row;
  };

  async function decide(
    { withdrawalId, revision, now, alsoWrite }: Decision,
    event: WithdrawalEvent,
  ): Promise<Result<WithdrawalRow, ReviewError>> {
    if ((await find(withdrawalId)) === undefined) return refuse('review_not_found');
    const answer = await withdrawals.send(withdrawalId, event, now, { revision, alsoWrite });
    if (answer.kind === 'unknown') return refuse('review_not_found');
    return answer.kind === 'done' ? ok(answer.row) : refuse('already_decided');
  }

  /** The withdrawal, with what the chain says of its transfer now. */
  async function inManualReview({ withdrawalId, revision }: Decision) {
    const row = await find(withdrawalId);
    if (row === undefined) return refuse('review_not_found');
    if (row.phase !== 'manual_review' || (revision ?? row.revision) !== row.revision)
      return refuse('already_decided');
    const asked = await statusOf(parts, row);
    return asked.ok ? ok({ row, ...asked.value }) : asked;
  }

  return {
    list: (filter) => repo.findWithdrawals(database, filter),
    find,
    listDamaged: () => listDamaged(parts),
    async approve(decision) {
      if (!parts.health.isSound()) return refuse('service_unavailable');
      return decide(decision, { type: 'withdrawal.approve', by: byOf(decision) });
    },
    async release(decision, feeMaxFactor) {
      if (!parts.health.isSound()) return refuse('service_unavailable');
      return decide(decision, { type: 'withdrawal.release', by: byOf(decision), feeMaxFactor });
    },
    reject: (decision, reason, text) =>
      decide(decision, { type: 'withdrawal.reject', by: byOf(decision), reason, text }),
    async confirmSent(decision, hash) {
      if (!TRANSACTION_HASH.test(hash)) return refuse('transaction_hash_invalid');
      const found = await inManualReview(decision);
      if (!found.ok) return found;
      const { row, status, head } = found.value;
      const isItsOwn = hash === row.transactionHash;
      const hasPaid = status.kind === 'mined' && status.succeeded;
      // The signed transfer is either the one that paid, or must never pay beside the other one.
      if (isItsOwn && !hasPaid) return refuse('transaction_hash_invalid');
      if (!isItsOwn && !isHarmless(status, head)) return refuse('still_payable');
      return decide(decision, { type: 'withdrawal.confirmSent', by: byOf(decision), hash });
    },
    async declareUnsent(decision, text) {
      const found = await inManualReview(decision);
      if (!found.ok) return found;
      const { status, head, transfer, row } = found.value;
      if (!isHarmless(status, head)) {
        if (status.kind === 'mined') return refuse('still_payable');
        await transaction(database, (tx) => decision.alsoWrite(tx, row));
        const cancelled = await cancel(parts, row, transfer);
        return cancelled.ok ? refuse('still_payable') : cancelled;
      }
      return decide(decision, { type: 'withdrawal.declareUnsent', by: byOf(decision), text });
    },
    rebroadcast: (decision) =>
      decide(decision, { type: 'withdrawal.rebroadcast', by: byOf(decision) }),
  };
}

async function listDamaged({
  database,
  damaged,
}: ReviewParts): Promise<readonly DamagedWithdrawal[]> {
  const found = damaged.list();
  if (found.length === 0) return [];
  const ids = found.map(({ withdrawalId }) => withdrawalId);
  const rows = new Map((await repo.findUnended(database, ids)).map((row) => [row.id, row]));
  return found.flatMap(({ withdrawalId, foundAtMs }) => {
    const row = rows.get(withdrawalId);
    return row === undefined ? [] : [{ row, foundAtMs }];
  });
}

const byOf = ({ operatorId }: Decision) => ({ role: 'operator', userId: operatorId }) as const;

/** It is certain that it paid nothing and never will: what failed in a block may yet pay in one that replaces it. */
const isHarmless = (status: TransferStatus, head: BlockRef): boolean =>
  status.kind === 'impossible' ||
  (status.kind === 'mined' &&
    !status.succeeded &&
    head.number - status.block.number + 1 >= LIMITS.withdrawal_confirmations);

async function statusOf(
  { custody }: ReviewParts,
  row: WithdrawalRow,
): Promise<
  Result<
    {
      readonly status: TransferStatus;
      readonly head: BlockRef;
      readonly transfer: SignedTransfer;
    },
    'service_unavailable'
  >
> {
  const chain = custody.chains.get(row.chain);
  const transfer = transferOf(row);
  if (chain === undefined || transfer === undefined) return refuse('service_unavailable');
  try {
    // The head first: no block counts that came between the two.
    const head = await chain.head();
    return ok({ status: await chain.status(transfer), head, transfer });
  } catch (error) {
    if (error instanceof ChainUnavailableError) return refuse('service_unavailable');
    throw error;
  }
}

async function cancel(
  { custody }: ReviewParts,
  row: WithdrawalRow,
  transfer: SignedTransfer,
): Promise<Result<null, 'service_unavailable'>> {
  try {
    await custody.chains.get(row.chain)?.cancel(transfer);
    return ok(null);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return refuse('service_unavailable');
    throw error;
  }
}
