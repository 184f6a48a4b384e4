/**
 * The end of an offering in real PostgreSQL: two servers at once, one of which loses its connections, and payments
 * without an answer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ieoListDiffers } from '../../../server/areas/ieo/ieo-rules.repo.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import { roundsOn, seedOffering } from '../../support/ieo/stored-offering.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

const SUBSCRIPTIONS = 300;
/** Enough for an offering that is larger than the cap for a user. */
const FEW = 60;

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

const standing = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    const { rows } = await client.query<Record<string, string>>(`
      select phase, (select count(*) from ieo_subscriptions where phase = 'settled')::text as settled,
        (select count(*) from ledger_movements where recipe = 'ieo.settled')::text as movements,
        (select count(*) from spot_postings)::text as postings,
        (select count(*) from ieo_publications)::text as lists,
        (allocated = offered)::text as is_sold_out,
        (select coalesce(sum(frozen), 0) from ledger_accounts where account_type in (5, 131))::text as on_hold,
        (select sum(available) from ledger_accounts where account_type = 102 and currency_id = 2)::text
          = (offered * step_size)::text as are_tokens_given,
        (select coalesce(sum(available_delta + frozen_delta), 0) from ledger_entries)::text as sum
      from ieo_offerings`);
    return rows[0];
  });

test('two servers settle each subscription once, also when one of them loses its database', async () => {
  const address = await scratch.copy();
  await withClient(address, (client) => seedOffering(client, SUBSCRIPTIONS));
  const databases = [1, 2].map(() => openDatabase(address, createLog('silent')));
  const rounds = databases.map((database) => roundsOn(database));
  for (const each of rounds) each.start();
  await eventually(async () =>
    expect(Number((await standing(address))?.['settled'])).toBeGreaterThan(0),
  );
  // Every session of both servers ends in the middle of its statement.
  await withClient(address, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  );
  await eventually(async () =>
    expect(await standing(address)).toEqual({
      phase: 'ended',
      settled: String(SUBSCRIPTIONS),
      movements: String(SUBSCRIPTIONS),
      postings: String(SUBSCRIPTIONS),
      lists: '2',
      is_sold_out: 'true',
      on_hold: '0',
      are_tokens_given: true,
      sum: '0',
    }),
  );
  for (const each of rounds) await each.stop();
  for (const database of databases) await database.$client.end();
});

/** The first subscription has a payment for one more step, without an answer. */
const OPEN_PAYMENT = `
  insert into ieo_payments (subscription_id, offering_id, user_id, steps_before, steps_after, amount, phase,
    idempotency_key, request_id, at_ms)
  select id, offering_id, user_id, steps, steps + 1, paid / steps, 'requested', 'key', 'r', 0
  from ieo_subscriptions order by id limit 1`;

test('a list is not published before the last payment has its answer', async () => {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'));
  await withClient(address, async (client) => {
    await seedOffering(client, FEW);
    await client.query(OPEN_PAYMENT);
    let recovered = 0;
    const rounds = roundsOn(database, async () => void (recovered += 1));
    rounds.start();
    // The rounds before the last one have ended.
    await eventually(() => expect(recovered).toBeGreaterThan(2));
    expect(await standing(address)).toMatchObject({ phase: 'allocating', lists: '0' });
    await client.query("update ieo_payments set phase = 'refused'");
    await eventually(async () =>
      expect(await standing(address)).toMatchObject({
        phase: 'ended',
        lists: '2',
        settled: String(FEW),
      }),
    );
    await rounds.stop();
  });
  await database.$client.end();
});

test('a canceled offering refunds the last payments with the others', async () => {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'));
  await withClient(address, async (client) => {
    await seedOffering(client, FEW);
    await client.query(OPEN_PAYMENT);
    await client.query(`
      update ieo_offerings set phase = 'cancelled';
      update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"cancelled"') where kind = 'ieo-offering'`);
    // The answer comes in the first round.
    const rounds = roundsOn(database, () =>
      withClient(address, async (answering) => {
        await answering.query(`
          with held as (
            update ieo_payments set phase = 'held' where phase = 'requested' returning *
          ), raised as (
            update ieo_subscriptions own set steps = steps_after, paid = paid + amount
            from held where own.id = subscription_id
          )
          update ledger_accounts set frozen = frozen + amount from held
          where owner_id = user_id and account_type = 5`);
      }),
    );
    rounds.start();
    await eventually(async () => {
      const { rows } = await client.query(
        `select count(*)::integer as refunded, sum(paid)::text = (
           select sum(available)::text from ledger_accounts where account_type = 102) as is_all_back,
           (select string_agg(phase, '') from ieo_payments) as payment
         from ieo_subscriptions where phase = 'refunded'`,
      );
      expect(rows).toEqual([{ refunded: FEW, is_all_back: true, payment: 'held' }]);
    });
    await rounds.stop();
  });
  await database.$client.end();
});

test('nothing is allocated and nothing is distributed while the ledger has a fault, everything after it', async () => {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'));
  await withClient(address, (client) => seedOffering(client, FEW));
  /** How many reads find the ledger consistent before its fault. */
  let consistentTimes = 0;
  let begun = 0;
  const rounds = roundsOn(
    database,
    async () => void (begun += 1),
    () => (consistentTimes -= 1) >= 0,
  );
  /** Two rounds begin, the first of which has ended. */
  const waitForRound = async () => {
    const before = begun;
    await eventually(() => expect(begun).toBeGreaterThan(before + 1));
  };
  rounds.start();
  await waitForRound();
  expect(await standing(address)).toMatchObject({ phase: 'allocating', lists: '0' });
  // An earlier server has allocated before the fault.
  await withClient(address, async (client) => {
    await client.query(`
      update ieo_subscriptions set allocated = 1;
      update ieo_offerings set phase = 'distributing', allocated = (select count(*) from ieo_subscriptions)`);
    await client.query(`
      update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"distributing"') where kind = 'ieo-offering'`);
  });
  await waitForRound();
  expect(await standing(address)).toMatchObject({ phase: 'distributing', settled: '0' });
  // A fault in the middle of the distribution.
  consistentTimes = FEW / 2;
  await waitForRound();
  const settled = Number((await standing(address))?.['settled']);
  expect(settled).toBeGreaterThan(0);
  expect(settled).toBeLessThanOrEqual(FEW / 2);
  consistentTimes = Number.POSITIVE_INFINITY;
  await eventually(async () =>
    expect(await standing(address)).toMatchObject({ phase: 'ended', settled: String(FEW) }),
  );
  await rounds.stop();
  await database.$client.end();
});

test('the check of published lists reads no subscription before there is a list', async () => {
  const address = await scratch.copy();
  const lines = await withClient(address, async (client) => {
    await seedOffering(client, FEW);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off) ${ieoListDiffers('(select id from ieo_offerings)')}`,
    );
    return rows.map((row) => row['QUERY PLAN']);
  });
  const reads = lines.filter((line) => line.includes(' on ieo_subscriptions'));
  expect(reads).toEqual([expect.stringContaining('(never executed)')]);
});
