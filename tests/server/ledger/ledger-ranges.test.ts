/** Closed ranges: what is changed, removed or forged in the past is named by the next pass, and nothing else is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { findRangeHead, rangeRows } from '../../../server/ledger/ledger-ranges.repo.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import { readGuard, storeGuard } from '../../../server/ledger/ledger-guard.repo.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { keepHouseLedger } from '../../support/ledger/house-ledger.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, BOB, book, grant, keepSmallLedger, USDT } from '../../support/ledger/small-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const NOW = 1_790_000_000_000;
/** Movements of a range. */
const RANGE = 3;
/** Movements of a range of more than a part. */
const MOVEMENTS = 6;
/** Movements of a part of a range: a full range has its movements, two parts of entries, and its sums. */
const PART = 2n;

const open = (address: DatabaseAddress, partMovements = PART) =>
  openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
    partMovements,
  });

/** Closes ranges after passes without faults; a movement needs two. */
async function close(
  database: Database,
  session: VerifierSession,
  now = NOW,
  rangeMovements = RANGE,
  passes = 2,
) {
  for (let pass = 0; pass < passes; pass += 1)
    expect((await session.verifyRecent()).faults).toEqual([]);
  const guard = session.newGuard;
  if (guard !== null) await storeGuard(database, guard, NOW);
  const closing = { database, settled: session.settled, since: NOW, now, rangeMovements };
  return closeRanges(closing);
}

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  await keepHouseLedger(scratch.original);
  const database = openDatabase(scratch.original, createLog('silent'), 2);
  const session = await open(scratch.original);
  await close(database, session);
  // The rest of the general journal is closed when it is an hour old.
  await close(database, session, NOW + HOUR_MS);
  await session.close();
  await database.$client.end();
});
afterAll(() => scratch.stop());

test('the rows of a range are read without a join, whatever the planner believes', async () => {
  await withClient(scratch.original, async (client) => {
    const rows = rangeRows(2, ['1', '32768'], ['1', '9000000000']);
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
      `explain with ${rows} select count(*) from sums`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('CTE Scan on entry');
    expect(text).not.toMatch(/Join|Nested Loop/);
  });
});

const run = (address: DatabaseAddress, statements: string) =>
  withClient(address, (client) => client.query(statements));

async function rangesOf(address: DatabaseAddress) {
  const { rows } = await withClient(address, (client) =>
    client.query<{ id: bigint; journal: number; first: bigint; last: bigint }>(
      'select id, journal, first_number as first, last_number as last from ledger_ranges order by id',
    ),
  );
  return rows.map(({ id, journal, first, last }) => [
    Number(id),
    journal,
    Number(first),
    Number(last),
  ]);
}

describe('a consistent ledger with closed ranges', () => {
  test('has full ranges of each journal, and an hour later the rest', async () => {
    const address = await scratch.copy();
    const ranges = await rangesOf(address);
    expect(ranges.slice(0, 3)).toEqual([
      [1, 2, 1, 3],
      [2, 2, 4, 6],
      [3, 2, 7, 9],
    ]);
    expect(ranges.at(-1)).toEqual([ranges.length, 1, 1, 3]);
  });

  test('has no fault, however it is read', async () => {
    const session = await open(await scratch.copy());
    expect(await session.verifyOpen()).toEqual({ kind: 'full', faults: [], entries: 0 });
    for (let pass = 0; pass < 6; pass += 1)
      expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
    expect(await session.verifyAll()).toEqual({ kind: 'full', faults: [], entries: 0 });
    await session.close();
  });

  test('has no fault when the movements of a range are read in two parts', async () => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    // A part of one movement's entries has at most four movements.
    const session = await open(address, 1n);
    const before = await rangesOf(address);
    for (let times = 0; times < 2; times += 1) await keepHouseLedger(address);
    await close(database, session, NOW + 2 * HOUR_MS, MOVEMENTS);
    const last = (await rangesOf(address)).at(-1);
    expect(last).toEqual([before.length + 1, 2, 10, 9 + MOVEMENTS]);
    for (let pass = 0; pass < (before.length + 1) * (3 + MOVEMENTS); pass += 1)
      expect((await session.verifyRecent()).faults).toEqual([]);
    await session.close();
    await database.$client.end();
  });

  test('has no fault when the last range has a transaction that began before those of the range before', async () => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    const session = await open(address);
    await withClient(address, async (slow) => {
      await slow.query('begin; select pg_current_xact_id()');
      await withClient(address, (quick) => book(quick, JOURNALS.general, 4, grant(ANN, USDT, 1n)));
      expect(await close(database, session, NOW + 2 * HOUR_MS, RANGE, 1)).toBeNull();
      await book(slow, JOURNALS.general, 5, grant(BOB, USDT, 1n));
      await slow.query('commit');
    });
    for (const hours of [4, 5])
      expect(await close(database, session, NOW + hours * HOUR_MS, RANGE, 1)).toMatchObject({
        count: 1,
      });
    expect(await session.verifyAll()).toMatchObject({ faults: [], entries: 0 });
    await session.close();
    await database.$client.end();
  });

  test('has a head that only new movements move', async () => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    const session = await open(address);
    const head = await findRangeHead(database);
    expect(head.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await close(database, session, NOW + 2 * HOUR_MS)).toBeNull();
    await keepHouseLedger(address);
    expect(await close(database, session, NOW + 3 * HOUR_MS)).toMatchObject({
      head: { id: head.id + 1 },
      count: 1,
    });
    expect((await session.verifyAll()).faults).toEqual([]);
    await session.close();
    await database.$client.end();
  });
});

const withoutAll = (table: string, statements: string): string =>
  withoutTriggers(
    table,
    `alter table ${table} drop constraint ${table}_own_transaction;
     ${statements};
     alter table ${table} add constraint ${table}_own_transaction
       check (transaction_id = txid_current()) not valid`,
  );
const ANNS_ENTRY = `owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT} and journal = 2 and number = 4`;

const THEFTS: readonly {
  readonly what: string;
  readonly statements: string;
  readonly rows: readonly RegExp[];
}[] = [
  {
    what: 'an old entry that bears the transaction of its change',
    statements: withoutTriggers(
      'ledger_entries',
      `update ledger_entries set available_delta = available_delta - 1, frozen_delta = frozen_delta + 1,
         transaction_id = txid_current() where ${ANNS_ENTRY}`,
    ),
    rows: [
      /^row_written_late: of_table ledger_entries, journal 2, number 4, owner_id 11/,
      /^log_unprotected: table ledger_entries/,
      /^range_changed: range 2, journal 2/,
    ],
  },
  {
    what: 'an old entry that was changed and keeps its transaction',
    statements: withoutAll(
      'ledger_entries',
      `update ledger_entries set available_delta = available_delta - 1, frozen_delta = frozen_delta + 1 where ${ANNS_ENTRY}`,
    ),
    rows: [
      /^log_unprotected: table ledger_entries/,
      /^range_account_changed: range 2, owner_id 11, account_type 1, currency_id 1/,
    ],
  },
  {
    what: 'an old entry and the balance of a user that were changed together',
    statements: withoutAll(
      'ledger_entries',
      `update ledger_entries set available_delta = available_delta + 5 where ${ANNS_ENTRY};
       update ledger_accounts set available = available + 5
       where owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT}`,
    ),
    rows: [
      /^balance_not_sum_of_entries: owner_id 11/,
      /^movement_not_balanced: journal 2, number 4/,
    ],
  },
  {
    what: 'an old entry that is gone',
    statements: withoutTriggers('ledger_entries', `delete from ledger_entries where ${ANNS_ENTRY}`),
    rows: [
      /^range_changed: range 2, journal 2, numbers 4 to 6, movements 3, found 3, entries 3, found 2$/,
      /^movement_without_entries: journal 2, number 4$/,
    ],
  },
  {
    what: 'an old movement that is gone, entries and all',
    statements: `${withoutTriggers('ledger_entries', 'delete from ledger_entries where journal = 2 and number = 5')};
      ${withoutTriggers('ledger_movements', 'delete from ledger_movements where journal = 2 and number = 5')}`,
    rows: [/^log_unprotected: table ledger_movements/, /^movement_missing: journal 2, number 5$/],
  },
  {
    what: 'times, actors and requests of old movements that were rewritten',
    statements: withoutAll(
      'ledger_movements',
      `update ledger_movements set at_ms = 1, request_id = 'x' where journal = 2 and number < 7`,
    ),
    rows: [/^range_changed: range 1, /, /^range_changed: range 2, /],
  },
  {
    what: 'a forged movement under an old number that was never used',
    statements: `
      insert into ledger_movements values (1, 2, 'seed.grant', 'x', 0, 'r', 0);
      insert into ledger_entries values (${BOB}, 1, ${USDT}, 1, 2, 5, 0), (0, 100, ${USDT}, 1, 2, -5, 0);
      insert into ledger_accounts values (${BOB}, 1, ${USDT}) on conflict do nothing;
      update ledger_accounts set available = available + case owner_id when 0 then -5 else 5 end
      where (owner_id, account_type, currency_id) in ((${BOB}, 1, ${USDT}), (0, 100, ${USDT}))`,
    rows: [
      /^row_written_late: of_table ledger_movements, journal 1, number 2$/,
      /^row_written_late: of_table ledger_entries, journal 1, number 2, owner_id 12/,
    ],
  },
  {
    what: 'an entry that was added to an old movement',
    statements: `insert into ledger_entries values (${BOB}, 2, ${USDT}, 2, 4, 0, 0)`,
    rows: [/^row_written_late: of_table ledger_entries, journal 2, number 4, owner_id 12/],
  },
  {
    what: 'stored sums of a range that were changed with a balance',
    statements: `${withoutAll(
      'ledger_range_sums',
      `update ledger_range_sums set available_total = available_total + 5
       where owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT}`,
    )}; update ledger_accounts set available = available + 5
       where owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT}`,
    rows: [/^log_unprotected: table ledger_range_sums/, /^range_sums_changed: range 2, /],
  },
  {
    what: 'a range whose digest was computed again over changed rows',
    statements: withoutAll(
      'ledger_ranges',
      `update ledger_ranges set digest = repeat('0', 64) where id = 2`,
    ),
    rows: [/^log_unprotected: table ledger_ranges/, /^range_chain_broken: range 2, /],
  },
  {
    what: 'a range that is gone',
    statements: withoutTriggers('ledger_ranges', 'delete from ledger_ranges where id = 2'),
    rows: [/^range_missing: range 2$/, /^range_chain_broken: range 3, /],
  },
  {
    what: 'a trigger that is disabled',
    statements: 'alter table lifecycle_events disable trigger lifecycle_events_append_only',
    rows: [/^log_unprotected: table_name lifecycle_events, .*enabled D$/],
  },
  ...['spot_postings', 'deposits', 'transfers', 'lever_orders'].map((table) => ({
    what: `a change of ${table} while its triggers are off for a moment`,
    statements: withoutTriggers(table, `delete from ${table}`),
    rows: [new RegExp(`^log_unprotected: table ${table}, its triggers`)],
  })),
  {
    what: 'a constraint that is gone',
    statements: 'alter table ledger_entries drop constraint ledger_entries_own_transaction',
    rows: [/^log_unprotected: table_name ledger_entries, trigger_found constraint$/],
  },
];

test.each(THEFTS)(
  '$what is named by the next pass, also after a restart',
  async ({ statements, rows }) => {
    const address = await scratch.copy();
    const [running, database] = [
      await open(address),
      openDatabase(address, createLog('silent'), 2),
    ];
    expect((await running.verifyOpen()).faults).toEqual([]);
    // A copied database is another place, whose guard is stored after all ranges were compared.
    if (running.newGuard !== null) await storeGuard(database, running.newGuard, NOW);
    await run(address, statements);
    const { faults } = await running.verifyRecent();
    for (const row of rows) expect(faults).toContainEqual(expect.stringMatching(row));
    const restarted = await open(address);
    expect((await restarted.verifyOpen()).faults).not.toEqual([]);
    await Promise.all([running.close(), restarted.close(), database.$client.end()]);
  },
);

describe('the guard of the ledger', () => {
  test.each([
    [
      'a false transaction',
      `insert into ledger_entries values (${BOB}, 2, ${USDT}, 2, 4, 0, 0, 3)`,
      /ledger_entries_own_transaction/,
    ],
    [
      'a change by a replica',
      `set session_replication_role = replica; update ledger_entries set available_delta = 0`,
      /append-only/,
    ],
    ['a truncation', 'truncate ledger_movements', /append-only/],
  ])('refuses %s', async (_what, statements, reason) => {
    await expect(run(await scratch.copy(), statements)).rejects.toThrow(reason);
  });

  test('is accepted as an older version stored it, without the tables that it did not guard', async () => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    const { place, marks } = await withClient(address, readGuard);
    const { spot_postings: _, ...older } = marks;
    await storeGuard(database, { place, marks: older }, NOW);
    const session = await open(address);
    expect((await session.verifyOpen()).faults).toEqual([]);
    await run(address, withoutTriggers('ledger_entries', 'select 1'));
    expect((await session.verifyRecent()).faults).toEqual([
      'log_unprotected: table ledger_entries, its triggers or constraints were changed by hand',
    ]);
    await Promise.all([session.close(), database.$client.end()]);
  });

  test('reports that it was touched, and is accepted again once all ranges were compared', async () => {
    const address = await scratch.copy();
    const [session, database] = [
      await open(address),
      openDatabase(address, createLog('silent'), 2),
    ];
    await session.verifyOpen();
    if (session.newGuard !== null) await storeGuard(database, session.newGuard, NOW);
    await run(address, withoutTriggers('ledger_entries', 'select 1'));
    expect((await session.verifyRecent()).faults).toEqual([
      'log_unprotected: table ledger_entries, its triggers or constraints were changed by hand',
    ]);
    expect((await session.verifyOpen()).faults).toEqual([]);
    await Promise.all([session.close(), database.$client.end()]);
  });

  test('that a thief has accepted does not hide a change from the turn of its range', async () => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    await run(
      address,
      withoutAll(
        'ledger_entries',
        `update ledger_entries set transaction_id = 1 where ${ANNS_ENTRY}`,
      ),
    );
    await withClient(address, async (client) => storeGuard(database, await readGuard(client), NOW));
    const session = await open(address);
    // Each pass reads a part, and a full range has four.
    for (let pass = 1; pass < 8; pass += 1)
      expect((await session.verifyRecent()).faults).toEqual([]);
    expect((await session.verifyRecent()).faults).toContainEqual(
      expect.stringMatching(/^range_changed: range 2, /),
    );
    await Promise.all([session.close(), database.$client.end()]);
  });
});
