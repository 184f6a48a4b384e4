/**
 * A server that is killed in the middle of a payment, an allocation and a distribution; then faults planted by hand into the
 * rows of token subscriptions: the verifier of the ledger names each.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Offering } from '../../../contract/ieo/ieo.ts';
import { eventually } from '../../support/eventually.ts';
import { findOpenOffering, subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { forgedMovement, type PlantedEntry } from '../../support/ledger/forged-movement.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const USERS = 4;
/** 201 steps, which are one more than the larger cap. */
const QUANTITY = '20100';

let server: TestServer;
/** Offerings that are distributed, and allocated, when the server is killed. */
let distributed: Offering;
let allocated: Offering;
/** Number of a subscription to the first. */
let own: string;
/** A payment that waited for the spot writer when the server was killed. */
let payment: KilledPayment;
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  const users: readonly TestUser[] = await Promise.all(
    Array.from({ length: USERS }, () => newUser(server, { coins: { USDT: '20000' } })),
  );
  distributed = await findOpenOffering(server, 'LUM');
  const [first, ...others] = users;
  payment = await killAtPayment(ensure(first, 'a user'), distributed);
  // The outage makes its subscription longer.
  distributed = await findOpenOffering(server, 'LUM');
  await subscribeAll(others, distributed);
  const { opens_at: opensAt } = ensure(
    dataOf(await server.call('listOfferings', {})).find(({ token_code: code }) => code === 'MRB'),
    'the offering that comes',
  );
  await server.holdClock(opensAt);
  allocated = await findOpenOffering(server, 'MRB');
  const present = await Promise.all(users.map((user) => signedInAgain(user)));
  await subscribeAll(present, allocated);
  const rows = await queryServer<{ id: string }>(
    server,
    `select max(id)::text as id from ieo_subscriptions where offering_id = ${distributed.id}`,
  );
  own = ensure(rows[0], 'a subscription').id;
});
afterAll(() => server.stop());

const subscribeAll = (users: readonly TestUser[], offering: Offering) =>
  Promise.all(
    users.map(async (user) =>
      dataOf(await subscribeOffering(server, user, { quantity: QUANTITY, offering })),
    ),
  );
/** A moved clock has ended the session of the user. */
const signedInAgain = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: dataOf(await signIn(server, user.email)).accessToken,
});

/** Returns the phase of an offering, its published lists, and its settled subscriptions. */
const standing = async (id: string) => {
  const rows = await queryServer<{ standing: string }>(
    server,
    `select phase || '/' || (select count(*) from ieo_publications where offering_id = offering.id)
       || '/' || (select count(*) from ieo_subscriptions own where offering_id = offering.id and own.phase = 'settled')
       as standing
     from ieo_offerings offering where id = ${id}`,
  );
  return ensure(rows[0], 'the offering').standing;
};
const seeStanding = (id: string, expected: string) =>
  eventually(async () => expect(await standing(id)).toBe(expected));

interface KilledPayment {
  readonly user: TestUser;
  /** Its phase at the kill, and after the next start without a call of the user. */
  readonly phases: readonly string[];
  /** The answers to the same key after the start: number and quantity of the subscription. */
  readonly answers: readonly string[];
}

/** Locks the spot account of a user who subscribes, and kills the server while the payment waits for it. */
async function killAtPayment(user: TestUser, offering: Offering): Promise<KilledPayment> {
  const key = newKey();
  const subscribe = () =>
    subscribeOffering(server, user, { quantity: QUANTITY, offering }, key).then(dataOf);
  const phase = async () => {
    const rows = await queryServer<{ phase: string }>(server, 'select phase from ieo_payments');
    return rows.map((row) => row.phase).join();
  };
  const before = await withServerDatabase(server, async (client) => {
    // The database may end with its server.
    client.on('error', () => {});
    await client.query(
      `begin; select from ledger_accounts account join users on users.id = owner_id
       where account_type = 1 and email = '${user.email}' for update of account`,
    );
    const lost = subscribe().then(
      () => 'answered',
      () => 'lost',
    );
    await lockWaits(client, 1);
    const seen = await phase();
    await server.kill();
    expect(await lost).toBe('lost');
    return seen;
  });
  await server.restart();
  const after = await eventually(async () => {
    const seen = await phase();
    expect(seen).not.toBe(before);
    return seen;
  });
  const answers = [await subscribe(), await subscribe()];
  return {
    user,
    phases: [before, after, await phase()],
    answers: answers.map(({ id, quantity }) => `${id} ${quantity}`),
  };
}

test('a server that is killed before a payment is booked takes it once', async () => {
  const { user, phases, answers } = payment;
  expect(phases).toEqual(['requested', 'held', 'held']);
  expect(answers).toEqual([`1 ${QUANTITY}`, `1 ${QUANTITY}`]);
  const held = await queryServer<{ count: number; sum: string }>(
    server,
    `select count(*)::integer, sum(trunc(frozen_delta / 10::numeric ^ 18))::text as sum
     from ledger_entries entry join ledger_movements movement using (journal, number)
     where recipe = 'ieo.payment_held' and account_type = 5
       and cause_id = (select min(id)::text from ieo_payments)
       and owner_id = (select id from users where email = $1)`,
    [user.email],
  );
  expect(held).toEqual([{ count: 1, sum: '10050' }]);
});

/** Locks the row that the end of the offering waits for, and kills the server there. */
async function killAtEnd(offering: Offering, row: string, expected: string): Promise<void> {
  await withServerDatabase(server, async (client) => {
    // The database may end with its server.
    client.on('error', () => {});
    await client.query(`begin; select from ${row} for update`);
    await server.holdClock(offering.closes_at);
    await seeStanding(offering.id, expected);
    await server.kill();
  });
  await server.restart();
}

test('a killed server allocates once, and distributes once', async () => {
  const ofOwn = `lifecycles where kind = 'ieo-subscription' and id = ${own}`;
  await killAtEnd(distributed, ofOwn, `distributing/2/${USERS - 1}`);
  await seeStanding(distributed.id, `ended/2/${USERS}`);
  const ofOther = `ieo_subscriptions where id in (
    select max(id) from ieo_subscriptions where offering_id = ${allocated.id})`;
  await killAtEnd(allocated, ofOther, 'allocating/1/0');
  await seeStanding(allocated.id, `ended/2/${USERS}`);
  await eventually(async () => {
    const { faults, currencies } = await server.verifyLedger();
    expect(faults).toEqual([]);
    expect(currencies.filter(({ sum }) => sum !== '0')).toEqual([]);
  });
  // Each user has the cap of both tokens, and paid for no more.
  const balances = await queryServer<{ code: string; available: string; users: number }>(
    server,
    `select code, trunc(available / 1000000000000000000)::text as available, count(*)::integer as users
     from ledger_accounts account join currencies on currencies.id = currency_id
     where account_type = 1 and owner_id in (select user_id from ieo_subscriptions)
     group by code, available order by code`,
  );
  expect(balances).toEqual([
    { code: 'LUM', available: '10000', users: USERS },
    { code: 'MRB', available: '20000', users: USERS },
    // 20,000 less 5,000 for each token.
    { code: 'USDT', available: '10000', users: USERS },
  ]);
});

test.each([
  [
    'a name in the lists',
    "update ieo_subscriptions set entry = 'x' || entry where id = $own",
    'update ieo_subscriptions set entry = substr(entry, 2) where id = $own',
  ],
  [
    'a result in them',
    'update ieo_subscriptions set allocated = 0 where id = $own',
    'update ieo_subscriptions set allocated = 100 where id = $own',
  ],
  [
    'the terms in their heads',
    withoutTriggers('ieo_offerings', 'update ieo_offerings set cap = cap + 1 where id = $offering'),
    withoutTriggers('ieo_offerings', 'update ieo_offerings set cap = cap - 1 where id = $offering'),
  ],
])('the next pass names published lists after a change of %s', async (_what, change, undo) => {
  const run = (text: string) =>
    queryServer(server, text.replaceAll('$own', own).replaceAll('$offering', distributed.id));
  const names = async () =>
    (await server.verifyRecent())
      .map((fault) => fault.split(':')[0])
      .filter((name) => name === 'ieo_list_differs');
  // The lists are compared by the first of these passes at the latest.
  expect(await names()).toEqual([]);
  expect(await names()).toEqual([]);
  await run(change);
  expect(await names()).toEqual(['ieo_list_differs']);
  expect(await names()).toEqual(['ieo_list_differs']);
  await run(undo);
  expect(await names()).toEqual([]);
});

interface Plant {
  readonly what: string;
  /** A regular expression of its name. */
  readonly fault: string;
  /** Statements on `$own`, a subscription, and `$offering`. */
  readonly plant: readonly string[];
  readonly undo: readonly string[];
}

const set = (table: string, column: string, fault: string, what: string): Plant => {
  const where =
    table === 'ieo_offerings'
      ? 'id = $offering'
      : `${table === 'ieo_payments' ? 'subscription_id' : 'id'} = $own`;
  const change = (sign: string) =>
    withoutTriggers(table, `update ${table} set ${column} = ${column} ${sign} 1 where ${where}`);
  return { what, fault, plant: [change('+')], undo: [change('-')] };
};

/** A balanced movement of the general journal about the subscription. */
const forged = (recipe: string, cause: string, entries: readonly PlantedEntry[]): string =>
  forgedMovement(
    {
      recipe,
      cause,
      facts: `select user_id, pay_currency_id as pay, token_currency_id as token, own.updated_at_ms
        from ieo_subscriptions own join ieo_offerings offering on offering.id = offering_id
        where own.id = $own`,
    },
    entries,
  );

const heldUnit = (cause: string): string =>
  forged('ieo.payment_held', cause, [
    ['user_id', 1, 'pay', '-1', '0'],
    ['user_id', 5, 'pay', '0', '1'],
  ]);

const PLANTS: readonly Plant[] = [
  set('ieo_payments', 'amount', 'ieo_subscription_not_booked', 'a larger payment'),
  set('ieo_subscriptions', 'paid', 'ieo_subscription_not_booked', 'a larger paid amount'),
  set('ieo_subscriptions', 'allocated', 'ieo_allocation_otherwise', 'a step more than the cap'),
  set('ieo_offerings', 'subscribed', 'ieo_subscribed_differs', 'a larger demand'),
  set(
    'ieo_offerings',
    'step_price',
    // A pass names a few of the many faults.
    'ieo_(subscription_not_booked|(payment_)?booked_otherwise)',
    'another price of settled steps',
  ),
  set('ieo_offerings', 'offered', 'ieo_tokens_booked_otherwise', 'more tokens than are promised'),
  {
    what: 'an end by hand',
    fault: 'lifecycle_row_differs',
    plant: ["update ieo_subscriptions set phase = 'refunded' where id = $own"],
    undo: ["update ieo_subscriptions set phase = 'settled' where id = $own"],
  },
  {
    what: 'a list that is not the one that was published',
    fault: 'ieo_list_differs',
    plant: ["update ieo_subscriptions set entry = 'x' || entry where id = $own"],
    undo: ['update ieo_subscriptions set entry = substr(entry, 2) where id = $own'],
  },
  {
    what: 'tokens taken out of a promise',
    fault: 'frozen_not_held',
    plant: [
      `update ledger_accounts set frozen = frozen + 1, available = available - 1
       where account_type = 131 and available > 0 and currency_id = $token`,
    ],
    undo: [
      `update ledger_accounts set frozen = frozen - 1, available = available + 1
       where account_type = 131 and frozen > 0 and currency_id = $token`,
    ],
  },
  {
    what: 'a payment on hold that no subscription counts',
    fault: 'ieo_subscription_not_booked',
    plant: ["update ieo_payments set phase = 'refused' where subscription_id = $own"],
    undo: ["update ieo_payments set phase = 'held' where subscription_id = $own"],
  },
  {
    what: 'a settled offering that was never published',
    fault: 'ieo_offering_not_booked',
    plant: [
      withoutTriggers(
        'ieo_offerings',
        "update ieo_offerings set phase = 'draft' where id = $offering",
      ),
    ],
    undo: ["update ieo_offerings set phase = 'ended' where id = $offering"],
  },
  // The movements of these faults stay in the ledger.
  {
    what: 'tokens of an issuer that are not those of their row',
    fault: 'ieo_funded_otherwise',
    plant: [
      "insert into ieo_fundings (currency_id, amount, request_id, at_ms) values ($token, 2, 'forged', 0)",
      forged('ieo.funded', '(select max(id)::text from ieo_fundings)', [
        ['0', 100, 'token', '-1', '0'],
        ['0', 131, 'token', '1', '0'],
      ]),
    ],
    undo: [],
  },
  {
    what: 'a payment on hold that is not the price of its steps',
    fault: 'ieo_payment_booked_otherwise',
    plant: [heldUnit('(select min(id)::text from ieo_payments where subscription_id = $own)')],
    undo: [],
  },
  {
    what: 'a payment on hold without a subscription',
    fault: 'cause_missing',
    plant: [heldUnit("'999999'")],
    undo: [],
  },
  {
    what: 'a subscription that is settled a second time',
    fault: 'ieo_booked_twice',
    plant: [
      forged('ieo.settled', "'$own'", [
        ['0', 132, 'pay', '-1', '0'],
        ['user_id', 102, 'pay', '1', '0'],
      ]),
    ],
    undo: [],
  },
];

test.each(PLANTS)('$what is named', async ({ fault, plant, undo }) => {
  const run = async (statements: readonly string[]) => {
    for (const text of statements)
      await queryServer(
        server,
        text
          .replaceAll('$own', own)
          .replaceAll('$offering', distributed.id)
          .replaceAll('$token', String(distributed.token_currency_id)),
      );
  };
  await run(plant);
  const { faults } = await server.verifyLedger();
  await run(undo);
  const names = faults.map((each) => each.split(':')[0]);
  expect(names).toContainEqual(expect.stringMatching(new RegExp(`^${fault}$`)));
});
