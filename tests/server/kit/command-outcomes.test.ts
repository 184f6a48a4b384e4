/** Commands with a latest time, and the call that returns the outcome of one by its key. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { EndpointName, KeyedEndpointName } from '../../../contract/endpoints.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { sellAd, sendAd } from '../../support/fiat/fiat-ads.ts';
import { type Merchant, newMerchant } from '../../support/fiat/fiat-users.ts';
import { distantOrder } from '../../support/lever/contract-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { CONTRACT, FIAT, SPOT } from '../../support/users/balances.ts';
import { transfer, USDT_ID } from '../../support/users/transfers.ts';
import { bindAddress, CHAIN } from '../../support/wallet/wallet-users.ts';
import { queryServer, withServerDatabase } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let market: Awaited<ReturnType<typeof findMarket>>;
/** A user who may make every keyed call. */
let ann: Merchant;
/** Fast contracts need the index log, and end by themselves: `tests/server/micro` tests their keys. */
type CommandName = Exclude<KeyedEndpointName, 'placeMicroOrder'>;
let requests: Readonly<Record<CommandName, object>>;

beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  await server.control('POST', '/chain/pause', { is_paused: true });
  market = await findMarket(server, 'BTC');
  ann = await newMerchant(server, '1000');
  await server.grant(ann.email, 'USDT', '100000');
  const address = dataOf(await bindAddress(server, ann, 'USDT'));
  const bob = await newMerchant(server, '1000');
  const ad = dataOf(await sendAd(server, bob, sellAd(bob)));
  dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '1000' }));
  requests = {
    placeOrder: limitBuy(),
    placeLeverOrder: await eventually(() => distantOrder(server)),
    createTransfer: {
      currency_id: String(USDT_ID),
      from_account_type_id: String(FIAT),
      to_account_type_id: String(CONTRACT),
      amount: '1',
    },
    subscribeStaking: { product_id: '1', amount: '100', daily_ppb: '136986' },
    subscribeOffering: { offering_id: '2', quantity: '100' },
    createWithdrawal: { address_id: address.id, amount: '100', pay_password: PAY_PASSWORD },
    postFiatAd: sellAd(ann),
    createFiatOrder: { ad_id: ad.id, price: '7', payment_kind: 'bank_card', quantity: '10' },
    createFeedback: { type: 'other', title: 'A question', content: 'Where is my deposit?' },
    claimFaucet: { currency_id: String(USDT_ID), chain: CHAIN },
  };
});
afterAll(() => server.stop());
afterEach(() => server.releaseClock());

const KEYED = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) =>
  'takesKey' in endpoint && name !== 'placeMicroOrder' ? [name as CommandName] : [],
);
const limitBuy = () =>
  ({
    currency_match_id: market.id,
    side: 'buy',
    type: 'limit',
    price: market.priceAt(0.95),
    quantity: '0.01',
  }) as const;
const now = () => server.controlAdvance(0);

/** @param expiresAt the header is not sent without it. */
const send = <N extends EndpointName>(
  name: N,
  fields: object,
  key: string,
  expiresAt?: number,
  token = ann.token,
): Promise<Envelope<unknown>> =>
  server.call(name, fields as RequestInput<N>, {
    token,
    headers: {
      ...newClientAddress(),
      'idempotency-key': key,
      ...(expiresAt !== undefined && { 'command-expires-at': String(expiresAt) }),
    },
  });

const outcomeOf = async (
  name: KeyedEndpointName,
  key: string,
  expiresAt?: number,
  token = ann.token,
): Promise<CommandOutcome> =>
  dataOf(
    await server.call(
      'getCommandOutcome',
      {
        path: ENDPOINTS[name].path,
        idempotency_key: key,
        ...(expiresAt !== undefined && { expires_at: String(expiresAt) }),
      },
      { token, headers: newClientAddress() },
    ),
  );

const nothing = (state: CommandOutcome['state']) => ({ state, record_id: null, error: null });

/** Counts the records of every kind that a command can make. */
const digest = () =>
  queryServer(
    server,
    `select (select count(*) from spot_orders) as orders, (select count(*) from lever_orders) as contract_orders, (select count(*) from transfers) as transfers,
       (select count(*) from withdrawals) as withdrawals, (select count(*) from fiat_ads) as ads,
       (select count(*) from fiat_orders) as fiat_orders, (select count(*) from feedback_tickets) as tickets,
       (select count(*) from ledger_movements) as movements, (select count(*) from spot_postings) as postings,
       (select count(*) from dealing_postings) as dealing_postings,
       (select md5(string_agg(account::text, ';' order by owner_id, account_type, currency_id))
        from ledger_accounts as account) as accounts`,
  );

/** Waits until a server that has just started reports certain outcomes. */
const settled = () =>
  eventually(async () =>
    expect(await outcomeOf('placeOrder', newKey(), (await now()) - 1)).toEqual(
      nothing('not_executed'),
    ),
  );

describe.each(KEYED)('%s', (name) => {
  test('changes nothing when it arrives after its latest time', async () => {
    const before = await digest();
    const key = newKey();
    expect(errorOf(await send(name, requests[name], key, (await now()) - 1))).toBe(
      'command_expired',
    );
    expect(await digest()).toEqual(before);
    await settled();
    expect(await outcomeOf(name, key, (await now()) - 1)).toEqual(nothing('not_executed'));
  });

  test('is answered like the first time if it was in time, however late it is repeated', async () => {
    const key = newKey();
    const expiresAt = (await now()) + LIMITS.command_valid_ms;
    const first = await send(name, requests[name], key, expiresAt);
    expect(errorOf(first)).toBeUndefined();
    const asked = await outcomeOf(name, key, expiresAt);
    expect(asked).toMatchObject({ state: 'executed', error: null });

    await server.holdClock(expiresAt + 1);
    const after = await digest();
    const { id } = first.data as { readonly id?: string };
    const again = await send(name, requests[name], key, expiresAt);
    expect(again).toMatchObject({ code: 1, data: id === undefined ? first.data : { id } });
    expect(await outcomeOf(name, key, expiresAt)).toEqual(asked);
    const { transaction_hash: hash } = first.data as { readonly transaction_hash?: string };
    expect(asked.record_id).toBe(id ?? hash);
    expect(await digest()).toEqual(after);
  });
});

test('an unused key is pending until its latest time has passed, and cannot be used after that', async () => {
  await settled();
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  await server.holdClock(expiresAt);
  expect(await outcomeOf('placeOrder', key, expiresAt)).toEqual(nothing('pending'));
  await server.holdClock(expiresAt + 1);
  expect(await outcomeOf('placeOrder', key, expiresAt)).toEqual(nothing('not_executed'));

  const before = await digest();
  // The latest time is missing, as if a proxy had removed the header.
  for (const sent of [expiresAt, undefined, expiresAt + LIMITS.command_valid_ms])
    expect(errorOf(await send('placeOrder', limitBuy(), key, sent))).toBe('command_expired');
  expect(await digest()).toEqual(before);
  expect(await outcomeOf('placeOrder', key, expiresAt)).toEqual(nothing('not_executed'));
});

test('a key without a latest time may be used at any time: it stays pending', async () => {
  const key = newKey();
  await settled();
  await server.controlAdvance(LIMITS.command_valid_ms_max);
  expect(await outcomeOf('placeOrder', key)).toEqual(nothing('pending'));
  expect(errorOf(await send('placeOrder', limitBuy(), key))).toBeUndefined();
  expect(await outcomeOf('placeOrder', key)).toMatchObject({ state: 'executed' });
});

test('a refusal is final once the command can no longer be executed', async () => {
  await settled();
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  const much = { ...limitBuy(), quantity: '1000' };
  expect(errorOf(await send('placeOrder', much, key, expiresAt))).toBe('insufficient_balance');
  expect(await outcomeOf('placeOrder', key, expiresAt)).toEqual(nothing('pending'));
  await server.holdClock(expiresAt + 1);
  expect(await outcomeOf('placeOrder', key, expiresAt)).toEqual({
    state: 'refused',
    record_id: null,
    error: 'insufficient_balance',
  });
});

test('the key of another user looks like an unused one, and so does the key of another call', async () => {
  await settled();
  const eve = await newTrader(server);
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  dataOf(await placeOrder(server, ann, limitBuy(), key));
  expect(await outcomeOf('placeOrder', key, expiresAt, eve.token)).toEqual(nothing('pending'));
  expect(await outcomeOf('createTransfer', key, expiresAt)).toEqual(nothing('pending'));
  await server.holdClock(expiresAt + 1);
  expect(await outcomeOf('placeOrder', key, expiresAt, eve.token)).toEqual(nothing('not_executed'));
  // The report to one user closes no key of another user.
  expect(await outcomeOf('placeOrder', key, expiresAt)).toMatchObject({ state: 'executed' });
});

test('another order under a used key is refused, in time and too late', async () => {
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  dataOf(await send('placeOrder', limitBuy(), key, expiresAt));
  const other = { ...limitBuy(), quantity: '0.02' };
  expect(errorOf(await send('placeOrder', other, key, expiresAt))).toBe('idempotency_key_reused');
  await server.holdClock(expiresAt + 1);
  expect(errorOf(await send('placeOrder', other, key, expiresAt))).toBe('idempotency_key_reused');
});

test('a command that waits for a lock while its time passes is pending, and then refused', async () => {
  await settled();
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  const before = await digest();
  const answer = await withServerDatabase(server, async (client) => {
    await client.query('begin');
    await client.query('select from users where email = $1 for update', [ann.email]);
    const sent = send('createFeedback', requests.createFeedback, key, expiresAt);
    await waitsForLock(1);
    await server.holdClock(expiresAt + 1);
    expect(await outcomeOf('createFeedback', key, expiresAt)).toEqual(nothing('pending'));
    await client.query('rollback');
    return sent;
  });
  expect(errorOf(answer)).toBe('command_expired');
  expect(await outcomeOf('createFeedback', key, expiresAt)).toEqual(nothing('not_executed'));
  expect(await digest()).toEqual(before);
});

test('a transfer that is being recorded while its time passes is pending, and then executed', async () => {
  await settled();
  const key = newKey();
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  const answer = await withServerDatabase(server, async (client) => {
    await client.query('begin');
    await client.query(
      `select from ledger_accounts where account_type = $2
         and owner_id = (select id from users where email = $1) for update`,
      [ann.email, FIAT],
    );
    const sent = send('createTransfer', requests.createTransfer, key, expiresAt);
    await waitsForLock(1);
    await server.holdClock(expiresAt + 1);
    expect(await outcomeOf('createTransfer', key, expiresAt)).toEqual(nothing('pending'));
    await client.query('rollback');
    return sent;
  });
  const { id } = dataOf(answer) as { readonly id: string };
  expect(await outcomeOf('createTransfer', key, expiresAt)).toMatchObject({
    state: 'executed',
    record_id: id,
  });
});

/** Waits until that many statements of the server wait for the test's lock. */
const waitsForLock = (count: number) =>
  eventually(async () => {
    const [row] = await queryServer<{ waiting: bigint }>(
      server,
      `select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    expect(Number(ensure(row, 'a count').waiting)).toBe(count);
  });

test('an outcome beyond the retention is forgotten, not "not executed"', async () => {
  await settled();
  const eve = await newTrader(server);
  const longAgo = (await now()) - LIMITS.idempotency_key_valid_ms;
  expect(await outcomeOf('placeOrder', newKey(), longAgo, eve.token)).toEqual(nothing('forgotten'));
});

test('an invalid latest time, or one beyond the limit, is an invalid request', async () => {
  const far = (await now()) + 2 * LIMITS.command_valid_ms_max;
  const headers = { ...newClientAddress(), 'idempotency-key': newKey() };
  for (const expiry of [String(far), 'soon', '-1', '1.5', ''])
    expect(
      await server.call('placeOrder', limitBuy(), {
        token: ann.token,
        headers: { ...headers, 'command-expires-at': expiry },
      }),
    ).toMatchObject({ error: 'invalid_request', fields: ['command-expires-at'] });
});

test('a command without a key is refused too when it comes too late, and every answer has the server time', async () => {
  const { id } = dataOf(await placeOrder(server, ann, limitBuy()));
  const headers = { 'command-expires-at': String((await now()) - 1) };
  const late = await server.call('cancelOrder', { id }, { token: ann.token, headers });
  expect(errorOf(late)).toBe('command_expired');
  expect(dataOf(await server.call('getOrder', { id }, { token: ann.token })).state).toBe('paid');

  const held = (await now()) + 60_000;
  await server.holdClock(held);
  for (const path of [ENDPOINTS.listAreas.path, ENDPOINTS.getUserInfo.path]) {
    const { headers: told } = await fetch(`${server.origin}${path}`);
    expect(told.get('server-time')).toBe(String(held));
  }
  const wrongMethod = await fetch(`${server.origin}${ENDPOINTS.listAreas.path}`, {
    method: 'POST',
  });
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get('server-time')).toBe(String(held));
});

test('a transfer out of contracts has the outcome of its posting for the dealing writer', async () => {
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  const out = {
    ...requests.createTransfer,
    from_account_type_id: String(CONTRACT),
    to_account_type_id: String(FIAT),
  };
  const key = newKey();
  dataOf(await send('createTransfer', requests.createTransfer, newKey(), expiresAt));
  const { id } = dataOf(await send('createTransfer', out, key, expiresAt)) as { id: string };
  expect(await outcomeOf('createTransfer', key, expiresAt)).toMatchObject({ state: 'executed' });
  // A crash between transfer and commit leaves a posting open. It has a first leg, so that no sweep books it.
  const [open] = await queryServer<{ id: bigint; booked: bigint }>(
    server,
    `insert into dealing_postings
       (recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for)
     select recipe, 'open ' || cause_id, actor_id, request_id, entries, created_at_ms, 0
     from dealing_postings where cause_id = '${id}'
     returning id, (select dealing_posting_id from transfers where id = ${id}) as booked`,
  );
  const isBookedBy = (posting: bigint | undefined) =>
    queryServer(server, `update transfers set dealing_posting_id = ${posting} where id = ${id}`);
  await isBookedBy(open?.id);
  expect(await outcomeOf('createTransfer', key, expiresAt)).toMatchObject({ state: 'pending' });
  await queryServer(server, `update dealing_postings set refused_at_ms = 1 where id = ${open?.id}`);
  expect(await outcomeOf('createTransfer', key, expiresAt)).toMatchObject({
    state: 'refused',
    error: 'margin_in_use',
  });
  await isBookedBy(open?.booked);
});

test('the outcome of a command is answered after the server was killed', async () => {
  const [placed, moved, never] = [newKey(), newKey(), newKey()];
  const expiresAt = (await now()) + LIMITS.command_valid_ms;
  const { id } = dataOf(await send('placeOrder', limitBuy(), placed, expiresAt)) as { id: string };
  dataOf(await send('createTransfer', requests.createTransfer, moved, expiresAt));
  await server.kill();
  await server.restart();
  const late = await now();
  // Commands of the killed server may still be ending, so the outcome stays pending for a moment.
  expect(await outcomeOf('placeOrder', never, late - 1)).toEqual(nothing('pending'));
  const tokenOfAnn = ann.token;
  expect(await outcomeOf('placeOrder', placed, expiresAt, tokenOfAnn)).toMatchObject({
    state: 'executed',
    record_id: id,
  });
  expect(await outcomeOf('createTransfer', moved, expiresAt)).toMatchObject({ state: 'executed' });
  await settled();
  expect(await outcomeOf('placeOrder', never, late - 1)).toEqual(nothing('not_executed'));
});
