/** What an operator does is written down with it: in the same transaction, or before where there is none. */
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { AuditDetails, SubjectKind } from '../../../contract/operator/schemas/exchange.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { insertAudit } from '../../kit/audit/audit-log.repo.ts';
import { lockLastLine } from './revisions.repo.ts';

/** Who acts, from where, in which request. */
export interface OperatorAct {
  readonly operatorId: number;
  readonly requestId: string;
  readonly address: string;
  readonly now: EpochMs;
}

export interface AuditNote {
  readonly action: AuditAction;
  readonly subject: readonly [kind: SubjectKind, id: number | string];
  readonly reason: string;
  /**
   * Of a record whose revision is its last line here: the one that the operator saw. Nothing is done
   * where there is another one by now. Records with a life are compared by whoever locks them.
   */
  readonly seen?: number | undefined;
  /** What the record itself does not say. */
  readonly details?: AuditDetails;
}

/** Somebody else was first: what the transaction has done is taken back, and the operator told `record_changed`. */
export class StaleRevisionError extends Error {
  override readonly name = 'StaleRevisionError';
}

/** @throws StaleRevisionError */
export async function writeAudit(
  tx: Transaction,
  { operatorId, requestId, address, now }: OperatorAct,
  { action, subject, reason, seen, details = {} }: AuditNote,
): Promise<void> {
  const [subjectKind, subjectId] = subject;
  if (seen !== undefined && (await lockLastLine(tx, subject)) !== seen)
    throw new StaleRevisionError(`${subjectKind} ${subjectId}: somebody else was first`);
  await insertAudit(tx, {
    operatorId,
    requestId,
    address,
    atMs: now,
    action,
    subjectKind,
    subjectId: String(subjectId),
    reason,
    details,
  });
}

/** The same, for a service that writes it down in its own transaction. */
export const recordOf = (act: OperatorAct, note: AuditNote) => (tx: Transaction) =>
  writeAudit(tx, act, note);
