/**
 * A server that is killed between the end of a cycle and the return of its principal to the spot account; then faults
 * planted by hand into the rows of staking: the verifier of the ledger names each.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS, dayOf, HOUR_MS, type EpochMs } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { forgedMovement, type PlantedEntry } from '../../support/ledger/forged-movement.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { subscribe } from '../../support/staking/staking-users.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
/** Numbers of a position with three paid days, and of one that has expired. */
let running: string;
let ended: string;
/** The owner of both. */
let owner: TestUser;
/** Movements of the end of the cycle at the kill. */
let atKill: Booked;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { TRUST_PROXY: 'loopback' } });
  const start = dayOf(await server.controlAdvance(0)) + DAY_MS + 12 * HOUR_MS;
  await server.holdClock(start);
  owner = await newUser(server, { coins: { USDT: '5000' } });
  const first = dataOf(await subscribe(server, owner, { amount: '1000' }));
  await server.holdClock(first.ends_at - 3 * DAY_MS);
  owner = await signedInAgain(owner);
  const second = dataOf(await subscribe(server, owner, { amount: '2000' }));
  [ended, running] = [first.id, second.id];
  // Its first day is the day after, so that the cycle of the first one ends with its second day.
  atKill = await killAtReturn(first.ends_at + DAY_MS);
  await eventually(async () => {
    const rows = await phases();
    expect(rows.get(ended)).toBe('expired/30');
    expect(rows.get(running)).toBe('in_effect/3');
  });
  expect((await server.verifyLedger()).faults).toEqual([]);
});
afterAll(() => server.stop());

/** A moved clock has ended the session of the user. */
async function signedInAgain(user: TestUser): Promise<TestUser> {
  return { ...user, token: dataOf(await signIn(server, user.email)).accessToken };
}

interface Booked {
  /** Movements out of the financial account, and into the spot account. */
  readonly out: number;
  readonly into: number;
  /** Postings of the second movement that wait for the spot writer. */
  readonly waiting: number;
}

/** Returns what the end of the first cycle has booked. */
async function bookedAtEnd(): Promise<Booked> {
  const [row] = await queryServer<{ out: number; into: number; waiting: number }>(
    server,
    `select
       (select count(*) from ledger_movements
        where recipe = 'staking.returned' and cause_id = $1)::integer as out,
       (select count(*) from ledger_movements
        where recipe = 'staking.into_spot' and cause_id = $1)::integer as into,
       (select count(*) from spot_postings
        where recipe = 'staking.into_spot' and cause_id = $1 and number is null)::integer as waiting`,
    [ended],
  );
  return ensure(row, 'one row');
}

/** Locks the spot account of the owner, ends the first cycle, and kills the server while it waits for the account. */
async function killAtReturn(atMs: EpochMs): Promise<Booked> {
  const booked = await withServerDatabase(server, async (client) => {
    // The database may end with its server.
    client.on('error', () => {});
    await client.query(
      `begin; select from ledger_accounts
       where account_type = 1 and owner_id = (select user_id from staking_positions where id = ${ended})
       for update`,
    );
    await server.holdClock(atMs);
    await eventually(async () => expect((await bookedAtEnd()).waiting).toBe(1));
    await lockWaits(client, 1);
    const seen = await bookedAtEnd();
    await server.kill();
    return seen;
  });
  await server.restart();
  return booked;
}

const phases = () =>
  withServerDatabase(server, async (client) => {
    const { rows } = await client.query<{ id: bigint; state: string }>(
      `select id, phase || '/' || paid_days as state from staking_positions`,
    );
    return new Map(rows.map(({ id, state }) => [String(id), state]));
  });

test('a server that is killed between the accounts returns principal and dividends once', async () => {
  expect(atKill).toEqual({ out: 1, into: 0, waiting: 1 });
  const user = await signedInAgain(owner);
  // 5,000 less 1,000 and 2,000, and 1,004.10958 of the first cycle.
  await eventually(async () =>
    expect(await balanceOf(server, user, 'USDT', SPOT)).toEqual({
      available: '3004.10958',
      frozen: '0',
    }),
  );
  // The principal of the second cycle, and its dividends of three days.
  expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toEqual({
    available: '0.821916',
    frozen: '2000',
  });
  await server.kill();
  await server.restart();
  expect(await bookedAtEnd()).toEqual({ out: 1, into: 1, waiting: 0 });
  expect((await balanceOf(server, user, 'USDT', SPOT)).available).toBe('3004.10958');
});

interface Plant {
  readonly what: string;
  /** A regular expression of its name. */
  readonly fault: string;
  /** Statements on `$running` and `$ended`. */
  readonly plant: readonly string[];
  readonly undo: readonly string[];
}

const set = (what: string, fault: string, column: string, wrong: string, right: string): Plant => ({
  what,
  fault,
  plant: [`update staking_positions set ${column} = ${wrong} where id = $running`],
  undo: [`update staking_positions set ${column} = ${right} where id = $running`],
});

/** A balanced movement of the general journal about the running position. */
const forged = (
  recipe: string,
  cause: string,
  entries: readonly PlantedEntry[],
): readonly string[] => [
  forgedMovement(
    { recipe, cause, facts: 'select * from staking_positions where id = $running' },
    entries,
  ),
];

const PLANTS: readonly Plant[] = [
  set('a larger principal', 'frozen_not_held', 'amount', 'amount + 1', 'amount - 1'),
  set(
    'a larger dividend',
    'staking_phase_not_booked',
    'daily_dividend',
    'daily_dividend + 1',
    'daily_dividend - 1',
  ),
  set(
    'a day paid on paper',
    'staking_days_not_paid',
    'paid_days',
    'paid_days + 1',
    'paid_days - 1',
  ),
  ...['$running', '$ended'].map((position) => ({
    what: `a day of position ${position} without its movement`,
    fault: 'staking_days_not_paid',
    plant: [
      days(
        `update staking_dividends set movement_number = -1 where position_id = ${position} and day = 0`,
      ),
    ],
    undo: [
      days(`update staking_dividends set movement_number = (
          select number from ledger_movements where recipe = 'staking.dividend' and cause_id = '${position}:0')
        where position_id = ${position} and day = 0`),
    ],
  })),
  set(
    'dividends before their day',
    'staking_dividend_booked_otherwise',
    'first_day_ms',
    `first_day_ms + ${DAY_MS}`,
    `first_day_ms - ${DAY_MS}`,
  ),
  {
    what: 'a cycle that begins a day late',
    fault: 'staking_schedule_otherwise',
    plant: [shifted('+')],
    undo: [shifted('-')],
  },
  set(
    'a subscription before its promise',
    'staking_schedule_otherwise',
    'created_at_ms',
    'created_at_ms - 1',
    'created_at_ms + 1',
  ),
  set(
    'a longer cycle',
    'staking_schedule_otherwise',
    'cycle_days',
    'cycle_days + 1',
    'cycle_days - 1',
  ),
  set(
    'a dividend that is never due',
    'staking_schedule_otherwise',
    'next_dividend_at_ms',
    'null',
    `first_day_ms + (paid_days + 1) * ${DAY_MS}::bigint`,
  ),
  set('an end by hand', 'lifecycle_row_differs', 'phase', "'expired'", "'in_effect'"),
  set(
    'the position of a user given to a second one',
    // A pass names a few of the many faults.
    'staking_(dividend_)?booked_otherwise',
    'user_id',
    '(select min(id) from users)',
    '(select user_id from staking_positions where id = $ended)',
  ),
  {
    what: 'a quota that forgets a position',
    fault: 'staking_quota_differs',
    plant: ['update staking_products set taken = taken - 1 where id = 1'],
    undo: ['update staking_products set taken = taken + 1 where id = 1'],
  },
  {
    what: 'dividends taken out of a promise',
    fault: 'frozen_not_held',
    plant: [promised('-')],
    undo: [promised('+')],
  },
  {
    what: 'a principal returned with more dividends than were paid',
    fault: 'staking_booked_otherwise',
    plant: ['update staking_positions set returned = returned + 1 where id = $ended'],
    undo: ['update staking_positions set returned = returned - 1 where id = $ended'],
  },
  {
    what: 'a dividend of a day that is paid already',
    fault: 'staking_dividend_booked_otherwise',
    plant: forged('staking.dividend', "'$running:0'", [
      ['0', 130, '1', '0', '-daily_dividend'],
      ['user_id', 5, '1', 'daily_dividend', '0'],
    ]),
    undo: [],
  },
  {
    what: 'a funding without a row',
    fault: 'cause_missing',
    plant: forged('staking.funded', "'999'", [
      ['0', 100, '1', '-1', '0'],
      ['0', 130, '1', '1', '0'],
    ]),
    undo: [],
  },
  {
    what: 'a funding of another amount than its row',
    fault: 'staking_funded_otherwise',
    plant: [
      `insert into staking_fundings (currency_id, amount, request_id, at_ms)
       select 1, 2, 'forged', updated_at_ms from staking_positions where id = $running`,
      ...forged('staking.funded', '(select max(id)::text from staking_fundings)', [
        ['0', 100, '1', '-1', '0'],
        ['0', 130, '1', '1', '0'],
      ]),
    ],
    undo: [],
  },
];

/** Moves all days of a cycle by one. */
function shifted(sign: '+' | '-'): string {
  return `update staking_positions set first_day_ms = first_day_ms ${sign} ${DAY_MS},
    next_dividend_at_ms = next_dividend_at_ms ${sign} ${DAY_MS} where id = $running`;
}

/** A statement on the append-only rows of days, by the owner of the table. */
function days(statement: string): string {
  return `alter table staking_dividends disable trigger user; ${statement};
    alter table staking_dividends enable always trigger staking_dividends_append_only`;
}

/** Moves a unit between the promised and the free part of the fund. */
function promised(sign: '+' | '-'): string {
  return `update ledger_accounts set frozen = frozen ${sign} 1, available = available ${sign === '+' ? '-' : '+'} 1
    where account_type = 130 and frozen > 0 and currency_id = 1`;
}

test.each(PLANTS)('$what is named', async ({ fault, plant, undo }) => {
  const run = (statements: readonly string[]) =>
    withServerDatabase(server, async (client) => {
      for (const text of statements)
        await client.query(text.replaceAll('$running', running).replaceAll('$ended', ended));
    });
  await run(plant);
  const { faults } = await server.verifyLedger();
  await run(undo);
  const names = faults.map((each) => each.split(':')[0]);
  expect(names).toContainEqual(expect.stringMatching(new RegExp(`^${fault}$`)));
});
