/** Many withdrawals whose requests were stored and go on with the next start, as after a crash under load. */
import { ensure } from '../../../contract/assert.ts';
import { prepareStart } from '../../../server/kit/lifecycle/prepared-steps.ts';
import { WITHDRAWAL } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { dataOf } from '../users/accounts.ts';
import { withdraw, type Withdrawer } from './wallet-users.ts';
import { queryServer } from '../server-database.ts';
import type { TestServer } from '../test-server.ts';

/** `$1` a withdrawal to copy, `$2` the number of copies, `$3` the first snapshot, `$4` version of the machine. */
const COPY = `
  with fresh as materialized (
    select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id, w.user_id, w.request_id, w.currency_id,
      w.chain, w.address, w.amount, w.fee, w.value, w.terms, w.created_at_ms as at_ms,
      p.recipe, p.entries, ':' || split_part(p.cause_id, ':', 2) as held_terms, e.event
    from generate_series(1, $2::integer), withdrawals w
      join spot_postings p on p.id = w.hold_posting_id
      join lifecycle_events e on e.kind = 'withdrawal' and e.id = w.id and e.revision = 1
    where w.id = $1
  ), record as (
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'withdrawal', id, $4::integer, 1, $3::jsonb, at_ms from fresh
  ), logged as (
    insert into lifecycle_events (kind, id, revision, event, at_ms)
    select 'withdrawal', id, 1, event, at_ms from fresh
  ), posting as (
    insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
    select recipe, id || held_terms, user_id, request_id, entries, at_ms from fresh
    returning id, cause_id
  )
  insert into withdrawals (id, user_id, request_id, currency_id, chain, address, amount, fee, value,
    idempotency_key, terms, phase, hold_posting_id, confirmations, revision, created_at_ms, updated_at_ms)
  overriding system value
  select fresh.id, user_id, request_id, currency_id, chain, address, amount, fee, value,
    'copy-' || fresh.id, terms, 'requested', posting.id, 0, 1, at_ms, at_ms
  from fresh join posting on posting.cause_id = fresh.id || held_terms`;

/** Withdraws once over HTTP, and copies that request; the user needs the coins for all of them. */
export async function requestMany(
  server: TestServer,
  person: Withdrawer,
  amount: string,
  count: number,
): Promise<void> {
  const first = dataOf(await withdraw(server, person, { amount }));
  const rows = await queryServer<{
    input: Parameters<typeof prepareStart<typeof WITHDRAWAL.machine>>[1];
  }>(
    server,
    `select event -> 'input' as input from lifecycle_events where kind = 'withdrawal' and id = $1 and revision = 1`,
    [first.id],
  );
  const { snapshot, machineVersion } = prepareStart(
    WITHDRAWAL,
    ensure(rows[0], 'first step').input,
  );
  await queryServer(server, COPY, [first.id, count - 1, JSON.stringify(snapshot), machineVersion]);
}

/** The number of withdrawals by phase. */
export async function countPhases(server: TestServer): Promise<Readonly<Record<string, number>>> {
  const rows = await queryServer<{ phase: string; count: number }>(
    server,
    'select phase, count(*)::integer as count from withdrawals group by phase',
  );
  return Object.fromEntries(rows.map(({ phase, count }) => [phase, count]));
}
