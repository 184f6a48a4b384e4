/** The audit log as operators read it. */
import type {
  AuditDetails,
  AuditEntry,
  SubjectKind,
} from '../../../contract/operator/schemas/exchange.ts';
import type { Database } from '../../kit/db/database.ts';
import { listAudit } from '../../kit/audit-log.repo.ts';
import type { AuditFilter } from '../../kit/audit-log.repo.ts';
import { findOperatorNames } from './operators.repo.ts';

export interface AuditReader {
  /** Lists the newest entries first. */
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

export function createAuditReader(database: Database): AuditReader {
  return {
    async list(filter) {
      const [rows, nameOf] = await Promise.all([
        listAudit(database, filter),
        findOperatorNames(database),
      ]);
      return rows.map((row) => ({
        id: String(row.id),
        at: row.atMs,
        operator_id: row.operatorId,
        operator_name: nameOf(row.operatorId),
        action: row.action,
        subject_kind: row.subjectKind as SubjectKind,
        subject_id: row.subjectId,
        reason: row.reason,
        details: row.details as AuditDetails,
        address: row.address,
      }));
    },
  };
}
