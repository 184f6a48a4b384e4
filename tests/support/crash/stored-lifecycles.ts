/** Rows of an exchange that contradict their lifecycles, or each other. Every statement selects what is wrong. */
import type { LifecycleSpec } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import { replayAll } from '../desk/replayed-records.ts';
import { WRONG_PAYEES } from '../fiat/fiat-rivals.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Fiat orders whose row contradicts their lifecycle, or whose events are missing. */
const FIAT_ORDERS = `
  select orders.id::text from fiat_orders as orders
  left join lifecycles on lifecycles.kind = 'fiat-order' and lifecycles.id = orders.id
  where lifecycles.id is null or lifecycles.revision <> orders.revision
    or lifecycles.snapshot->'context'->>'end' is distinct from orders."end"
    or (orders.deadline_at_ms is null) <> not exists (
      select 1 from lifecycle_timers as timer where timer.kind = 'fiat-order' and timer.id = orders.id)
    or (select count(*) from lifecycle_events as event
        where event.kind = 'fiat-order' and event.id = orders.id) <> orders.revision`;

/** Users and tickets whose rows contradict their lifecycles, and used pictures without a record. */
const RECORDS = `
  select users.id::text from users
  join lifecycles on lifecycles.kind = 'kyc-review' and lifecycles.id = users.id
  left join lateral (
    select state from kyc_submissions where user_id = users.id order by id desc limit 1
  ) as last on true
  where lifecycles.snapshot->>'value' <> case last.state when 'in_review' then 'inReview' else last.state end
    or last.state is null or users.is_user_real <> (last.state = 'certified')
  union all
  select tickets.user_id::text from feedback_tickets as tickets
  left join lifecycles on lifecycles.kind = 'feedback-ticket' and lifecycles.id = tickets.id
  where lifecycles.id is null or lifecycles.revision <> tickets.revision
    or not exists (select 1 from feedback_messages where ticket_id = tickets.id)
  union all
  select owner_id::text from pictures where owner_id is not null and id not in (
    select unnest(array[front_picture_id, reverse_picture_id, hand_picture_id]) from kyc_submissions
    union all select qr_picture_id from collection_methods where qr_picture_id is not null
    union all select unnest(picture_ids) from feedback_messages
    union all select unnest(voucher_ids) from fiat_orders
    union all select unnest(picture_ids) from fiat_claims
    union all select picture_id from fiat_messages where picture_id is not null)`;

const STATEMENTS = {
  'fiat order': FIAT_ORDERS,
  'payee of order': WRONG_PAYEES,
  'records of user': RECORDS,
};

/** Wrong rows of all statements, one line each. */
export async function wrongRows(server: Pick<TestServer, 'dataDir'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(STATEMENTS))
    for (const { id } of await queryServer<{ id: string }>(server, statement))
      found.push(`${name} ${id} contradicts itself`);
  return found;
}

/** Differences between records and their logs. @param from the first id that is replayed. */
export async function wrongReplays(
  server: Pick<TestServer, 'dataDir'>,
  specs: readonly LifecycleSpec[],
  from = 0,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const spec of specs)
    for (const fault of (await replayAll(server, spec, from)).faults)
      found.push(`${spec.kind}: ${fault}`);
  return found;
}
