/**
 * Thefts by dividends among more positions than a pass compares in turn: the pass that reads the dividend names them,
 * although it does not compare the record of the position.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { payDividends } from '../../../server/areas/staking/staking.area.ts';
import {
  openDatabase,
  type Database,
  type DatabaseAddress,
} from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { forgedMovement } from '../../support/ledger/forged-movement.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { bookPositions } from '../../support/staking/booked-positions.ts';

/** The second pass compares the records from 2,001 to 4,000 in turn. */
const POSITIONS = 4_200;
/** Only these have dividends. */
const EARLY = 20;
const VICTIM = 7;
const FIRST_DAY = Date.parse('2026-11-21T00:00Z');
const AT_ONCE = 100;

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, (client) =>
    bookPositions(client, {
      count: POSITIONS,
      users: 50,
      cycleDays: 30,
      firstDayMs: FIRST_DAY,
      early: EARLY,
    }),
  );
});
afterAll(() => scratch.stop());

async function payDay(database: Database, days: number): Promise<void> {
  const now = FIRST_DAY + days * DAY_MS;
  while ((await payDividends(database, now, AT_ONCE, 'dividends')).length > 0);
}

interface Run {
  readonly address: DatabaseAddress;
  readonly before?: string;
  readonly days: number;
  readonly after?: string;
}

/** Verifies the ledger, pays some days between two changes, and returns the faults of the pass over the new rows. */
async function faultsOf({ address, before, days, after }: Run): Promise<readonly string[]> {
  const change = (statements: string | undefined) =>
    withClient(address, async (client) => void (await client.query(statements ?? 'select')));
  const book = ledgerBook('any');
  const session = await openVerifierSession(address, { name: 'test', isBackground: true, book });
  const database = openDatabase(address, createLog('silent'));
  try {
    expect((await session.verifyOpen()).faults).toEqual([]);
    await change(before);
    for (let day = 1; day <= days; day += 1) await payDay(database, day);
    await change(after);
    return (await session.verifyRecent()).faults;
  } finally {
    await database.$client.end();
    await session.close();
  }
}

const named = (faults: readonly string[]): readonly string[] =>
  [...new Set(faults.map((fault) => fault.replace(/:.*$/s, '')))].toSorted();

const ofVictim = (columns: string): string =>
  `update staking_positions set ${columns} where id = ${VICTIM}`;
const earlier = (column: string): string => `${column} = ${column} - ${DAY_MS}`;
/** Two positions without a subscription, one of a negative amount: no sum of amounts shows them. */
const FORGED_PAIR = [1, -1]
  .map(
    (sign) => `
    insert into staking_positions (user_id, product_id, currency_id, amount, daily_ppb, cycle_days, daily_dividend,
      phase, paid_days, first_day_ms, next_dividend_at_ms, posting_id, revision, idempotency_key, request_id,
      created_at_ms, updated_at_ms)
    select user_id, product_id, currency_id, ${sign} * amount, daily_ppb, cycle_days, ${sign} * daily_dividend,
      phase, paid_days, first_day_ms, ${sign === 1 ? 'next_dividend_at_ms' : 'null'}, posting_id, revision,
      'forged ${sign}', request_id, created_at_ms, updated_at_ms
    from staking_positions where id = ${VICTIM}`,
  )
  .join(';');
const PAID_TWICE = forgedMovement(
  {
    recipe: 'staking.dividend',
    cause: `'${VICTIM}:0'`,
    facts: `select * from staking_positions where id = ${VICTIM}`,
  },
  [
    ['0', 130, '1', '0', '-daily_dividend'],
    ['user_id', 5, '1', 'daily_dividend', '0'],
  ],
);

test('a pass finds no fault in one day, nor in three days at once', async () => {
  expect(await faultsOf({ address: await scratch.copy(), days: 1 })).toEqual([]);
  expect(await faultsOf({ address: await scratch.copy(), days: 3 })).toEqual([]);
});

interface Theft {
  readonly what: string;
  readonly fault: string;
  readonly run: Omit<Run, 'address'>;
}

const THEFTS: readonly Theft[] = [
  {
    what: 'a dividend at another rate than that of the subscription',
    fault: 'staking_dividend_booked_otherwise',
    run: { before: ofVictim('daily_dividend = daily_dividend + 1'), days: 1 },
  },
  {
    what: 'a dividend that is booked twice',
    fault: 'staking_dividend_booked_otherwise',
    run: { days: 1, after: PAID_TWICE },
  },
  {
    what: 'a dividend that is booked twice, with the row of its day changed to the second movement',
    fault: 'staking_booked_twice',
    run: {
      days: 1,
      after: `${PAID_TWICE};
        alter table staking_dividends disable trigger staking_dividends_append_only;
        update staking_dividends set (movement_number, paid_at_ms) = (
          select number, at_ms from ledger_movements where journal = 1 order by number desc limit 1)
        where position_id = ${VICTIM} and day = 0;
        alter table staking_dividends enable always trigger staking_dividends_append_only`,
    },
  },
  {
    what: 'a dividend of a position that belongs to a second user',
    fault: 'staking_dividend_booked_otherwise',
    run: { days: 1, after: ofVictim('user_id = (select max(id) from users)') },
  },
  {
    what: 'a dividend after a day that was not paid',
    fault: 'staking_days_not_paid',
    run: {
      before: ofVictim(
        `paid_days = paid_days + 1, next_dividend_at_ms = next_dividend_at_ms + ${DAY_MS}`,
      ),
      days: 2,
    },
  },
  {
    what: 'a count of days that forgets the dividend',
    fault: 'staking_days_not_paid',
    run: { days: 2, after: ofVictim('paid_days = paid_days - 1') },
  },
  {
    what: 'a cycle that begins a day too early',
    fault: 'staking_schedule_otherwise',
    run: {
      before: ofVictim([earlier('first_day_ms'), earlier('next_dividend_at_ms')].join()),
      days: 1,
    },
  },
  {
    what: 'a cycle and a subscription that begin a day too early',
    fault: 'staking_schedule_otherwise',
    run: {
      before: ofVictim(
        [earlier('first_day_ms'), earlier('next_dividend_at_ms'), earlier('created_at_ms')].join(),
      ),
      days: 1,
    },
  },
  {
    what: 'a position without a subscription',
    fault: 'staking_schedule_otherwise',
    run: { before: FORGED_PAIR, days: 1 },
  },
  {
    what: 'a dividend after which none is due',
    fault: 'staking_schedule_otherwise',
    run: { days: 1, after: ofVictim('next_dividend_at_ms = null') },
  },
];

test.each(THEFTS)('$what is named', async ({ fault, run }) => {
  const faults = await faultsOf({ address: await scratch.copy(), ...run });
  expect(named(faults)).toContain(fault);
});

test('days whose time was set forward are not paid before they are over', async () => {
  const address = await scratch.copy();
  const database = openDatabase(address, createLog('silent'));
  await database.$client.query(
    ofVictim('next_dividend_at_ms = 0, first_day_ms = 0, created_at_ms = 0'),
  );
  await payDay(database, 2);
  const { rows } = await database.$client.query(
    `select count(*)::integer as paid from staking_dividends where position_id = ${VICTIM}`,
  );
  expect(rows).toEqual([{ paid: 2 }]);
  await database.$client.end();
});
