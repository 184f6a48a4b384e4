/**
 * Operators' decisions on withdrawals. Each call names the operator; the operator area writes the
 * reason to the audit log.
 */
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { refuse, ok } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  RejectionReason,
  WithdrawalEvent,
} from '../../../machines/domain/wallet/withdrawal.events.ts';
import { ChainUnavailableError, type BlockRef, type Custody } from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { HeldOtherwiseError, requireLoggedTransfers } from './held-terms.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import {
  newestTransferOf,
  paymentStatus,
  transfersOf,
  type PaymentStatus,
} from './withdrawal-transfers.ts';
import type { WithdrawalSeals } from './withdrawal-seals.ts';
import type { Withdrawals } from './withdrawals.ts';
import * as repo from './withdrawals.repo.ts';

export interface Decision {
  readonly withdrawalId: number;
  /**
   * The revision that the operator saw: a decision on an older one is `already_decided`. Undefined for
   * the present one.
   */
  readonly revision?: number | undefined;
  readonly operatorId: number;
  readonly now: EpochMs;
  /**
   * Runs in the transaction of the decision, e.g. to insert its row of the audit log. It also runs
   * before a request to the chain that decides nothing.
   */
  alsoWrite(tx: Transaction, decided: WithdrawalRow): Promise<void>;
}

/** withdrawal_damaged: the record differs from the ledger or from its log, and nothing was changed. */
export type ReviewError = 'review_not_found' | 'already_decided' | 'withdrawal_damaged';
type Reviewed<
  E extends 'service_unavailable' | 'still_payable' | 'transaction_hash_invalid' = never,
> = Promise<Result<WithdrawalRow, ReviewError | E>>;

/** A withdrawal that cannot proceed until an operator acts; it has any phase that is not an end. */
interface DamagedWithdrawal {
  readonly row: WithdrawalRow;
  readonly foundAtMs: EpochMs;
}

export interface WithdrawalReview {
  /** Lists withdrawals of all users in these phases, newest first. */
  list(filter: {
    readonly phases: readonly WithdrawalRow['phase'][];
    readonly before?: number | undefined;
    readonly count: number;
  }): Promise<readonly WithdrawalRow[]>;
  find(id: number): Promise<WithdrawalRow | undefined>;
  /** Lists damaged withdrawals that have not ended, in the order of `damaged-withdrawals.ts`. */
  listDamaged(): Promise<readonly DamagedWithdrawal[]>;
  /** service_unavailable: the ledger is not consistent, so nothing may be withdrawn. */
  approve(decision: Decision): Reviewed<'service_unavailable'>;
  /** Retries signing of an approved withdrawal now, with this factor on the fee that settings allow. */
  release(decision: Decision, feeMaxFactor: number): Reviewed<'service_unavailable'>;
  /** Rejects a withdrawal that is not signed. @param text shown to the user with the reason. */
  reject(decision: Decision, reason: RejectionReason, text: string | null): Reviewed;
  /**
   * Ends manual review: this transaction has paid the withdrawal. transaction_hash_invalid: the hash is
   * malformed, or is the signed transaction, which has paid nothing. still_payable: it is another
   * transaction, and the signed one, or an unread one of its nonce, may pay too.
   */
  confirmSent(
    decision: Decision,
    hash: string,
  ): Reviewed<'transaction_hash_invalid' | 'service_unavailable' | 'still_payable'>;
  /**
   * Ends manual review: the withdrawal was not paid and is given back. This needs proof that it never
   * will be. Without proof the answer is still_payable, and the chain is asked to make payment impossible
   * unless a transaction of the nonce is mined.
   * @param text shown to the user. @param hash of the transaction that used the nonce, for a node that does
   *   not find it by the nonce any more; null if it is not known.
   */
  declareUnsent(
    decision: Decision,
    text: string | null,
    hash?: string | null,
  ): Reviewed<'transaction_hash_invalid' | 'service_unavailable' | 'still_payable'>;
  /** Broadcasts the same signed bytes again, from manual review. */
  rebroadcast(decision: Decision): Reviewed;
}

interface ReviewParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains'>;
  readonly withdrawals: Withdrawals;
  readonly damaged: Pick<DamagedWithdrawals, 'list' | 'note'>;
  readonly health: LedgerHealth;
  readonly seals: WithdrawalSeals;
}

const TRANSACTION_HASH = /^0x[0-9a-f]{64}$/;

export function createWithdrawalReview(parts: ReviewParts): WithdrawalReview {
  const { database } = parts;
  const find = (id: number) => findShown(database, id);

  const decide = (decision: Decision, event: WithdrawalEvent) => decideOn(parts, decision, event);

  /** Returns the withdrawal with the present status of its transfer on the chain. */
  async function inManualReview({ withdrawalId, revision }: Decision, hash: string | null) {
    const row = await find(withdrawalId);
    if (row === undefined) return refuse('review_not_found');
    if (row.phase !== 'manual_review' || (revision ?? row.revision) !== row.revision)
      return refuse('already_decided');
    const asked = await statusOf(parts, row, hash);
    return asked.ok ? ok({ row, ...asked.value }) : asked;
  }

  return {
    list: (filter) => repo.findWithdrawals(database, filter),
    find,
    listDamaged: () => listDamaged(parts),
    async approve(decision) {
      if (!parts.health.isConsistent()) return refuse('service_unavailable');
      const alsoWrite: Decision['alsoWrite'] = async (tx, decided) => {
        await parts.seals.requireApproved(tx, decided);
        await decision.alsoWrite(tx, decided);
      };
      return decide({ ...decision, alsoWrite }, { type: 'withdrawal.approve', by: byOf(decision) });
    },
    async release(decision, feeMaxFactor) {
      if (!parts.health.isConsistent()) return refuse('service_unavailable');
      return decide(decision, { type: 'withdrawal.release', by: byOf(decision), feeMaxFactor });
    },
    reject: (decision, reason, text) =>
      decide(decision, { type: 'withdrawal.reject', by: byOf(decision), reason, text }),
    async confirmSent(decision, hash) {
      if (!TRANSACTION_HASH.test(hash)) return refuse('transaction_hash_invalid');
      const found = await inManualReview(decision, hash);
      if (!found.ok) return found;
      const { row, status, head } = found.value;
      const mined = status.kind === 'mined' ? status : null;
      const isItsOwn =
        transfersOf(row).some((one) => one.hash === hash) || mined?.transfer.hash === hash;
      const hasPaid = mined?.succeeded === true && mined.transfer.hash === hash;
      // A signed transfer must be the transfer that paid, or must never pay in addition to it.
      if (isItsOwn && !hasPaid) return refuse('transaction_hash_invalid');
      const isUnsigned = status.kind === 'unread' && status.payment === hash;
      if (!isItsOwn && !isUnsigned && !isHarmless(status, head)) return refuse('still_payable');
      return decide(decision, { type: 'withdrawal.confirmSent', by: byOf(decision), hash });
    },
    async declareUnsent(decision, text, hash = null) {
      if (hash !== null && !TRANSACTION_HASH.test(hash)) return refuse('transaction_hash_invalid');
      const found = await inManualReview(decision, hash);
      if (!found.ok) return found;
      const { status, head, row } = found.value;
      if (!isHarmless(status, head)) {
        if (status.kind === 'mined' || status.kind === 'unread') return refuse('still_payable');
        await transaction(database, (tx) => decision.alsoWrite(tx, row));
        const cancelled = await cancel(parts, row);
        return cancelled.ok ? refuse('still_payable') : cancelled;
      }
      return decide(decision, { type: 'withdrawal.declareUnsent', by: byOf(decision), text });
    },
    rebroadcast: (decision) =>
      decide(decision, { type: 'withdrawal.rebroadcast', by: byOf(decision) }),
  };
}

async function findShown(database: Database, id: number): Promise<WithdrawalRow | undefined> {
  const row = await repo.findWithdrawal(database, id);
  return row?.phase === 'requested' || row?.phase === 'refused' ? undefined : row;
}

async function decideOn(
  { database, withdrawals, damaged }: ReviewParts,
  { withdrawalId, revision, now, alsoWrite }: Decision,
  event: WithdrawalEvent,
): Promise<Result<WithdrawalRow, ReviewError>> {
  if ((await findShown(database, withdrawalId)) === undefined) return refuse('review_not_found');
  try {
    const answer = await withdrawals.send(withdrawalId, event, now, { revision, alsoWrite });
    if (answer.kind === 'unknown') return refuse('review_not_found');
    return answer.kind === 'done' ? ok(answer.row) : refuse('already_decided');
  } catch (error) {
    if (error instanceof HeldOtherwiseError) return differing(damaged, withdrawalId, error);
    throw error;
  }
}

/** Shows operators the withdrawal, and refuses their decision. */
function differing(
  damaged: ReviewParts['damaged'],
  id: number,
  error: HeldOtherwiseError,
): Refusal<'withdrawal_damaged'> {
  damaged.note(id, error, 'a withdrawal differs from the ledger or from its log');
  return refuse('withdrawal_damaged');
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

/**
 * Whether the transfer certainly paid nothing and never will. A failure in a block needs enough
 * confirmations, because it may pay in a block that replaces it.
 */
const isHarmless = (status: PaymentStatus, head: BlockRef): boolean =>
  status.kind === 'impossible' ||
  (status.kind === 'mined' &&
    !status.succeeded &&
    head.number - status.block.number + 1 >= CHAIN_LIMITS.withdrawal_confirmations);

async function statusOf(
  { database, custody, damaged }: ReviewParts,
  row: WithdrawalRow,
  hash: string | null,
): Promise<
  Result<
    { readonly status: PaymentStatus; readonly head: BlockRef },
    'service_unavailable' | 'withdrawal_damaged'
  >
> {
  const chain = custody.chains.get(row.chain);
  const transfers = transfersOf(row);
  if (chain === undefined || transfers.length === 0) return refuse('service_unavailable');
  try {
    await requireLoggedTransfers(database, row, transfers);
    // Reads the head first, so that no block in between counts.
    const head = await chain.head();
    return ok({ status: await paymentStatus(chain, row, hash), head });
  } catch (error) {
    if (error instanceof HeldOtherwiseError) return differing(damaged, row.id, error);
    if (error instanceof ChainUnavailableError) return refuse('service_unavailable');
    throw error;
  }
}

async function cancel(
  { custody }: ReviewParts,
  row: WithdrawalRow,
): Promise<Result<null, 'service_unavailable'>> {
  try {
    const newest = newestTransferOf(row);
    if (newest !== undefined) await custody.chains.get(row.chain)?.cancel(newest);
    return ok(null);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return refuse('service_unavailable');
    throw error;
  }
}
