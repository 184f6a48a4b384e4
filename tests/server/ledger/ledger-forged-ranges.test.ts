/** Ranges and sums that a thief adds to the closed ones: a new session names them, long before their turn. */
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { readGuard, storeGuard } from '../../../server/ledger/ledger-guard.repo.ts';
import { chainHash, closeRange, sumsDigest } from '../../../server/ledger/ledger-ranges.repo.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { PastOptions } from '../../../server/ledger/verify-past.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { keepHouseLedger } from '../../support/ledger/house-ledger.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, BOB, keepSmallLedger, USDT } from '../../support/ledger/small-ledger.ts';

const NOW = 1_790_000_000_000;
/** Ranges of the spot journal, which the server has closed; the general journal is open. */
const KNOWN = 3;
const FORGED = KNOWN + 1;

/** Columns of a row, as text. */
type Row = Record<string, string>;

interface Forged {
  readonly range: Row;
  readonly sums: readonly Row[];
}

let scratch: ScratchDatabase;
/** The next range as the server would close it. */
let truth: Forged;
/** The last sums of Bob's dollars, which no movement of the general journal changes. */
let bobs: Row;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  await keepHouseLedger(scratch.original);
  const database = openDatabase(scratch.original, createLog('silent'), 2);
  const session = await open(scratch.original);
  for (let pass = 0; pass < 2; pass += 1) expect((await session.verifyRecent()).faults).toEqual([]);
  const { settled } = session;
  const closing = { database, settled, since: NOW, now: NOW, rangeMovements: 3 };
  expect(await closeRanges(closing)).toMatchObject({ count: KNOWN });
  await session.close();
  await database.$client.end();
  truth = await closedBy({ journal: JOURNALS.general, firstNumber: 1n, lastNumber: 3n });
  [bobs] = (await withClient(scratch.original, (client) =>
    rowsOf(
      client,
      `ledger_range_sums where (owner_id, account_type, currency_id) = (${BOB}, 1, ${USDT}) order by range_id desc limit 1`,
    ),
  )) as [Row];
});
afterAll(() => scratch.stop());

const open = (address: DatabaseAddress, past: PastOptions = {}) =>
  openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
    ...past,
  });

/** A copy whose guard is accepted, so that nothing but the forged rows is out of order. */
async function copy(): Promise<DatabaseAddress> {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'), 2);
  await withClient(address, async (client) => storeGuard(database, await readGuard(client), NOW));
  await database.$client.end();
  return address;
}

/** Rows without the transaction that wrote them. */
async function rowsOf(client: Client, from: string): Promise<Row[]> {
  const { rows } = await client.query<{ row: Row }>(
    `select (select jsonb_object_agg(key, value #>> '{}') from jsonb_each(to_jsonb(found))
       where key <> 'transaction_id') as row
     from (select * from ${from}) found`,
  );
  return rows.map(({ row }) => row);
}

/** Returns the range that the server would close, from a copy of the ledger. */
async function closedBy(bounds: Parameters<typeof closeRange>[1]): Promise<Forged> {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'), 2);
  await closeRange(database, bounds, NOW);
  await database.$client.end();
  return withClient(address, async (client) => ({
    range: ensure((await rowsOf(client, `ledger_ranges where id = ${FORGED}`))[0], 'the range'),
    sums: await rowsOf(client, `ledger_range_sums where range_id = ${FORGED}`),
  }));
}

const columnsOf = (row: Row): string => Object.keys(row).join(', ');

async function insertSums(client: Client, sums: readonly Row[]): Promise<void> {
  const columns = columnsOf(ensure(sums[0], 'a sum'));
  await client.query(
    `insert into ledger_range_sums (${columns})
     select ${columns} from jsonb_populate_recordset(null::ledger_range_sums, $1::jsonb)`,
    [JSON.stringify(sums)],
  );
}

/** Adds a range in one transaction, with the digest of its sums and its hash. */
async function insertRange(client: Client, { range, sums }: Forged): Promise<void> {
  await client.query('begin');
  await insertSums(client, sums);
  const own = `(select * from ledger_range_sums where range_id = ${FORGED}) own`;
  const { rows } = await client.query<{ digest: string }>(`select ${sumsDigest(own)} as digest`);
  const signed = { ...range, sums_digest: ensure(rows[0], 'the digest').digest };
  const columns = columnsOf(signed);
  await client.query(
    `insert into ledger_ranges (${columns})
     select ${columns.replace(/\bhash\b/, `${chainHash('forged')} as hash`)}
     from jsonb_populate_record(null::ledger_ranges, $1::jsonb) forged`,
    [JSON.stringify(signed)],
  );
  await client.query('commit');
}

const plus = (text: string | undefined, change: bigint): string =>
  String(BigInt(ensure(text, 'a number')) + change);
const isAnns = ({ owner_id: owner, currency_id: currency }: Row): boolean =>
  Number(owner) === ANN && Number(currency) === USDT;
/** Changes columns of Ann's sums. */
const changed = (columns: readonly string[], change: bigint): Row[] =>
  truth.sums.map((row) =>
    isAnns(row)
      ? { ...row, ...Object.fromEntries(columns.map((name) => [name, plus(row[name], change)])) }
      : row,
  );
/** Sums of Bob's dollars in the forged range. */
const bobsSums = (available: bigint, total: bigint): Row => ({
  ...bobs,
  range_id: String(FORGED),
  available: String(available),
  frozen: '0',
  available_total: plus(bobs['available_total'], total),
});
/** Moves 5 units from Ann's balance to Bob's, as the forged sums have it. */
const MOVED = `
  update ledger_accounts set available = available + case owner_id when ${ANN} then -5 else 5 end
  where owner_id in (${ANN}, ${BOB}) and account_type = 1 and currency_id = ${USDT}`;

const PLANTS: readonly {
  readonly what: string;
  readonly plant: (client: Client) => Promise<unknown>;
  readonly rows: readonly RegExp[];
}[] = [
  {
    what: 'a range with false sums and the balances of two users',
    plant: async (client) => {
      const sums = [...changed(['available', 'available_total'], -5n), bobsSums(5n, 5n)];
      await insertRange(client, { ...truth, sums });
      await client.query(MOVED);
    },
    rows: [
      /^range_sums_not_of_entries: range 4, journal 1/,
      /^range_account_changed: range 4, owner_id 11, account_type 1, currency_id 1/,
      /^range_account_changed: range 4, owner_id 12, account_type 1, currency_id 1/,
    ],
  },
  {
    what: 'a range with false running totals and the balances of two users',
    plant: async (client) => {
      await insertRange(client, {
        ...truth,
        sums: [...changed(['available_total'], -5n), bobsSums(0n, 5n)],
      });
      await client.query(MOVED);
    },
    rows: [
      /^range_total_changed: range 4, owner_id 11, account_type 1, currency_id 1/,
      /^range_total_changed: range 4, owner_id 12, account_type 1, currency_id 1/,
    ],
  },
  {
    what: 'a range that has booked more trades of the exchange with itself',
    plant: (client) => insertRange(client, { ...truth, sums: changed(['house_posted_total'], 5n) }),
    rows: [/^range_sums_not_of_entries: range 4, journal 1/],
  },
  {
    what: 'a range that names too few transactions',
    plant: (client) =>
      insertRange(client, {
        ...truth,
        range: {
          ...truth.range,
          last_transaction: ensure(truth.range['first_transaction'], 'it'),
          first_transaction: '0',
        },
      }),
    rows: [/^range_bounds_changed: range 4, journal 1/],
  },
  {
    what: 'a range that leaves movements out',
    plant: async (client) =>
      insertRange(
        client,
        await closedBy({ journal: JOURNALS.general, firstNumber: 3n, lastNumber: 3n }),
      ),
    rows: [/^range_bounds_changed: range 4, journal 1, numbers 3 to 3/],
  },
  {
    what: 'sums that are added to an old range, and the balance of a user',
    plant: async (client) => {
      const first = { ...bobs, account_type: '2', range_id: '1', available_total: '5' };
      await insertSums(client, [first]);
      await client.query(`insert into ledger_accounts values (${BOB}, 2, ${USDT}, 5, 0)`);
    },
    rows: [/^range_sum_added: range 1, owner_id 12, account_type 2, currency_id 1/],
  },
  {
    what: 'sums of a range that does not exist, and the balances of two users',
    plant: async (client) => {
      await insertSums(client, [{ ...bobsSums(5n, 5n), range_id: '99' }]);
      await client.query(MOVED);
    },
    rows: [/^range_sum_added: range 99, owner_id 12, account_type 1, currency_id 1/],
  },
];

describe.each(PLANTS)('$what', ({ plant, rows }) => {
  test.each([
    ['a new session', KNOWN],
    ['a new process', 0],
  ])('is named by the first pass of %s', async (_who, knownRange) => {
    const address = await copy();
    await withClient(address, plant);
    const session = await open(address, { knownRange });
    const { faults } = await session.verifyOpen();
    for (const row of rows) expect(faults).toContainEqual(expect.stringMatching(row));
    await session.close();
  });
});

test('false sums are named by the next pass of a running session, and by the turn of their range', async () => {
  const address = await copy();
  const [running, other] = [await open(address, { knownRange: KNOWN }), await open(address)];
  for (const session of [running, other]) expect((await session.verifyOpen()).faults).toEqual([]);
  const sums = [...changed(['available', 'available_total'], -5n), bobsSums(5n, 5n)];
  await withClient(address, (client) => insertRange(client, { ...truth, sums }));
  const named = expect.stringMatching(/^range_sums_not_of_entries: range 4, /) as string;
  expect((await running.verifyRecent()).faults).toContainEqual(named);
  // The first pass has read range 1.
  for (let range = 2; range < FORGED; range += 1)
    expect((await other.verifyRecent()).faults).toEqual([]);
  expect((await other.verifyRecent()).faults).toContainEqual(named);
  await Promise.all([running.close(), other.close()]);
});

test('a session that begins after a fault compares all ranges at once', async () => {
  const address = await copy();
  const sums = [...changed(['available', 'available_total'], -5n), bobsSums(5n, 5n)];
  await withClient(address, (client) => insertRange(client, { ...truth, sums }));
  const session = await open(address, { isAfterFault: true });
  expect(session.hasLookedEverywhere).toBe(false);
  expect((await session.verifyOpen()).faults).toContainEqual(
    expect.stringMatching(/^range_sums_not_of_entries: range 4, /),
  );
  expect(session.hasLookedEverywhere).toBe(true);
  await session.close();
});

test('a range with true sums is no fault, and known once it was compared or closed here', async () => {
  const address = await copy();
  const session = await open(address, { knownRange: KNOWN });
  expect((await session.verifyOpen()).faults).toEqual([]);
  expect(session.knownRange).toBe(KNOWN);
  await withClient(address, (client) => insertRange(client, truth));
  // The caller has not closed the one before.
  session.noteClosed(FORGED + 1, 1);
  expect(session.knownRange).toBe(KNOWN);
  expect((await session.verifyRecent()).faults).toEqual([]);
  expect(session.knownRange).toBe(FORGED);
  session.noteClosed(FORGED + 2, 2);
  expect(session.knownRange).toBe(FORGED + 2);
  await session.close();
});
