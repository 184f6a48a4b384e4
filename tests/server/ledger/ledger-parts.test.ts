/** A first pass over many rows: it is read in parts, and finds the same faults as one read of everything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { units } from '../../../contract/money/units.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { findSlices } from '../../../server/ledger/verify-slices.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { HOUSE_ENTRIES, keepHouseLedger } from '../../support/ledger/house-ledger.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, book, ENTRIES, keepSmallLedger, USDT } from '../../support/ledger/small-ledger.ts';
import { keepWalletLedger, WALLET_ENTRIES } from '../../support/ledger/wallet-ledger.ts';
import { HOUSE_FAULTS } from './ledger-house-faults.ts';
import { PLANTED_FAULTS } from './ledger-planted-faults.ts';
import { WALLET_FAULTS } from './ledger-wallet-faults.ts';

/** Movements of each journal in one part. */
const PART = 2n;
const ALL = ENTRIES + WALLET_ENTRIES;
/** One of so many planted faults is compared, so that the file stays short. */
const EVERY = 6;

let small: ScratchDatabase;
let wallet: ScratchDatabase;
let house: ScratchDatabase;
beforeAll(async () => {
  const started = await Promise.all([1, 2, 3].map(() => startScratchDatabase()));
  [small, wallet, house] = started as [ScratchDatabase, ScratchDatabase, ScratchDatabase];
  for (const { original } of started) await withClient(original, keepSmallLedger);
  await withClient(wallet.original, keepWalletLedger);
  await keepHouseLedger(house.original);
});
afterAll(() => Promise.all([small, wallet, house].map((ledger) => ledger.stop())));

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

/** The movements of each journal in each part of the ledger. */
const partsOf = (address: DatabaseAddress, movements: bigint) =>
  withClient(address, async (client) => {
    const slices = await findSlices(client, movements);
    const counts: number[] = [];
    for (const { after, upTo } of slices) {
      const { rows } = await client.query<{ count: bigint }>(
        `select count(*) from ledger_movements
         where transaction_id > $1 and transaction_id <= $2 group by journal`,
        [after, upTo],
      );
      counts.push(...rows.map(({ count }) => Number(count)));
    }
    return counts;
  });

test('few rows are read at once, and many in parts that are bounded', async () => {
  expect(await partsOf(wallet.original, 1_000n)).toEqual([]);
  const parts = await partsOf(wallet.original, PART);
  expect(parts.length).toBeGreaterThan(3);
  // One transaction is never cut, and the ledgers of this test have one movement in each.
  expect(Math.max(...parts)).toBeLessThanOrEqual(Number(PART));
});

describe('in parts, a consistent ledger', () => {
  test.each([
    ['with deposits, withdrawals and transfers', () => wallet, ALL],
    ['in which the market maker trades with itself', () => house, ENTRIES + HOUSE_ENTRIES],
  ])('%s has no fault', async (_, ledger, entries) => {
    await inSession(
      await ledger().copy(),
      async (session) => {
        expect(await session.verifyRecent()).toEqual({ kind: 'full', faults: [], entries });
        expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
        expect(await session.verifyAll()).toEqual({ kind: 'full', faults: [], entries });
      },
      PART,
    );
  });

  test('has no fault after some of it was closed', async () => {
    const address = await wallet.copy();
    const database = openDatabase(address, createLog('silent'), 2);
    await inSession(address, async (session) => {
      await session.verifyRecent();
      await session.verifyRecent();
      const { settled } = session;
      const times = { since: 0, now: 3 * HOUR_MS };
      await closeRanges({ database, settled, ...times, rangeMovements: 3 });
    });
    await database.$client.end();
    await withClient(address, async (client) => {
      for (let number = 901; number < 911; number++)
        await book(client, JOURNALS.general, number, grant(number));
    });
    expect((await partsOf(address, PART)).length).toBeGreaterThan(3);
    await inSession(
      address,
      async (session) => expect((await session.verifyOpen()).faults).toEqual([]),
      PART,
    );
  });

  test('counts each row once that is written during the pass', async () => {
    const address = await wallet.copy();
    await inSession(
      address,
      async (session) => {
        const writing = withClient(address, async (client) => {
          for (let number = 901; number < 941; number++)
            await book(client, JOURNALS.general, number, grant(number));
        });
        const first = await session.verifyOpen();
        await writing;
        const rest = await session.verifyRecent();
        expect([first.faults, rest.faults]).toEqual([[], []]);
        expect(first.entries + rest.entries).toBe(ALL + 80);
      },
      PART,
    );
  });
});

const grant = (number: number) =>
  seedGrant({
    causeId: String(number),
    requestId: 'r',
    ownerId: ANN,
    amounts: [{ currencyId: USDT, amount: units(5n) }],
  });

const some = <T>(faults: readonly T[]): readonly T[] =>
  faults.filter((_, index) => index % EVERY === 0);

/** Trades of a part are compared with the orders of users; those of the market maker have sums of their own. */
const isOfHouseOrder = (row: string): boolean =>
  row.startsWith('order_not_sum_of_deals: order_id 5,');

describe('in parts, the same rows are named:', () => {
  test.each([
    ...some(PLANTED_FAULTS).map((fault) => ({ ...fault, ledger: () => small })),
    ...some(WALLET_FAULTS).map((fault) => ({ ...fault, ledger: () => wallet })),
    ...some(HOUSE_FAULTS).map((fault) => ({ ...fault, ledger: () => house })),
  ])('$what', async ({ statements, ledger }) => {
    const address = await ledger().copy();
    await withClient(address, (client) => client.query(statements));
    const faultsOf = async (session: VerifierSession) => {
      const { faults } = await session.verifyAll();
      return faults.filter((row) => !isOfHouseOrder(row)).toSorted();
    };
    const whole = await inSession(address, faultsOf);
    expect(whole).not.toEqual([]);
    expect(await inSession(address, faultsOf, PART)).toEqual(whole);
  });
});
