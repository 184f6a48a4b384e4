/**
 * The first two steps of every withdrawal, each as one statement for all requests of a moment: row,
 * lifecycle and posting. Separate statements took most of a request's time.
 */
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { unlessTaken } from '../../kit/db/transaction.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { PreparedStep } from '../../kit/lifecycle/prepared-steps.ts';
import { storedEntry } from '../../ledger/writer/postings.repo.ts';
import { termsDigest } from './held-terms.ts';
import type { WITHDRAWAL, WithdrawalRow } from './wallet-lifecycles.ts';

type Step = PreparedStep<(typeof WITHDRAWAL)['machine']>;

/**
 * `$1` kind, `$2` version of the machine, `$3` the requests. The cause of a posting, the number of the
 * withdrawal and its terms, identifies it.
 */
const REQUEST = `
  with fresh as materialized (
    select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id, asked.*
    from json_to_recordset($3::json) as asked (place integer, revision integer, snapshot jsonb, event jsonb,
      at_ms bigint, recipe text, entries jsonb, user_id integer, request_id text, currency_id integer,
      chain text, address text, amount numeric, fee numeric, value numeric, idempotency_key text,
      terms text, phase text, held_terms text, seal text)
  ), record as (
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select $1::text, id, $2::integer, revision, snapshot, at_ms from fresh
  ), logged as (
    insert into lifecycle_events (kind, id, revision, event, at_ms)
    select $1::text, id, revision, event, at_ms from fresh
  ), posting as (
    insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
    select recipe, id || ':' || held_terms, user_id, request_id, entries, at_ms from fresh
    returning id, cause_id
  ), withdrawal as (
    insert into withdrawals (id, user_id, request_id, currency_id, chain, address, amount, fee, value,
      idempotency_key, terms, phase, hold_posting_id, seal, confirmations, revision, created_at_ms, updated_at_ms)
    overriding system value
    select fresh.id, user_id, request_id, currency_id, chain, address, amount, fee, value,
      idempotency_key, terms, phase, posting.id, seal, 0, revision, at_ms, at_ms
    from fresh join posting on posting.cause_id = fresh.id || ':' || held_terms
    returning id, hold_posting_id
  )
  select withdrawal.id, hold_posting_id as posting from withdrawal join fresh using (id) order by place`;

/**
 * `$1` the steps, `$2` kind. Each step names its kind, so that PostgreSQL expects few rows and finds
 * each by its key, regardless of table statistics.
 */
const ADVANCE = `
  with record as (
    update lifecycles set machine_version = step.machine_version, revision = step.revision,
      snapshot = step.snapshot, updated_at_ms = step.at_ms
    from json_to_recordset($1::json) as step (kind text, id bigint, machine_version integer, revision integer,
      snapshot jsonb, event jsonb, at_ms bigint, phase text, is_broadcast_due boolean, notice jsonb)
    where step.kind = $2::text and lifecycles.kind = $2 and lifecycles.id = step.id
      and lifecycles.revision = step.revision - 1
    returning lifecycles.kind, lifecycles.id, lifecycles.revision, step.event, step.at_ms, step.phase,
      step.is_broadcast_due, step.notice
  ), logged as (
    insert into lifecycle_events (kind, id, revision, event, at_ms)
    select kind, id, revision, event, at_ms from record
  ), mailed as (
    insert into outbox (topic, payload, created_at_ms, due_at_ms)
    select notice ->> 'topic', notice -> 'payload', at_ms, at_ms from record
  )
  update withdrawals set phase = record.phase, is_broadcast_due = record.is_broadcast_due,
    revision = record.revision, updated_at_ms = record.at_ms
  from record where withdrawals.id = record.id
  returning withdrawals.id`;

type AskedWithdrawal = Pick<
  WithdrawalRow,
  | 'userId'
  | 'requestId'
  | 'currencyId'
  | 'chain'
  | 'address'
  | 'amount'
  | 'fee'
  | 'value'
  | 'idempotencyKey'
  | 'terms'
  | 'phase'
  | 'seal'
>;

/** A new withdrawal, the start of its lifecycle, and the movement that freezes its amount. */
export interface NewRequest {
  readonly asked: AskedWithdrawal;
  readonly first: Step;
  /** Checked by the caller, because an error in one movement would fail the whole statement. */
  readonly hold: Movement;
  readonly now: EpochMs;
}

/**
 * Stores requests; the cause of each movement is the number of its withdrawal. Returns null for a
 * request whose key the user has used.
 */
export function insertRequests(
  database: Database,
  requests: readonly NewRequest[],
): Promise<readonly (WithdrawalRow | null)[]> {
  return unlessTaken(
    () => insertAll(database, requests),
    async () => {
      if (requests.length === 1) return [null];
      // The failed statement stored nothing; separate statements keep one request from blocking the
      // others.
      const alone = requests.map((request) => insertRequests(database, [request]));
      return (await Promise.all(alone)).flat();
    },
  );
}

async function insertAll(
  database: Database,
  requests: readonly NewRequest[],
): Promise<readonly WithdrawalRow[]> {
  const rows = requests.map(requestParameters);
  const { kind, machineVersion } = ensure(requests[0], 'a request').first;
  const inserted = await database.$client.query<{ id: bigint; posting: bigint }>({
    name: 'withdrawal_request',
    text: REQUEST,
    values: [kind, machineVersion, JSON.stringify(rows)],
  });
  return requests.map(({ asked, first, now }, place) => {
    const { id, posting } = ensure(inserted.rows[place], 'row of the withdrawal');
    return {
      ...asked,
      id: Number(id),
      holdPostingId: Number(posting),
      rawTransaction: null,
      signedTransfers: [],
      isBroadcastDue: false,
      transactionHash: null,
      confirmations: 0,
      reason: null,
      reasonText: null,
      operatorId: null,
      feeMaxFactor: 1,
      revision: first.step.revision,
      createdAtMs: now,
      updatedAtMs: now,
    };
  });
}

function requestParameters({ asked, first, hold, now }: NewRequest, place: number) {
  const { recipe, entries } = hold;
  return {
    place,
    revision: first.step.revision,
    snapshot: first.snapshot,
    event: first.event,
    at_ms: now,
    recipe,
    entries: entries.map(storedEntry),
    user_id: asked.userId,
    request_id: asked.requestId,
    currency_id: asked.currencyId,
    chain: asked.chain,
    address: asked.address,
    amount: String(asked.amount),
    fee: String(asked.fee),
    value: String(asked.value),
    idempotency_key: asked.idempotencyKey,
    terms: asked.terms,
    phase: asked.phase,
    seal: asked.seal,
    held_terms: termsDigest(asked),
  };
}

/** The next step of a withdrawal whose last revision the caller knows. */
export interface NextStep {
  /** The withdrawal after the step; {@link advanceRequests} writes the columns that this step can change. */
  readonly row: WithdrawalRow;
  readonly next: Step;
  /** The message to the owner about the step. */
  readonly notice: OutboxDraft;
}

/** Stores steps. Returns null, with nothing stored, for a withdrawal that another step has changed. */
export async function advanceRequests(
  database: Database,
  steps: readonly NextStep[],
): Promise<readonly (WithdrawalRow | null)[]> {
  const rows = steps
    .toSorted((a, b) => a.row.id - b.row.id)
    .map(({ row, next, notice }) => ({
      kind: next.kind,
      id: row.id,
      machine_version: next.machineVersion,
      revision: next.step.revision,
      snapshot: next.snapshot,
      event: next.event,
      at_ms: row.updatedAtMs,
      phase: row.phase,
      is_broadcast_due: row.isBroadcastDue,
      notice,
    }));
  const advanced = await database.$client.query<{ id: bigint }>({
    name: 'withdrawal_advance',
    text: ADVANCE,
    values: [JSON.stringify(rows), rows[0]?.kind],
  });
  const ids = new Set(advanced.rows.map(({ id }) => Number(id)));
  return steps.map(({ row }) => (ids.has(row.id) ? row : null));
}
