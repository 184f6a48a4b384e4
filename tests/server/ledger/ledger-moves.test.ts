/**
 * A ledger that is restored into another cluster, which counts its own transactions: it has no fault by that, and
 * what is forged before or after the move is named.
 */
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { storeGuard } from '../../../server/ledger/ledger-guard.repo.ts';
import { guardMigration } from '../../../server/ledger/migration-guard.repo.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { findSlices } from '../../../server/ledger/verify-slices.repo.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { backUp, restore, spendTransactions } from '../../support/databases/restored-database.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import {
  ANN,
  BOB,
  book,
  ENTRIES,
  keepSmallLedger,
  USDT,
} from '../../support/ledger/small-ledger.ts';

const NOW = 1_790_000_000_000;
/** Movements of a range. */
const RANGE = 3;
/** Far more transactions than the other cluster has at the end of this file. */
const SPENT = 5_000;
/** Entries of one movement in each journal. */
const GROWTH = 6;

/** The first cluster, and the one into which backups are restored. */
let [here, there]: readonly [ScratchDatabase, ScratchDatabase] = [undefined!, undefined!];
beforeAll(async () => {
  [here, there] = await Promise.all([startScratchDatabase(), startScratchDatabase()]);
  await withClient(here.original, async (client) => {
    await spendTransactions(client, SPENT);
    await keepSmallLedger(client);
  });
  for (let times = 0; times < 3; times += 1) await grow(here.original);
  // All of it is closed, and then two movements of each journal are open.
  await close(here.original);
  await close(here.original, NOW + HOUR_MS);
  for (let times = 0; times < 2; times += 1) await grow(here.original);
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

/** Books a grant in each journal. */
const grow = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    for (const journal of Object.values(JOURNALS)) {
      const { rows } = await client.query<{ next: bigint }>(
        `select coalesce(max(number), 0) + 1 as next from ledger_movements where journal = ${journal}`,
      );
      const next = Number(rows[0]?.next);
      const amounts = [{ currencyId: USDT, amount: units(5n) }];
      const grant = seedGrant({ causeId: String(next), requestId: 'r', ownerId: ANN, amounts });
      await book(client, journal, next, grant);
      if (journal === JOURNALS.dealing) await post(client, next, grant);
    }
  });

/** The posting with which another area has a movement booked by the writer of contracts. */
async function post(
  client: Client,
  number: number,
  { recipe, causeId, actorId, requestId, entries }: Movement,
): Promise<void> {
  const stored = entries.map(({ ownerId, accountType, currencyId, available, frozen }) => ({
    owner_id: ownerId,
    account_type: accountType,
    currency_id: currencyId,
    available: String(available),
    frozen: String(frozen),
  }));
  await client.query(
    `insert into dealing_postings
       (recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
     values ($1, $2, $3, $4, $5, 0, $6)`,
    [recipe, causeId, actorId, requestId, JSON.stringify(stored), number],
  );
}

async function inSession<T>(
  address: DatabaseAddress,
  work: (session: VerifierSession) => Promise<T>,
  sliceMovements?: bigint,
): Promise<T> {
  const session = await openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
    ...(sliceMovements !== undefined && { sliceMovements }),
  });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Closes what two passes of a server found consistent. */
async function close(address: DatabaseAddress, now = NOW): Promise<void> {
  const database = openDatabase(address, createLog('silent'), 2);
  await inSession(address, async (session) => {
    for (let pass = 0; pass < 3; pass += 1)
      expect((await session.verifyRecent()).faults).toEqual([]);
    const { settled, newGuard } = session;
    if (newGuard !== null) await storeGuard(database, newGuard, now);
    await closeRanges({ database, settled, since: NOW, now, rangeMovements: RANGE });
  });
  await database.$client.end();
}

/** The part of a server's start that comes before all writes, without missing migrations. */
const start = (address: DatabaseAddress) =>
  guardMigration(address, NOW, () => Promise.resolve(false));

/** @param betweenBoth statements between the restore and the first start */
async function moved(from: DatabaseAddress, betweenBoth = ''): Promise<DatabaseAddress> {
  const address = await there.copy();
  await restore(await backUp(from), address);
  await run(address, betweenBoth);
  await start(address);
  return address;
}

const run = (address: DatabaseAddress, statements: string) =>
  withClient(address, (client) => client.query(statements));

const faultsOf = (address: DatabaseAddress, sliceMovements?: bigint) =>
  inSession(address, async (session) => (await session.verifyOpen()).faults, sliceMovements);

interface Numbers {
  readonly journal: number;
  readonly first: bigint;
  readonly last: bigint;
}

const rangesOf = async (address: DatabaseAddress): Promise<readonly Numbers[]> => {
  const { rows } = await withClient(address, (client) =>
    client.query<Numbers>(
      'select journal, first_number as first, last_number as last from ledger_ranges order by id',
    ),
  );
  return rows;
};

test('the other cluster has smaller numbers of transactions', async () => {
  const address = await moved(here.original);
  await grow(address);
  const { rows } = await withClient(address, (client) =>
    client.query<{ is_smaller: boolean }>(
      `select (select ceiling from ledger_moves) < min(last_transaction) as is_smaller from ledger_ranges`,
    ),
  );
  expect(rows).toEqual([{ is_smaller: true }]);
});

describe('a consistent ledger', () => {
  test.each([
    ['at once', undefined],
    ['in parts', 1n],
  ])(
    'has no fault after a move, read %s, and its ranges end with the move',
    async (_, movements) => {
      const address = await moved(here.original);
      const entries = 3 * GROWTH;
      await grow(address);
      await inSession(
        address,
        async (session) => {
          expect(await session.verifyOpen()).toEqual({ kind: 'full', faults: [], entries });
          await grow(address);
          const rest = { kind: 'recent', faults: [], entries: GROWTH };
          expect(await session.verifyRecent()).toEqual(rest);
          expect((await session.verifyAll()).faults).toEqual([]);
        },
        movements,
      );
      const before = await rangesOf(here.original);
      await close(address);
      const [, ...ranges] = (await rangesOf(address)).slice(before.length - 1);
      // Two movements of each journal from before the move, which are no full range.
      expect(ranges.map(({ first, last }) => Number(last - first) + 1)).toEqual([2, 2, 2]);
      for (let times = 0; times < 3; times += 1) await grow(address);
      await close(address, NOW + HOUR_MS);
      await grow(address);
      await inSession(
        address,
        async (session) => {
          expect(await session.verifyOpen()).toMatchObject({ faults: [] });
          expect(await session.verifyAll()).toMatchObject({ faults: [] });
        },
        movements,
      );
    },
  );

  test('has no fault after two moves, the second before anything was closed', async () => {
    const first = await moved(here.original);
    await grow(first);
    const second = await moved(first);
    await grow(second);
    expect(await faultsOf(second, 1n)).toEqual([]);
    await close(second);
    await close(second, NOW + HOUR_MS);
    await grow(second);
    expect(await faultsOf(second)).toEqual([]);
    const ends = (await rangesOf(second)).filter(({ journal }) => journal === JOURNALS.spot);
    expect(ends.slice(-3).map(({ first: from, last }) => Number(last - from) + 1)).toEqual([
      2, 1, 1,
    ]);
  });

  test('is read in parts of one place each after two moves', async () => {
    const first = await moved(here.original);
    for (let times = 0; times < 3; times += 1) await grow(first);
    const second = await moved(first);
    const slices = await withClient(second, (client) => findSlices(client, 1n));
    const upTo = slices.map(({ numbers }) => numbers?.upTo?.lastSpot);
    // Two open movements of each journal are from the first place, three from the second one, and none from the last.
    expect([...new Set(upTo)]).toEqual([expect.any(BigInt), undefined]);
    expect(slices.filter(({ numbers }) => numbers?.upTo).length).toBeGreaterThanOrEqual(2);
    expect(slices.filter(({ numbers }) => numbers?.after).length).toBeGreaterThanOrEqual(3);
    expect(await faultsOf(second, 1n)).toEqual([]);
  });

  test('that was never closed has no fault after a move', async () => {
    const address = await here.copy();
    for (const table of ['ledger_ranges', 'ledger_range_sums', 'ledger_guards'])
      await run(
        address,
        `alter table ${table} disable trigger all; delete from ${table};
         alter table ${table} enable always trigger ${table}_append_only`,
      );
    const place = await moved(address);
    await grow(place);
    await inSession(
      place,
      async (session) =>
        expect(await session.verifyOpen()).toEqual({
          kind: 'full',
          faults: [],
          entries: ENTRIES + 6 * GROWTH,
        }),
      2n,
    );
  });

  test('that stays where it is has no move', async () => {
    const address = await moved(here.original);
    await start(address);
    await grow(address);
    await start(address);
    const { rows } = await withClient(address, (client) =>
      client.query<{ moves: bigint }>('select count(*) as moves from ledger_moves'),
    );
    expect(rows).toEqual([{ moves: 1n }]);
  });

  test('that is used and stopped before its first pass has no move', async () => {
    const address = await there.copy();
    await start(address);
    await withClient(address, keepSmallLedger);
    await start(address);
    const { rows } = await withClient(address, (client) =>
      client.query(
        'select (select count(*) from ledger_moves) as moves, count(*) from ledger_guards',
      ),
    );
    expect(rows).toEqual([{ moves: 0n, count: 1n }]);
  });

  test('that is still empty names a trigger that was put back by hand between two starts', async () => {
    const address = await there.copy();
    await start(address);
    await run(
      address,
      `alter table ledger_entries disable trigger ledger_entries_append_only;
       alter table ledger_entries enable always trigger ledger_entries_append_only`,
    );
    await start(address);
    await withClient(address, keepSmallLedger);
    expect(await faultsOf(address)).toEqual([
      expect.stringMatching(/^log_unprotected: table ledger_entries/),
    ]);
  });
});

/** An entry without an amount, on the account of a user in an old movement that is closed. */
const ENTRY = `insert into ledger_entries values (${BOB}, 2, ${USDT}, ${JOURNALS.spot}, 4, 0, 0)`;
const NAMED = /journal 2, number 4, owner_id 12/;

describe('an entry that is forged into the past', () => {
  const named = (place: RegExp = NAMED) => expect.arrayContaining([expect.stringMatching(place)]);

  test('before the backup is named after the move', async () => {
    const address = await here.copy();
    await run(address, ENTRY);
    expect(await faultsOf(await moved(address))).toEqual(named());
  });

  test('between the restore and the first start is named', async () => {
    expect(await faultsOf(await moved(here.original, ENTRY))).toEqual(named());
  });

  test('under a number that no range has yet is named before the first start', async () => {
    const { rows } = await withClient(here.original, (client) =>
      client.query<{ last: bigint }>(
        `select max(number) as last from ledger_movements where journal = ${JOURNALS.spot}`,
      ),
    );
    const number = Number(rows[0]?.last) + 9;
    const address = await moved(
      here.original,
      `insert into ledger_entries values (${BOB}, 2, ${USDT}, ${JOURNALS.spot}, ${number}, 0, 0)`,
    );
    expect(await faultsOf(address)).toEqual(
      named(new RegExp(`journal 2, number ${number}, owner_id 12`)),
    );
  });

  test('while the server runs is named by the next pass', async () => {
    const address = await moved(here.original);
    await inSession(address, async (session) => {
      expect((await session.verifyOpen()).faults).toEqual([]);
      await run(address, ENTRY);
      expect((await session.verifyRecent()).faults).toEqual(named());
    });
    expect(await faultsOf(address)).toEqual(named());
  });

  test('while the server is stopped is named, also after ranges were closed at the new place', async () => {
    const address = await moved(here.original);
    await grow(address);
    await close(address);
    await close(address, NOW + HOUR_MS);
    await run(address, ENTRY);
    expect(await faultsOf(address)).toEqual(named());
  });
});
