/** Statements on the audit log. Rows are added and read, never changed. */
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Executor } from './db/database.ts';
import { auditLog } from './db/schema/operator.ts';

type AuditRow = typeof auditLog.$inferSelect;
type NewAuditRow = Omit<AuditRow, 'id'>;

export interface AuditFilter {
  readonly operatorId: number | undefined;
  readonly subjectKind: string | undefined;
  readonly subjectId: string | undefined;
  /** Only rows with a lower id. */
  readonly before: number | undefined;
  readonly count: number;
}

export async function insertAudit(database: Executor, row: NewAuditRow): Promise<void> {
  await database.insert(auditLog).values(row);
}

/** Lists rows, newest first. */
export function listAudit(
  database: Executor,
  { operatorId, subjectKind, subjectId, before, count }: AuditFilter,
): Promise<AuditRow[]> {
  return database
    .select()
    .from(auditLog)
    .where(
      and(
        operatorId === undefined ? undefined : eq(auditLog.operatorId, operatorId),
        subjectKind === undefined ? undefined : eq(auditLog.subjectKind, subjectKind),
        subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(count);
}
