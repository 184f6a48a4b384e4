/** Faults planted by hand into the rows of staking: the verifier of the ledger names each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, dayOf, HOUR_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { forgedMovement, type PlantedEntry } from '../../support/forged-movement.ts';
import { withServerDatabase } from '../../support/server-database.ts';
import { subscribe } from '../../support/staking/staking-users.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

let server: TestServer;
/** Numbers of a position with three paid days, and of one that has expired. */
let running: string;
let ended: string;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  const start = dayOf(await server.controlAdvance(0)) + DAY_MS + 12 * HOUR_MS;
  await server.holdClock(start);
  const user = await newUser(server, { coins: { USDT: '5000' } });
  const first = dataOf(await subscribe(server, user, { amount: '1000' }));
  await server.holdClock(first.ends_at - 3 * DAY_MS);
  const token = dataOf(await signIn(server, user.email)).accessToken;
  const second = dataOf(await subscribe(server, { token }, { amount: '2000' }));
  // Its first day is the day after, so that the cycle of the first one ends with its second day.
  await server.holdClock(first.ends_at + DAY_MS);
  [ended, running] = [first.id, second.id];
  await eventually(async () => {
    const rows = await phases();
    expect(rows.get(ended)).toBe('expired/30');
    expect(rows.get(running)).toBe('in_effect/3');
  });
  expect((await server.verifyLedger()).faults).toEqual([]);
});
afterAll(() => server.stop());

const phases = () =>
  withServerDatabase(server, async (client) => {
    const { rows } = await client.query<{ id: bigint; state: string }>(
      `select id, phase || '/' || paid_days as state from staking_positions`,
    );
    return new Map(rows.map(({ id, state }) => [String(id), state]));
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
    fault: 'staking_booked_twice',
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
