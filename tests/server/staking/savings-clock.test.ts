/**
 * Clocks that jump while savings run: each day is paid once, none before its end, and the sum is exact. A running server
 * follows a small jump, and a server that starts again follows a large one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import { DAY_MS, dayOf, HOUR_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { DividendRounds } from '../../../server/areas/staking/dividend-round.ts';
import { StakingWire } from '../../../server/areas/staking/staking-wire.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { Jobs, type Job } from '../../../server/kit/jobs/jobs.ts';
import { createLog } from '../../../server/kit/log.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { eventually } from '../../support/eventually.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { bookPositions } from '../../support/staking/booked-positions.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf, FINANCIAL } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

/** A time of the clock after the start of the first day, and the days that are paid then. */
type Stand = readonly [atMs: number, days: number];

const JUMPS: readonly (readonly [name: string, stands: readonly Stand[]])[] = [
  [
    'a second forward',
    [
      [DAY_MS - SECOND_MS, 0],
      [DAY_MS, 1],
      [2 * DAY_MS, 2],
    ],
  ],
  [
    'five seconds back over midnight',
    [
      [DAY_MS + 2 * SECOND_MS, 1],
      [DAY_MS - 3 * SECOND_MS, 1],
      [DAY_MS + 2 * SECOND_MS, 1],
      [2 * DAY_MS - 1, 1],
      [2 * DAY_MS, 2],
    ],
  ],
  [
    'a day back',
    [
      [2 * DAY_MS + HOUR_MS, 2],
      [DAY_MS + HOUR_MS, 2],
      [2 * DAY_MS, 2],
      [3 * DAY_MS - 1, 2],
      [3 * DAY_MS, 3],
    ],
  ],
];
const MONTH: (typeof JUMPS)[number] = [
  'thirty days forward',
  [
    [DAY_MS + HOUR_MS, 1],
    [31 * DAY_MS + HOUR_MS, 31],
    [32 * DAY_MS, 32],
  ],
];
const LEAP_DAY = Date.UTC(2028, 1, 29);

/** All paid days of a position with their movements. None may be paid before its end. */
const PAID_DAYS = `
  select day, paid_at_ms >= first_day_ms + (day + 1) * ${DAY_MS}::bigint as has_ended, (
      select count(*)::integer from ledger_movements
      where recipe = 'staking.dividend' and cause_id = position_id || ':' || day) as movements
  from staking_dividends
  join staking_positions position on position.id = position_id
  where position_id = $1
  order by day, paid_at_ms`;
const paidOnce = (days: number) =>
  Array.from({ length: days }, (_, day) => ({ day, has_ended: true, movements: 1 }));

describe('a server that is killed before its clock goes back', () => {
  const PRINCIPAL = '1000';
  /** 1,000 at 219,178 billionths, in millionths. */
  const DAILY = 219_178n;

  let server: TestServer;
  let product: StakingProduct;
  let now: EpochMs;
  beforeAll(async () => {
    server = await startTestServer({
      isOwnProcess: true,
      env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
    });
    product = await findProduct(server, 'USDT', 90);
    now = await server.controlAdvance(0);
    await stand(dayOf(now) + DAY_MS + 12 * HOUR_MS);
  });
  afterAll(() => server.stop());

  async function stand(atMs: EpochMs): Promise<void> {
    if (atMs < now) {
      await server.kill();
      await server.restart();
    }
    await server.holdClock(atMs);
    now = atMs;
  }

  const open = async () => {
    const user = await newUser(server, { coins: { USDT: PRINCIPAL } });
    const position = dataOf(await subscribe(server, user, { amount: PRINCIPAL, product }));
    return { user, position };
  };

  async function seePaid(user: TestUser, id: string, days: number): Promise<readonly number[]> {
    // A moved clock has ended the session of the user.
    const token = dataOf(await signIn(server, user.email)).accessToken;
    const earned = formatUnits(DAILY * BigInt(days), 6);
    return eventually(async () => {
      const seen = dataOf(await server.call('getStakingPosition', { id }, { token }));
      expect(seen).toMatchObject({ state: 'in_effect', paid_days: days, earned });
      expect(await balanceOf(server, { token }, 'USDT', FINANCIAL)).toEqual({
        available: earned,
        frozen: PRINCIPAL,
      });
      return seen.dividends.map(({ day_at: day }) => day);
    });
  }

  async function expectConsistent(id: string, days: number): Promise<void> {
    expect(await queryServer(server, PAID_DAYS, [id])).toEqual(paidOnce(days));
    expect((await server.verifyLedger()).faults).toEqual([]);
  }

  test.each([...JUMPS, MONTH])('pays each day once over %s', async (_, stands) => {
    const { user, position } = await open();
    for (const [atMs, days] of stands) {
      await stand(position.first_day_at + atMs);
      await seePaid(user, position.id, days);
    }
    await expectConsistent(position.id, stands.at(-1)?.[1] ?? 0);
  });

  test('pays a leap day as a day like others', async () => {
    await stand(LEAP_DAY - 36 * HOUR_MS);
    const { user, position } = await open();
    expect(position.first_day_at).toBe(LEAP_DAY - DAY_MS);
    await stand(LEAP_DAY + DAY_MS - 1);
    await seePaid(user, position.id, 1);
    await stand(LEAP_DAY + DAY_MS);
    await seePaid(user, position.id, 2);
    await stand(LEAP_DAY + 2 * DAY_MS);
    expect(await seePaid(user, position.id, 3)).toEqual([
      LEAP_DAY + DAY_MS,
      LEAP_DAY,
      LEAP_DAY - DAY_MS,
    ]);
    await expectConsistent(position.id, 3);
  });
});

/** A test runs a round of the job itself, so that it knows its end. */
class NotedJobs extends Jobs {
  last: Job | undefined;

  override start(...work: Parameters<Jobs['start']>): Job {
    this.last = super.start(...work);
    return this.last;
  }
}

describe('rounds that go on while the clock goes back', () => {
  const POSITIONS = 3;
  const FIRST_DAY = LEAP_DAY - DAY_MS;

  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await withClient(scratch.original, (client) =>
      bookPositions(client, { count: POSITIONS, users: 2, cycleDays: 90, firstDayMs: FIRST_DAY }),
    );
  });
  afterAll(() => scratch.stop());

  const rowsOf = (address: DatabaseAddress, text: string, values: readonly unknown[] = []) =>
    withClient(address, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
      return rows;
    });
  const faultsOf = async (address: DatabaseAddress) => {
    const book = ledgerBook('any');
    const session = await openVerifierSession(address, { name: 'test', isBackground: true, book });
    try {
      return (await session.verifyOpen()).faults;
    } finally {
      await session.close();
    }
  };

  test.each(JUMPS)('pay each day once over %s', async (_, stands) => {
    const address = await scratch.copy();
    const database = openDatabase(address, createLog('silent'));
    let now = FIRST_DAY;
    const jobs = new NotedJobs({ clock: { now: () => now }, log: createLog('silent') });
    const rounds = new DividendRounds({
      database,
      background: database,
      clock: { now: () => now },
      jobs,
      health: { isConsistent: () => true },
      subscriptions: { recover: async () => {}, complete: async () => {} },
      updates: { publish: () => {}, isFollowed: () => false },
      wire: new StakingWire({ byId: () => undefined }),
    });
    rounds.start();
    try {
      for (const [atMs, days] of stands) {
        now = FIRST_DAY + atMs;
        await jobs.last?.runNow();
        const paid = await rowsOf(address, 'select distinct paid_days from staking_positions');
        expect(paid).toEqual([{ paid_days: days }]);
      }
      for (let id = 1; id <= POSITIONS; id += 1)
        expect(await rowsOf(address, PAID_DAYS, [id])).toEqual(paidOnce(stands.at(-1)?.[1] ?? 0));
      expect(await faultsOf(address)).toEqual([]);
    } finally {
      await rounds.stop();
      await database.$client.end();
    }
  });
});
