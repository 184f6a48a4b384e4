/** Statements on the present revision of a record, and on the changes since an older one. */
import { sql } from 'drizzle-orm';
import type { Meanwhile } from '../../../contract/envelope.ts';
import { lifecycleOfEvent } from '../../../contract/lifecycle-kinds.ts';
import type { SubjectKind } from '../../../contract/operator/schemas/exchange.ts';
import type { LastAct } from '../../../contract/operator/schemas/fields.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';

/**
 * Kind and number, as the audit log names a record. A record with a lifecycle is named like the events that reach its
 * owner, and its revisions are its steps, by any party. Revisions of other records are the lines of operators.
 */
export type Subject = readonly [kind: SubjectKind, id: number | string];

/** Last acts of operators on a record. */
export interface Acted {
  /** Number of its line in the audit log; 0 when there is none. */
  readonly revision: number;
  readonly act: LastAct | null;
}
const NEVER: Acted = { revision: 0, act: null };

/**
 * Returns the last actions on records of one kind, by id. Callers read them before the records, so that
 * an operator with an outdated revision must check again.
 */
export async function findLastActs(
  database: Executor,
  kind: SubjectKind,
  ids?: readonly (number | string)[],
): Promise<(id: number | string) => Acted> {
  const among = ids && sql`and a.subject_id = any(${sql.param(ids.map(String))}::text[])`;
  const { rows } = await database.execute<ActRow>(sql`
    select distinct on (a.subject_id) a.subject_id, a.id, a.action, a.reason, a.at_ms, o.name
    from audit_log a join operators o on o.id = a.operator_id
    where a.subject_kind = ${kind} ${among ?? sql``}
    order by a.subject_id, a.id desc`);
  const acts = new Map(rows.map((row) => [row.subject_id, toActed(row)]));
  return (id) => acts.get(String(id)) ?? NEVER;
}

interface ActRow extends Record<string, unknown> {
  readonly subject_id: string;
  readonly id: bigint | string;
  readonly action: string;
  readonly reason: string;
  readonly at_ms: bigint | string;
  readonly name: string;
}
const toActed = ({ id, action, reason, at_ms: at, name }: ActRow): Acted => ({
  revision: Number(id),
  act: { at: Number(at), operator_name: name, action, reason },
});

export const findLastAct = async (database: Executor, [kind, id]: Subject): Promise<Acted> =>
  (await findLastActs(database, kind, [id]))(id);

/**
 * Returns undefined when a record with a revision counter does not exist; 0 for any other record that
 * the audit log does not have.
 */
export async function findRevision(
  database: Executor,
  subject: Subject,
): Promise<number | undefined> {
  const [kind, id] = subject;
  const life = lifecycleOfEvent(kind);
  if (life === undefined) return (await findLastAct(database, subject)).revision;
  const { rows } = await database.execute<{ revision: number }>(
    sql`select revision from lifecycles where kind = ${life} and id = ${Number(id)}`,
  );
  return rows[0]?.revision;
}

/**
 * Locks a record for one operator until the transaction ends, and returns its last line in the audit
 * log. If two operators saw the same revision, the second one finds the line of the first.
 */
export async function lockLastLine(tx: Transaction, [kind, id]: Subject): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${id}`}, 0))`);
  const { rows } = await tx.execute<{ id: string | null }>(
    sql`select max(id) as id from audit_log
      where subject_kind = ${kind} and subject_id = ${String(id)}`,
  );
  return Number(rows[0]?.id ?? 0);
}

/** Returns the last change after revision `seen`; undefined when it is unknown. */
export async function findMeanwhile(
  database: Executor,
  subject: Subject,
  seen: number,
): Promise<Meanwhile | undefined> {
  const [kind, id] = subject;
  const life = lifecycleOfEvent(kind);
  const acted = await findLastAct(database, subject);
  if (life === undefined) return acted.revision > seen ? (acted.act ?? undefined) : undefined;
  const { rows } = await database.execute<{ at_ms: string; is_operator: boolean }>(sql`
    select max(at_ms) as at_ms, bool_or(event -> 'by' ->> 'role' = 'operator') as is_operator
    from lifecycle_events where kind = ${life} and id = ${Number(id)} and revision > ${seen}
    having count(*) > 0`);
  const [since] = rows;
  if (since === undefined) return undefined;
  if (since.is_operator && acted.act !== null) return acted.act;
  return { at: Number(since.at_ms), operator_name: null, action: null, reason: null };
}
