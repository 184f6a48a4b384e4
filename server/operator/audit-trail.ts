/** What an operator does is written down with it: in the same transaction, or before where there is none. */
import type { AuditAction } from '../../contract/operator/audit-actions.ts';
import type { AuditDetails, SubjectKind } from '../../contract/operator/schemas/exchange.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { insertAudit } from './audit-log.repo.ts';

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
  /** What the record itself does not say. */
  readonly details?: AuditDetails;
}

export async function writeAudit(
  database: Executor,
  { operatorId, requestId, address, now }: OperatorAct,
  { action, subject: [subjectKind, subjectId], reason, details = {} }: AuditNote,
): Promise<void> {
  await insertAudit(database, {
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
export const recordOf = (act: OperatorAct, note: AuditNote) => (tx: Executor) =>
  writeAudit(tx, act, note);
