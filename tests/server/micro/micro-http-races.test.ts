/**
 * Orders of several users over HTTP at the moment at which others end, with limits that are nearly reached: an end frees
 * room, for which placements race. The order of events in the ledger is replayed against every limit.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { eventually } from '../../support/eventually.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { chanceOf } from '../../support/micro/drawn-market.ts';
import { addShortProduct, MicroUser } from '../../support/micro/micro-users.ts';
import { ReplayedLimits, type StoredStep } from '../../support/micro/replayed-limits.ts';
import { SteppedIndex } from '../../support/micro/stepped-index.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';

const SEED = 20261127;
const ROUNDS = 100;
/** An order runs for so many points, so that each round has ends. */
const SECONDS = 4;
const POINTS_OF_ORDER = 17;
const USERS = 24;
const PLACEMENTS_OF_ROUND = 6;
const START_TICKS = 9_725_000;
/** In whole USDT. The pool of the demo exchange, of which two large orders take all but a rest. */
const POOL = 1_000_000;
const REST = 64;
const SIDE_ROOM = 38;
const OWNER_LIMIT = 12;
const SKEW_LIMIT = 30;
const STAKE_MAX = 10;
/** Share of orders on a rise, for ten rounds each: one side fills, or both fill the pool. */
const LEANS = [0.85, 0.5, 0.15, 0.5];
/** Without a move, all orders are drawn and the pool keeps its rest. */
const ROUNDS_WITHOUT_MOVE = 60;
/** Each of the two. */
const LARGE_PROFIT = (POOL - REST) / 2;
const LARGE_STAKE = LARGE_PROFIT / 0.85;
const WIDE = usdt(String(100 * POOL));
const TERMS = {
  stakeMax: usdt(String(STAKE_MAX)),
  ownerLimit: usdt(String(OWNER_LIMIT)),
  sideLimit: usdt(String(LARGE_PROFIT + SIDE_ROOM)),
  skewLimit: usdt(String(SKEW_LIMIT)),
};

let server: TestServer;
let index: SteppedIndex;
let product: string;
let users: readonly MicroUser[];
let limits: ReplayedLimits;
let lastNumber = '0';
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const wide = { stakeMax: WIDE, ownerLimit: WIDE, sideLimit: WIDE, skewLimit: WIDE };
  const { prepared, ...started } = await startPreparedServer(env, async (database) => [
    await addShortProduct(database, SECONDS, inSql(TERMS)),
    await addShortProduct(database, 3_600, inSql(wide)),
  ]);
  server = started.server;
  const [short = '', lasting = ''] = prepared;
  product = short;
  const large = await MicroUser.open(server, String(3 * POOL));
  users = await Promise.all(Array.from({ length: USERS }, () => MicroUser.open(server, '500')));
  index = await SteppedIndex.hold(server);
  await index.pass(3, START_TICKS);
  const stake = String(Math.ceil(LARGE_STAKE));
  await large.place(lasting, 'up', stake);
  await large.place(lasting, 'down', stake);
  const [owner] = await queryServer<{ id: number }>(
    server,
    'select distinct owner_id as id from micro_orders',
  );
  limits = new ReplayedLimits(usdt(String(POOL)), (ownerId) =>
    ownerId === owner?.id ? { ownerLimit: WIDE, sideLimit: WIDE, skewLimit: WIDE } : TERMS,
  );
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const inSql = (terms: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(terms).map(([name, amount]) => [name, String(amount)]));

/** Acceptances and ends that the ledger has since the last call, in its order. */
async function newSteps(): Promise<readonly StoredStep[]> {
  const rows = await queryServer<Record<keyof StoredStep | 'number', string>>(
    server,
    `select number::text, replace(recipe, 'micro.', '') as kind, placed.id::text as "orderId", owner_id as "ownerId",
       direction, stake::text, div(stake * profit_ppm, 1000000)::text as profit,
       accepted_at_ms + seconds * 1000 as "dueMs",
       (select sum(available_delta)::text from ledger_entries entry
         where (entry.journal, entry.number) = (3, movement.number) and account_type = 120) as "poolChange"
     from ledger_movements movement
     join micro_orders placed on placed.id = cause_id::bigint
     where journal = 3 and recipe in ('micro.placed', 'micro.settled') and number > $1
     order by movement.number`,
    [lastNumber],
  );
  lastNumber = rows.at(-1)?.number ?? lastNumber;
  return rows.map(({ kind, orderId, ownerId, direction, stake, profit, dueMs, poolChange }) => ({
    kind: kind as StoredStep['kind'],
    orderId,
    ownerId: Number(ownerId),
    direction: direction as StoredStep['direction'],
    stake: BigInt(stake),
    profit: BigInt(profit),
    dueMs: Number(dueMs),
    poolChange: BigInt(poolChange),
  }));
}

/** Everything that the last point makes due is stored. */
const settled = () =>
  eventually(
    async () => {
      const due = await queryServer(
        server,
        `select from micro_orders
         where state = 'open' and expires_at_ms <= $1 or state = 'opening' and accepted_at_ms < $1`,
        [index.now],
      );
      expect(due).toEqual([]);
    },
    { interval: 5 },
  );

/** Amounts and counts that agree at every moment. */
async function expectBalanced(round: number): Promise<void> {
  const [found] = await queryServer(
    server,
    `with running as (
       select sum(stake) as stakes, sum(div(stake * profit_ppm, 1000000)) as profits
       from micro_orders where state in ('opening', 'open')
     ), settlements as (
       select cause_id::bigint as id, count(*) as times from ledger_movements where recipe = 'micro.settled' group by 1
     )
     select
       (select frozen from ledger_accounts where account_type = 120) - profits as reserve,
       (select sum(frozen) from ledger_accounts where account_type = 4) - stakes as frozen,
       (select count(*)::int from (
         select from ledger_accounts group by currency_id having sum(available + frozen) <> 0
       ) unequal) as unequal,
       (select count(*)::int from micro_orders left join settlements using (id)
         where coalesce(times, 0) <> case when state in ('opening', 'open') then 0 else 1 end) as unsettled
     from running`,
  );
  expect(found, `round ${round}`).toEqual({ reserve: '0', frozen: '0', unequal: 0, unsettled: 0 });
}

test(`in ${ROUNDS} rounds no order gets room that no end has freed, and each order ends once`, async () => {
  const chance = chanceOf(SEED);
  const draw = (end: number) => Math.floor(chance() * end);
  const answers: Record<string, number> = {};
  const ask = async (lean: number) => {
    const user = ensure(users[draw(USERS)], 'a user');
    const stake = `${2 + draw(STAKE_MAX - 1)}`;
    const direction = chance() < lean ? 'up' : 'down';
    const fields = { micro_product_id: product, direction, stake } as const;
    const answer = errorOf(await user.call('placeMicroOrder', fields)) ?? 'placed';
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  const asks = (count: number, lean: number) => Array.from({ length: count }, () => ask(lean));
  let ticks = START_TICKS;
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round > ROUNDS_WITHOUT_MOVE) ticks += draw(5) - 2;
    const lean = ensure(LEANS[Math.floor(round / 10) % LEANS.length], 'a lean');
    const earlyCount = draw(PLACEMENTS_OF_ROUND + 1);
    limits.begin();
    // Some come while the point is read and its orders end, and some when it is shown.
    const early = asks(earlyCount, lean);
    await index.pass(1, ticks);
    await Promise.all([...early, ...asks(PLACEMENTS_OF_ROUND - earlyCount, lean)]);
    await settled();
    for (const step of await newSteps()) expect(limits.take(step), `round ${round}`).toEqual([]);
    await expectBalanced(round);
    expect(await server.verifyRecent(), `round ${round}`).toEqual([]);
  }
  await index.pass(POINTS_OF_ORDER + 1, ticks);
  await settled();
  for (const step of await newSteps()) expect(limits.take(step)).toEqual([]);
  await expectBalanced(ROUNDS + 1);
  expect(['placed', 'rate_limited', 'stake_limit_reached']).toEqual(
    expect.arrayContaining(Object.keys(answers)),
  );
  // Orders were stored before and after ends of their round, and some needed the room of one.
  for (const count of Object.values(limits.seen))
    expect(count, JSON.stringify(limits.seen)).toBeGreaterThan(0);
});
