/** An offering at its end with many committed subscriptions, stored without a server, and the rounds that work on it. */
import type pg from 'pg';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { IeoWire } from '../../../server/areas/ieo/ieo-wire.ts';
import { OfferingRounds } from '../../../server/areas/ieo/offering-rounds.ts';
import { createOfferingSteps } from '../../../server/areas/ieo/offering-steps.ts';
import { createSubscriptionSteps } from '../../../server/areas/ieo/subscription-steps.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { spotPostings } from '../../../server/kit/db/schema/wallet.ts';
import { insertPosting } from '../../../server/ledger/writer/postings.repo.ts';
import type { Postings } from '../../../server/ledger/writer/postings.types.ts';
import { ok } from '../../../contract/result.ts';
import { silentJobs } from '../silent-jobs.ts';

const TIME: EpochMs = Date.parse('2026-11-21T00:00Z');
const STEP_SIZE = 100;
const STEP_PRICE = 37;

/** User n asks for 1 + n % 997 steps; a third of all steps is offered. */
export async function seedOffering(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
    select 's' || n, 's' || n || '@example.org', '', 'S' || n, 'en-US', 0 from generate_series(1, ${count}) n`);
  await client.query(`
    insert into ieo_offerings (token_currency_id, pay_currency_id, issue_price, step_size, step_price, offered, cap,
      steps_min, steps_max, preheat_at_ms, opens_at_ms, closes_at_ms, phase, subscribed, subscribers, revision,
      created_at_ms, updated_at_ms)
    select 2, 1, 1, ${STEP_SIZE}, ${STEP_PRICE}, sum(1 + n % 997) / 3, 300, 1, 1000, 0, 0, ${TIME}, 'allocating',
      sum(1 + n % 997), ${count}, 1, 0, 0
    from generate_series(1, ${count}) n`);
  await client.query(`
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'ieo-offering', id, 1, 1, '{"value":"allocating","context":{"schedule":null}}', 0 from ieo_offerings`);
  await client.query(`
    insert into ieo_subscriptions (offering_id, user_id, phase, steps, paid, entry, salt, revision, created_at_ms,
      updated_at_ms)
    select offering.id, users.id, 'committed', steps, steps * ${STEP_PRICE},
      encode(sha256(convert_to('e' || users.id, 'UTF8')), 'hex'), '', 1, 0, 0
    from ieo_offerings offering, users, lateral (select 1 + substr(uid, 2)::integer % 997 as steps) asked
    order by users.id`);
  await client.query(`
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'ieo-subscription', id, 1, 1, jsonb_build_object('value', 'committed',
      'context', jsonb_build_object('ownerId', user_id, 'steps', steps, 'refusal', null)), 0
    from ieo_subscriptions`);
  await client.query(`
    insert into ledger_accounts (owner_id, account_type, currency_id, available, frozen)
    select user_id, 5, 1, 0, paid from ieo_subscriptions
    union all select 0, 131, 2, 0, offered * step_size from ieo_offerings`);
  await client.query('analyze');
}

/** The postings are stored for the spot writer, which does not run here. */
const storedPostings: Postings = {
  isOpen: true,
  intend: (tx, movement, now) => insertPosting(tx, spotPostings, movement, now),
  post: async () => ok(null),
  postOrRefuse: async () => ok(null),
  recover: async () => {},
};

const CURRENCIES = {
  byId: (id: number) => ({ id, code: `C${id}`, name: `C${id}`, scale: 18 }),
};

/**
 * Returns the rounds of one server; they wait for `start`.
 * @param recover asks for open payments.
 * @param isConsistent whether the ledger is consistent.
 */
export function roundsOn(
  database: Database,
  recover = async () => {},
  isConsistent = () => true,
): OfferingRounds {
  const clock: Clock = { now: () => TIME };
  const wire = new IeoWire(CURRENCIES);
  const updates = { publish: () => {} };
  return new OfferingRounds({
    database,
    clock,
    jobs: silentJobs(),
    health: { isConsistent },
    subscribing: { recover },
    offeringSteps: createOfferingSteps({ database, updates, wire }),
    subscriptionSteps: createSubscriptionSteps({ postings: storedPostings, updates, wire }),
  });
}
