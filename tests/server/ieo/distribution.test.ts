/** The end of an offering in real PostgreSQL: two servers at once, one of which loses its connections. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import { roundsOn, seedOffering } from '../../support/ieo/stored-offering.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/scratch-database.ts';

const SUBSCRIPTIONS = 300;

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
