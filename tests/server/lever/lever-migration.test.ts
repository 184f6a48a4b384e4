/** Migrations of contracts: transfers that are on their way become postings, and older marks and terms get their facts. */
import type { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { connect } from '../../../server/kit/db/connect.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import {
  transferIntoDealing,
  transferTowardsDealing,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { storedEntry } from '../../../server/ledger/writer/postings.repo.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { olderMigrations } from '../../support/databases/older-migrations.ts';
import { ANN, book, keepSmallLedger, USDT } from '../../support/ledger/small-ledger.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const SPOT = 1;
const CONTRACT = 2;
const LAST_SPOT = 6;

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

const funds = (id: number) => ({
  causeId: String(id),
  ownerId: ANN,
  actorId: ANN,
  requestId: 'r',
  currencyId: USDT,
  amount: units(BigInt(id) * 10n),
});

/** A transfer of Ann to her contract account, whose first leg is booked or refused. */
async function leave(client: Client, id: number, end: 'booked' | 'refused'): Promise<void> {
  const movement = transferTowardsDealing(funds(id), SPOT);
  const number = LAST_SPOT + id;
  if (end === 'booked') await book(client, JOURNALS.spot, number, movement);
  await client.query(
    `insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, number,
       refused_at_ms)
     overriding system value values ($1, $2, $3, ${ANN}, 'r', $4, 7, $5, $6)`,
    [
      id,
      movement.recipe,
      movement.causeId,
      JSON.stringify(movement.entries.map(storedEntry)),
      ...(end === 'booked' ? [number, null] : [null, 8]),
    ],
  );
  await client.query(
    `insert into transfers (id, from_account_type, to_account_type, amount, posting_id, has_arrival, user_id,
       currency_id, idempotency_key, created_at_ms)
     overriding system value
     values ($1::bigint, ${SPOT}, ${CONTRACT}, $2, $1::bigint, true, ${ANN}, ${USDT}, 'key-' || $1::bigint, 7)`,
    [id, id * 10],
  );
}

test('a transfer on its way gets a posting, one that has arrived or was refused gets none', async () => {
  const postgres = await launchPostgres({ dataDir: folders.make(), log: createLog('silent') });
  const { address } = postgres;
  await migrateDatabase(address, { folder: olderMigrations(folders.make(), '0040_lever') });
  const client = await connect(address, 'test');
  await keepSmallLedger(client);
  await client.query('alter table transfers drop constraint transfers_user_id_users_id_fk');
  await leave(client, 1, 'booked');
  await leave(client, 2, 'booked');
  await leave(client, 3, 'refused');
  await book(client, JOURNALS.general, 5, transferIntoDealing(funds(1), CONTRACT));
  await client.query('update transfers set movement_number = 5 where id = 1');

  await migrateDatabase(address);
  const { rows: transfers } = await client.query(
    'select id, has_arrival, dealing_posting_id from transfers order by id',
  );
  expect(transfers).toEqual([
    { id: 1n, has_arrival: true, dealing_posting_id: null },
    { id: 2n, has_arrival: false, dealing_posting_id: 1n },
    { id: 3n, has_arrival: false, dealing_posting_id: null },
  ]);
  const { rows: postings } = await client.query('select * from dealing_postings');
  expect(postings).toMatchObject([
    { recipe: 'transfer.into_dealing', cause_id: '2', actor_id: ANN, waits_for: 2n, number: null },
  ]);
  expect(postings[0]?.entries).toEqual(
    expect.arrayContaining(transferIntoDealing(funds(2), CONTRACT).entries.map(storedEntry)),
  );
  expect((await verifyWholeLedger(address, 'test', 'any')).faults).toEqual([]);
  await client.end();
  await postgres.stop();
});

test('older marks get the terms of their time, and the last terms the state of their market', async () => {
  const postgres = await launchPostgres({ dataDir: folders.make(), log: createLog('silent') });
  const { address } = postgres;
  await migrateDatabase(address, { folder: olderMigrations(folders.make(), '0044_lever_facts') });
  const client = await connect(address, 'test');
  await client.query(
    `insert into lever_markets (id, spot_market_id, settle_currency_id, price_scale, lot_size, tick_lot_units,
         calendar, lots_min, lots_max, multiples, spread_ppm, fee_ppm, night_ppm, net_limit, gross_limit,
         owner_limit, status, revision, ends_at_ms)
       values (1, 1, 1, 2, '0.001', 1, 'coin', 1, 9, '{1}', 300, 500, 1, 9, 9, 9, 'close_only', 2, 77);
       insert into lever_terms (market_id, revision, lots_min, lots_max, multiples, spread_ppm, fee_ppm,
         night_ppm, net_limit, gross_limit, owner_limit, at_ms)
       values (1, 1, 1, 9, '{1}', 200, 500, 1, 9, 9, 9, 10), (1, 2, 1, 9, '{1}', 300, 500, 1, 9, 9, 9, 20);
       insert into mark_ticks (market_id, seq, at_ms, ticks, is_agreed, is_close_only, sources)
       values (1, 1, 5, 7, true, false, '[]'), (1, 2, 10, 7, true, false, '[]'),
         (1, 3, 19, 7, true, false, '[]'), (1, 4, 20, 7, true, false, '[]');
       insert into lever_orders (id, owner_id, market_id, kind, direction, lots, multiple, spread_ppm, fee_ppm,
         night_ppm, tick_lot_units, calendar, placed_at_ms, state, reserve, open_ticks, open_mark_seq,
         opened_at_ms, notional, margin, fee, night_fee, close_reason, close_ticks, close_mark_seq,
         closed_at_ms, profit, nights, settled_available, settled_debt, insured, waived, revision,
         request_id, updated_at_ms, seen_equity, seen_margin)
       values (1, 1, 1, 'market', 'long', 1, 1, 200, 500, 1, 1, 'coin', 1, 'closed', 0, 7, 1, 1, 7, 7, 1, 1,
         'deleveraged', 8, 2, 2, 1, 0, 8, 0, 0, 0, 4, 'r', 2, null, null),
         (2, 2, 1, 'market', 'long', 1, 1, 200, 500, 1, 1, 'coin', 1, 'closed', 0, 7, 1, 1, 7, 7, 1, 1,
         'stop_out', 8, 2, 2, 1, 0, 8, 0, 0, 0, 4, 'r', 2, 1, 14),
         (3, 2, 1, 'market', 'long', 1, 1, 200, 500, 1, 1, 'coin', 1, 'in_trading', 0, 7, 1, 1, 7, 7, 1, 1,
         null, null, null, null, null, null, null, null, null, null, 4, 'r', 2, null, null);
       insert into ledger_movements values (3, 6, 'lever.closed', '2', 2, 'r', 2)`,
  );

  await migrateDatabase(address);

  const rowsOf = async (text: string) => (await client.query<object>(text)).rows;
  const marks = 'select taken_at_ms::int, agreed_within_ppm from mark_ticks order by seq';
  expect(await rowsOf(marks)).toEqual([
    { taken_at_ms: 5, agreed_within_ppm: 700 },
    { taken_at_ms: 10, agreed_within_ppm: 700 },
    { taken_at_ms: 19, agreed_within_ppm: 700 },
    { taken_at_ms: 20, agreed_within_ppm: 800 },
  ]);
  expect(await rowsOf('select status, ends_at_ms::int from lever_terms order by revision')).toEqual(
    [
      { status: 'trading', ends_at_ms: null },
      { status: 'close_only', ends_at_ms: 77 },
    ],
  );
  expect(
    await rowsOf(
      'select seen_cover::text, seen_movement::int, seen_marks from lever_orders order by id',
    ),
  ).toEqual([
    { seen_cover: '0', seen_movement: null, seen_marks: null },
    { seen_cover: null, seen_movement: 5, seen_marks: [{ marketId: 1, seq: null }] },
    { seen_cover: null, seen_movement: null, seen_marks: null },
  ]);
  await expect(rowsOf('update mark_ticks set ticks = 8')).rejects.toThrow('append-only');
  await expect(rowsOf('update lever_orders set profit = 2 where id = 1')).rejects.toThrow(
    'has ended',
  );
  await client.end();
  await postgres.stop();
});
