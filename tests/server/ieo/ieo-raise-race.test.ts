/** 100 users raise their payments while the clock passes the end of an offering, millisecond by millisecond. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocationFaults, entryOf } from '../../../contract/figures/allocation-check.ts';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { OFFERED_TOKEN, OperatedOfferings } from '../../support/ieo/operated-offerings.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

const USERS = 100;
/** Users of one wave: so many sign up at once, and so many more raise with each step of the clock. */
const WAVE = 34;
/** Raises without an answer before the offering has ended. */
const LATE = 4;
/** Steps of 100 tokens at 50 USDT: more than all first payments, and fewer than all raised ones. */
const [FIRST, RAISED, OFFERED, STEP_PRICE] = [1, 3, 110, 50];
const MONEY = 200;

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

interface Subscriber {
  readonly user: TestUser;
  readonly own: IeoSubscription;
}

const ask = (user: TestUser, steps: number, id: string) =>
  subscribeOffering(server, user, { quantity: String(steps * 100), offering: { id } });

async function subscribeAll(id: string): Promise<readonly Subscriber[]> {
  const subscribers: Subscriber[] = [];
  while (subscribers.length < USERS) {
    const count = Math.min(WAVE, USERS - subscribers.length);
    const wave = Array.from({ length: count }, async () => {
      const user = await newUser(server, {
        coins: { USDT: String(MONEY) },
        headers: newClientAddress(),
      });
      return { user, own: dataOf(await ask(user, FIRST, id)) };
    });
    subscribers.push(...(await Promise.all(wave)));
  }
  return subscribers;
}

/**
 * Raises all payments: with each step of the clock a wave begins, while raises of the wave before have no answer.
 * @param client holds the first subscriptions, of which the raises have no answer until it lets go.
 */
async function raiseAll(
  subscribers: readonly Subscriber[],
  { id, closesAt, client }: { id: string; closesAt: number; client: pg.Client },
): Promise<readonly Promise<string | undefined>[]> {
  const raises: Promise<string | undefined>[] = [];
  const raise = (count: number) => {
    const wave = subscribers.slice(raises.length, raises.length + count);
    raises.push(...wave.map(async ({ user }) => errorOf(await ask(user, RAISED, id))));
    return raises.slice(-wave.length);
  };
  await server.holdClock(closesAt - 1);
  raise(LATE);
  await lockWaits(client, LATE);
  let wave = raise(WAVE - LATE);
  for (const atMs of [closesAt, closesAt + 1]) {
    await Promise.race(wave);
    await server.holdClock(atMs);
    wave = raise(WAVE);
  }
  return raises;
}

/** All accounts of each subscriber that hold something, in whole coins, by the number of the subscription. */
const holdings = async (id: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await queryServer<{ id: string; held: string }>(
    server,
    `select own.id::text, string_agg(account_type || ' ' || code || ' ' || trunc(available / 10::numeric ^ scale)
         || ' ' || trunc(frozen / 10::numeric ^ scale), ', ' order by account_type, code) as held
     from ieo_subscriptions own
     join ledger_accounts account on owner_id = user_id
     join currencies on currencies.id = currency_id
     where offering_id = $1 and (available, frozen) <> (0, 0)
     group by own.id`,
    [id],
  );
  return new Map(rows.map((row) => [row.id, row.held]));
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('of 100 raises at the end each one is in the published list, or refused and not paid', async () => {
  const offerings = await OperatedOfferings.on(server);
  await offerings.fund(String(OFFERED * 100));
  const id = await offerings.open({ offered_steps: String(OFFERED) });
  const subscribers = await subscribeAll(id);
  const { closes_at: closesAt } = dataOf(await server.call('getOffering', { offering_id: id }));
  const errors = await withServerDatabase(server, async (client) => {
    await client.query('begin');
    await client.query(
      "select from lifecycles where kind = 'ieo-subscription' and id = any($1) for update",
      [subscribers.slice(0, LATE).map(({ own }) => own.id)],
    );
    const raises = await raiseAll(subscribers, { id, closesAt, client });
    await offerings.reach(id, 'allocating');
    await client.query('rollback');
    return Promise.all(raises);
  });
  expect(errors.slice(0, LATE)).toEqual(Array.from({ length: LATE }, () => undefined));
  // The clock passes the end during the first wave, and later raises of it may be refused.
  expect([undefined, 'offering_not_open']).toEqual(
    expect.arrayContaining([...new Set(errors.slice(0, WAVE))]),
  );
  expect(new Set(errors.slice(WAVE))).toEqual(new Set(['offering_not_open']));
  const wanted = errors.map((error) => (error === undefined ? RAISED : FIRST));

  await eventually(async () => {
    const { progress } = dataOf(await server.call('getOffering', { offering_id: id }));
    expect(progress).toBe('distributed');
  });
  const { offered, cap, proof, rows } = dataOf(
    await server.call('getOfferingAllocation', { offering_id: id }),
  );
  const listed = new Map(rows.map((row) => [row.entry, row]));
  const entries = subscribers.map(({ own }) => entryOf(sha256, own.salt, own.id));
  expect(entries.map((entry) => listed.get(entry)?.wanted)).toEqual(wanted);
  expect(rows).toHaveLength(USERS);
  const hashes = { inputsSha256: proof.inputs_sha256, outputsSha256: proof.outputs_sha256 };
  expect(allocationFaults(sha256, { offeringId: id, offered, cap, ...hashes, rows })).toEqual([]);
  const asked = wanted.reduce((sum, steps) => sum + steps, 0);
  const given = rows.reduce((sum, { allocated }) => sum + (allocated ?? 0), 0);
  expect(given).toBe(Math.min(OFFERED, asked));

  const expected = entries.map((entry) => {
    const steps = listed.get(entry)?.allocated ?? 0;
    const tokens = steps === 0 ? '' : `1 ${OFFERED_TOKEN} ${steps * 100} 0, `;
    return `${tokens}1 USDT ${MONEY - steps * STEP_PRICE} 0`;
  });
  await eventually(async () => {
    const held = await holdings(id);
    expect(subscribers.map(({ own }) => held.get(own.id))).toEqual(expected);
  });
  // A refused raise leaves no payment.
  const payments = await queryServer<{ phase: string; times: number }>(
    server,
    'select phase, count(*)::integer as times from ieo_payments where offering_id = $1 group by phase',
    [id],
  );
  const taken = errors.filter((error) => error === undefined).length;
  expect(payments).toEqual([{ phase: 'held', times: USERS + taken }]);
});
