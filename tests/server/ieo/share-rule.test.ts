/**
 * The ledger rule that shares the tokens of an offering a second time: it finds nothing in allocations that are right, and
 * names both users of a step that was moved between them.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { allocate, type AllocationTerms } from '../../../contract/figures/allocation.ts';
import { IEO_SHARE_RULE } from '../../../server/areas/ieo/ieo-share-rule.repo.ts';
import { createRandom } from '../../support/engine/engine-workload.ts';
import { eventually } from '../../support/eventually.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { OperatedOfferings } from '../../support/ieo/operated-offerings.ts';
import { randomDemand } from '../../support/ieo/random-allocations.ts';
import { readAllocation } from '../../support/ieo/read-allocation.ts';
import { vectorOf } from '../../support/product-vectors.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

interface Allocated {
  readonly terms: AllocationTerms;
  readonly wanted: readonly bigint[];
  readonly steps: readonly bigint[];
}

const RANDOM_OFFERINGS = 400;
const USERS = 3;

function randomOfferings(): readonly Allocated[] {
  const random = createRandom(20_261_128);
  return Array.from({ length: RANDOM_OFFERINGS }, () => {
    const { wanted, terms } = randomDemand(random);
    return { wanted, terms, steps: allocate(wanted, terms) };
  });
}

const stepsOf = (name: string): readonly bigint[] =>
  Object.values(ensure(vectorOf(name).expected['allocation'] as Record<string, number>, name)).map(
    BigInt,
  );
/** Results that were computed before the first line of code. */
const VECTORS: readonly Allocated[] = [
  {
    wanted: [50_000, 30_000, 7_000, 6_000, 5_000, 5_000, 1_400, 500, 90, 10].map(
      // The table is of amounts of BNB, of which each asks for more tokens than there are.
      (bnb) => BigInt(bnb) * 1_000_000n,
    ),
    terms: { offered: 100_000_000n, cap: 20_000_000n },
    steps: stepsOf('V23'),
  },
  {
    wanted: [700n, 700n, 701n, 33n, 1n],
    terms: { offered: 1_000n, cap: 400n },
    steps: stepsOf('V24'),
  },
  { wanted: [300n, 200n], terms: { offered: 1_000n, cap: 1_000n }, steps: stepsOf('V26') },
];

/** Stores distributed offerings. User n has the subscription n of each. */
async function store(client: pg.Client, offerings: readonly Allocated[]): Promise<void> {
  const rows = offerings.flatMap(({ wanted, steps }, index) =>
    wanted.map((asked, n) => [index + 1, n + 1, asked, steps[n]].map(String)),
  );
  const column = (place: number) => rows.map((row) => row[place]);
  await client.query(`
    insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
    select 's' || n, 's' || n || '@example.org', '', 'S' || n, 'en-US', 0 from generate_series(1, 10) n`);
  await client.query(
    `insert into ieo_offerings (token_currency_id, pay_currency_id, issue_price, step_size, step_price, offered, cap,
       steps_min, steps_max, preheat_at_ms, opens_at_ms, closes_at_ms, phase, subscribed, subscribers, allocated,
       revision, created_at_ms, updated_at_ms)
     select 2, 1, 1, 1, 1, offered, least(cap, offered), 1, 1, 0, 0, 0, 'ended', 0, 0, 0, 1, 0, 0
     from unnest($1::bigint[], $2::bigint[]) as each (offered, cap)`,
    [
      offerings.map(({ terms }) => String(terms.offered)),
      offerings.map(({ terms }) => String(terms.cap)),
    ],
  );
  await client.query(
    `insert into ieo_subscriptions (offering_id, user_id, phase, steps, paid, allocated, entry, salt, revision,
       created_at_ms, updated_at_ms)
     select offering_id, user_id, 'settled', steps, steps, allocated, '', '', 1, 0, 0
     from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[]) as each (offering_id, user_id, steps, allocated)
     order by offering_id, user_id`,
    [0, 1, 2, 3].map(column),
  );
}

/** Applies the rule to a pass with these settlements. @returns the subscriptions that it names. */
async function named(client: pg.Client, settled: string): Promise<readonly string[]> {
  const text = IEO_SHARE_RULE({
    movements: `(
      select 1 as journal, 'ieo.settled' as recipe, id::text as cause_id from ieo_subscriptions where ${settled})`,
    entries: '',
    accounts: '',
    lastGeneral: 0n,
    lastSpot: 0n,
    lastDealing: 0n,
    lastDeal: 0n,
  });
  const { rows } = await client.query<Record<string, unknown>>(text);
  return rows
    .map((row) => `${row['fault']} ${row['offering_id']} ${row['subscription_id']}`)
    .toSorted();
}

let server: TestServer;
let desk: OperatedOfferings;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  desk = await OperatedOfferings.on(server);
});
afterAll(() => server.stop());

describe('stored allocations', () => {
  const offerings = [...VECTORS, ...randomOfferings()];

  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await withClient(scratch.original, (client) => store(client, offerings));
  });
  afterAll(() => scratch.stop());

  test('are shared again without a fault: the golden vectors and random ones', async () => {
    const found = await withClient(await scratch.copy(), (client) => named(client, 'true'));
    expect(found).toEqual([]);
  });

  /** Moves a step in each offering in which two users can. @returns the fault of each of the two. */
  const move = async (client: pg.Client) => {
    const { rows } = await client.query<{ fault: string }>(`
      with pair as (
        select distinct on (offering_id) offering_id, giver.id as giver, taker.id as taker
        from ieo_subscriptions giver join ieo_subscriptions taker using (offering_id)
        where giver.id <> taker.id and giver.allocated > 0 and taker.allocated < taker.steps
        order by offering_id, giver.id * 7919 % 11, taker.id * 7919 % 13
      ), moved as (
        update ieo_subscriptions own
        set allocated = allocated + case own.id when giver then -1 else 1 end
        from pair where own.id in (giver, taker) returning own.offering_id, own.id
      )
      select 'ieo_share_otherwise ' || offering_id || ' ' || id as fault from moved`);
    return rows.map(({ fault }) => fault).toSorted();
  };

  test('name both users of every moved step, and no other user', async () => {
    await withClient(await scratch.copy(), async (client) => {
      const moved = await move(client);
      expect(moved.length).toBeGreaterThan(RANDOM_OFFERINGS / 2);
      expect(await named(client, 'true')).toEqual(moved);
    });
  });

  test('are compared in the pass with the first settlement of their offering, and in no later one', async () => {
    await withClient(await scratch.copy(), async (client) => {
      const moved = await move(client);
      const first = 'id in (select min(id) from ieo_subscriptions group by offering_id)';
      expect(await named(client, first)).toEqual(moved);
      expect(await named(client, `not ${first}`)).toEqual([]);
    });
  });
});

test('a step that is moved before its settlement is named by the next pass, and by a pass over everything', async () => {
  // Each of three users who ask for five of seven steps gets two. The first one gets the last step.
  const id = await desk.open({ offered_steps: '7', cap_steps: '4' });
  for (let user = 0; user < USERS; user += 1) {
    const own = await newUser(server, { coins: { USDT: '250' } });
    dataOf(await subscribeOffering(server, own, { quantity: '500', offering: { id } }));
  }
  expect(await server.verifyRecent()).toEqual([]);
  await withServerDatabase(server, async (client) => {
    const own = `(select id from ieo_subscriptions where offering_id = ${id})`;
    await client.query(
      `begin; select from lifecycles where kind = 'ieo-subscription' and id in ${own} for update`,
    );
    await desk.passPhase();
    await lockWaits(client, USERS);
    const { rows } = await readAllocation(server, id);
    expect(rows.map(({ allocated }) => allocated)).toEqual([3, 2, 2]);
    const [first, last] = [`(select min(id) from ${own} own)`, `(select max(id) from ${own} own)`];
    await client.query(`
      update ieo_subscriptions set allocated = allocated + case id when ${last} then 1 else -1 end
      where id in (${first}, ${last})`);
    await client.query('commit');
  });
  await eventually(async () => {
    const settled = `select from ieo_subscriptions where offering_id = ${id} and phase = 'settled'`;
    expect(await queryServer(server, settled)).toHaveLength(USERS);
  });
  const faultsOf = (faults: readonly string[]) => faults.map((fault) => fault.split(',')[0]);
  const fault = `ieo_share_otherwise: offering_id ${id}`;
  for (const faults of [await server.verifyRecent(), (await server.verifyLedger()).faults]) {
    expect(faultsOf(faults).filter((each) => each === fault)).toHaveLength(2);
    // The sum and the bounds are right.
    expect(faults.join()).not.toContain('ieo_allocation_otherwise');
  }
});
