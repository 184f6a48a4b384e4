/** Many withdrawals whose requests were stored and go on with the next start, as after a crash under load. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensure } from '../../../contract/assert.ts';
import { prepareStart } from '../../../server/kit/lifecycle/prepared-steps.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';
import type { HeldTerms } from '../../../server/areas/wallet/held-terms.ts';
import { WithdrawalSeals } from '../../../server/areas/wallet/withdrawal-seals.ts';
import { WITHDRAWAL } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { dataOf } from '../users/accounts.ts';
import { withdraw, type Withdrawer } from './wallet-users.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** `$1` a withdrawal to copy, `$2` keys and seals of the copies, `$3` the first snapshot, `$4` version of the machine. */
const COPY = `
  with fresh as materialized (
    select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id, w.user_id, w.request_id, w.currency_id,
      w.chain, w.address, w.amount, w.fee, w.value, w.terms, w.created_at_ms as at_ms,
      p.recipe, p.entries, ':' || split_part(p.cause_id, ':', 2) as held_terms, e.event,
      copy.key, copy.seal
    from json_to_recordset($2::json) as copy (key text, seal text), withdrawals w
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
    idempotency_key, terms, phase, hold_posting_id, seal, confirmations, revision, created_at_ms, updated_at_ms)
  overriding system value
  select fresh.id, user_id, request_id, currency_id, chain, address, amount, fee, value,
    key, terms, 'requested', posting.id, seal, 0, 1, at_ms, at_ms
  from fresh join posting on posting.cause_id = fresh.id || held_terms`;

interface CopiedRow extends HeldTerms {
  readonly input: Parameters<typeof prepareStart<typeof WITHDRAWAL.machine>>[1];
}

/** Withdraws once over HTTP, and copies that request; the user needs the coins for all of them. */
export async function requestMany(
  server: TestServer,
  person: Withdrawer,
  amount: string,
  count: number,
): Promise<void> {
  const first = dataOf(await withdraw(server, person, { amount }));
  const [row] = await queryServer<CopiedRow>(
    server,
    `select user_id as "userId", currency_id as "currencyId", chain, address, amount, fee, event -> 'input' as input
     from withdrawals w join lifecycle_events e on e.kind = 'withdrawal' and e.id = w.id and e.revision = 1
     where w.id = $1`,
    [first.id],
  );
  const { input, ...terms } = ensure(row, 'first step');
  const { snapshot, machineVersion } = prepareStart(WITHDRAWAL, input);
  const secret = readFileSync(path.join(server.dataDir, 'secret.key'), 'utf8').trim();
  const seals = new WithdrawalSeals(new Seal(secret));
  const { value, autoApproveBelow } = input;
  const copies = Array.from({ length: count - 1 }, (_, index) => {
    const key = `copy-${index} of ${first.id}`;
    return { key, seal: seals.of({ ...terms, value, autoApproveBelow, idempotencyKey: key }) };
  });
  const values = [first.id, JSON.stringify(copies), JSON.stringify(snapshot), machineVersion];
  await queryServer(server, COPY, values);
}

/** The number of withdrawals by phase. */
export async function countPhases(server: TestServer): Promise<Readonly<Record<string, number>>> {
  const rows = await queryServer<{ phase: string; count: number }>(
    server,
    'select phase, count(*)::integer as count from withdrawals group by phase',
  );
  return Object.fromEntries(rows.map(({ phase, count }) => [phase, count]));
}
