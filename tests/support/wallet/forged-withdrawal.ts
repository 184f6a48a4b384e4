/** A whole withdrawal of a victim, forged by statements of the server's role from one of the thief's own. */
import type { Client } from 'pg';
import { ensure } from '../../../contract/assert.ts';

/** `$1` email of the victim, `$2` address of the thief, `$3` the thief's own withdrawal. */
const FORGE = (seal: string) => `
  with fresh as materialized (
    select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id, victim.id as victim_id, $2::text as target,
      own.currency_id, own.chain, own.amount, own.fee, own.value, own.terms, own.request_id, own.seal,
      own.created_at_ms as at_ms
    from withdrawals own, users victim where own.id = $3::bigint and victim.email = $1::text
  ), digested as (
    select fresh.*, id || ':' || rtrim(translate(encode(sha256(convert_to(
      json_build_array(victim_id, currency_id, chain, target, amount::text, fee::text)::text, 'UTF8'
    )), 'base64'), '+/', '-_'), '=') as cause
    from fresh
  ), terms as (
    select event -> 'input' || jsonb_build_object(
      'ownerId', victim_id, 'autoApproveBelow', '1000000000000000000000000000000') as input
    from lifecycle_events, fresh where kind = 'withdrawal' and lifecycle_events.id = $3::bigint and revision = 1
  ), record as (
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'withdrawal', fresh.id, machine_version, 1, jsonb_build_object(
        'value', 'requested', 'context', snapshot -> 'context' || input || '{"revision": 1, "transactionHash": null, "confirmations": 0}'),
      at_ms
    from fresh, terms, lifecycles own where own.kind = 'withdrawal' and own.id = $3::bigint
  ), logged as (
    insert into lifecycle_events (kind, id, revision, event, at_ms)
    select 'withdrawal', fresh.id, 1, jsonb_build_object('type', 'lifecycle.started', 'input', input), at_ms
    from fresh, terms
  ), posting as (
    insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
    select 'withdrawal.held', cause, victim_id, request_id, jsonb_build_array(jsonb_build_object(
        'owner_id', victim_id, 'account_type', 1, 'currency_id', currency_id,
        'available', '-' || amount, 'frozen', amount::text)), at_ms
    from digested returning id
  )
  insert into withdrawals (id, user_id, request_id, currency_id, chain, address, amount, fee, value, idempotency_key,
    terms, phase, hold_posting_id, seal, confirmations, revision, created_at_ms, updated_at_ms)
  overriding system value
  select fresh.id, victim_id, request_id, currency_id, chain, target, amount, fee, value, 'forged-' || fresh.id,
    terms, 'requested', posting.id, ${seal}, 0, 1, at_ms, at_ms
  from fresh, posting returning id`;

interface Forgery {
  /** Email of the user who would pay. */
  readonly victim: string;
  /** Address that would be paid. */
  readonly address: string;
  /** The genuine withdrawal of the thief that is copied. */
  readonly own: string;
  /** The expression of the column `seal`. */
  readonly seal: string;
}

/** Inserts all rows of a requested withdrawal. @returns its number. */
export async function forgeWithdrawal(
  attacker: Client,
  { victim, address, own, seal }: Forgery,
): Promise<string> {
  const { rows } = await attacker.query<{ id: bigint }>(FORGE(seal), [victim, address, own]);
  return String(ensure(rows[0], 'a forged withdrawal').id);
}
