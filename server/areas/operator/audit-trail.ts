/**
 * Writes each action of an operator to the audit log: in the same transaction, or before the action if
 * it has none.
 */
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { AuditDetails, SubjectKind } from '../../../contract/operator/schemas/exchange.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { insertAudit } from '../../kit/audit-log.repo.ts';
import { lockLastLine } from './revisions.repo.ts';

/** The operator, their address, and the request. */
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
   * The revision that the operator saw, for a record whose revision is its last line in the audit log.
   * The action is refused when it has changed. For records with a lifecycle, the service that locks
   * them compares revisions.
   */
  readonly seen?: number | undefined;
  /** Details that the record itself does not have. */
  readonly details?: AuditDetails;
}

/** A decision, with the operator and the reason. */
export interface OperatorDecision {
  readonly act: OperatorAct;
  readonly reason: string;
  /** The revision of the record that the operator saw. */
  readonly seen: number;
}

/** Another operator acted first: the transaction is rolled back, and the caller gets `record_changed`. */
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
    throw new StaleRevisionError(`${subjectKind} ${subjectId}: another operator was first`);
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

/** Like {@link writeAudit}, for a service that calls it in its own transaction. */
export const recordOf = (act: OperatorAct, note: AuditNote) => (tx: Transaction) =>
  writeAudit(tx, act, note);
