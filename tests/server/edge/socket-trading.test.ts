/** DEPTH and USER of the real server, while users trade with each other over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { DepthBook } from '../../../streams/depth-book.ts';
import { UserState } from '../../../streams/user-state.ts';
import { codeByMail, dataOf, OTHER_PASSWORD, signUp } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { Client } from './socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

interface Person {
  readonly token: string;
}

let server: TestServer;
let match: CurrencyMatch;
let people: readonly Person[];
const clients: Client[] = [];

beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { MARKET_MAKER: 'off' } });
  const [group] = dataOf(await server.call('listCurrencyMatches', {}));
  match = ensure(group?.matches[0], 'a market');
  people = await Promise.all(['trader', 'merchant', 'agent'].map((name) => signInDemo(name)));
});
afterAll(async () => {
  for (const client of clients) client.webSocket.terminate();
  await server.stop();
});

async function signInDemo(name: string): Promise<Person> {
  const account = `demo.${name}@meridian.test`;
  const tokens = dataOf(await server.call('signIn', { account, password: DEMO_PASSWORD }));
  return { token: tokens.accessToken };
}

async function connect(): Promise<Client> {
  const client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  clients.push(client);
  await client.waitFor(({ type }) => type === 'hello');
  return client;
}

async function signedIn({ token }: Person): Promise<Client> {
  const client = await connect();
  client.send({ type: 'auth', token });
  await client.waitFor(({ type }) => type === 'auth');
  return client;
}

async function follow(person: Person, after?: object): Promise<Client> {
  const client = await signedIn(person);
  client.send({ type: 'sub', params: 'USER', ...(after && { after }) });
  if (after === undefined) await client.waitFor(({ type }) => type === 'USER');
  else await client.settle();
  return client;
}

async function readBook(): Promise<Client> {
  const client = await connect();
  client.send({ type: 'sub', params: 'DEPTH', currency_match_id: match.id });
  await client.waitFor(({ type }) => type === 'DEPTH');
  return client;
}

/** A seeded source of random numbers, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const chance = seeded(20_261_120);
let keys = 0;

/** A random order near the last price: limit on either side, or market, some of which meet. */
function randomOrder(): Record<string, string> {
  const side = chance() < 0.5 ? 'buy' : 'sell';
  const quantity = (0.001 * (1 + Math.floor(chance() * 9))).toFixed(3);
  const common = { currency_match_id: String(match.id), side };
  if (chance() < 0.15)
    return side === 'buy'
      ? { ...common, type: 'market', amount: '300' }
      : { ...common, type: 'market', quantity };
  const distance = Math.round((chance() - 0.5) * 20);
  const price = Number(match.currency_quotation.close) * (1 + distance / 1_000);
  return { ...common, type: 'limit', quantity, price: String(Number(price.toFixed(1))) };
}

const place = (person: Person, fields: Record<string, string>) =>
  server.call('placeOrder', fields as never, {
    token: person.token,
    headers: { 'idempotency-key': `socket-trading-${(keys += 1)}-padded` },
  });

/** Places orders by all users concurrently; some of the open ones are canceled. */
async function trade(orders: number): Promise<void> {
  await Promise.all(
    Array.from({ length: orders }, async (_, index) => {
      const person = ensure(people[index % people.length], 'somebody');
      const placed = await place(person, randomOrder());
      const order = placed.code === 1 ? (placed.data as Order) : null;
      if (order?.state === 'paid' && chance() < 0.4)
        await server.call('cancelOrder', { id: order.id }, { token: person.token });
    }),
  );
}

const levels = (side: readonly { readonly price: string; readonly quantity: string }[]) =>
  side.map(({ price, quantity }) => [price, quantity]);

/** The order book after each message, by its number. */
function rebuild(client: Client) {
  const book = new DepthBook();
  const seen = new Map<number, { bids: string[][]; asks: string[][] }>();
  for (const message of client.of('DEPTH')) {
    expect(book.apply(message)).toBe('applied');
    seen.set(message.seq, { bids: levels(book.bids), asks: levels(book.asks) });
  }
  return seen;
}

/** Replays the messages of USER into a state. Fails on a missing or repeated message. */
function replay(client: Client) {
  const state = new UserState();
  const fills = new Set<string>();
  let last: { stream: string; seq: number } | null = null;
  for (const message of client.of('USER')) {
    if (message.kind === 'snapshot') state.replace(message);
    else {
      expect(message).toMatchObject({ stream: last?.stream, seq: (last?.seq ?? 0) + 1 });
      state.apply(message.event);
      if (message.event.kind === 'fill') fills.add(message.event.record.fill.deal_id);
    }
    last = { stream: message.stream, seq: message.seq };
  }
  return { state, fills, last: ensure(last, 'something of USER') };
}

const openOrders = async ({ token }: Person) =>
  dataOf(await server.call('listOpenOrders', {}, { token }));

const byId = (orders: Iterable<Order>) => new Map(Array.from(orders, (order) => [order.id, order]));

const changedOrders = (client: Client): string[] =>
  client
    .of('USER')
    .flatMap((message) =>
      message.kind === 'event' && message.event.kind === 'order' ? [message.event.record.id] : [],
    );

/** Trades of the user's own orders with these ids, as the call lists them. */
async function fillsOf({ token }: Person, ids: Iterable<string>): Promise<Set<string>> {
  const orders = await Promise.all(
    Array.from(ids, async (id) => dataOf(await server.call('getOrder', { id }, { token }))),
  );
  return new Set(orders.flatMap(({ fills }) => fills.map(({ deal_id }) => deal_id)));
}

async function spotBalances({ token }: Person) {
  const { groups } = dataOf(await server.call('listAccounts', {}, { token }));
  const accounts = groups.find((group) => group.account_type_id === 1)?.accounts ?? [];
  return new Map(accounts.map((one) => [one.currency_id, [one.available, one.frozen]]));
}

/** Expects that live orders and balances equal those of the calls. */
async function expectSame(client: Client, person: Person): Promise<void> {
  const listed = byId(await openOrders(person));
  const balances = await spotBalances(person);
  await eventually(() => {
    const { state } = replay(client);
    expect(new Map(state.orders)).toEqual(listed);
    const live = Array.from(
      state.balances,
      ([id, { available, frozen }]) => [id, [available, frozen]] as const,
    );
    expect(new Map(live)).toEqual(balances);
  });
}

describe('while users trade', () => {
  it('the book assembled from DEPTH equals that of the call at the same number, for every reader', async () => {
    const readers = [await readBook()];
    let compared = 0;
    for (let burst = 0; burst < 12; burst += 1) {
      const trading = trade(24);
      const calls = [];
      for (let call = 0; call < 3; call += 1)
        calls.push(
          dataOf(
            await server.call('getDepth', { currency_match_id: String(match.id), size: '1000' }),
          ),
        );
      await trading;
      const now = dataOf(
        await server.call('getDepth', { currency_match_id: String(match.id), size: '1000' }),
      );
      await eventually(() => {
        for (const client of readers) expect(client.of('DEPTH').at(-1)?.seq).toBe(now.seq);
      });
      for (const client of readers) {
        const books = rebuild(client);
        for (const { seq, bids, asks } of [...calls, now]) {
          const book = books.get(seq);
          if (book === undefined) continue;
          expect(book).toEqual({ bids, asks });
          compared += 1;
        }
      }
      if (burst % 4 === 0) readers.push(await readBook());
    }
    expect(compared).toBeGreaterThan(24);
  });

  it('each user follows their own orders, fills and balances, and none of another', async () => {
    const fillsBefore = await Promise.all(
      people.map(async (person) => fillsOf(person, byId(await openOrders(person)).keys())),
    );
    const followers = await Promise.all(people.map((person) => follow(person)));
    await trade(90);
    const seen = new Set<string>();
    for (const [index, person] of people.entries()) {
      const client = ensure(followers[index], 'a follower');
      await expectSame(client, person);
      const changed = new Set(changedOrders(client));
      const fills = await fillsOf(person, changed);
      expect(replay(client).fills).toEqual(fills.difference(fillsBefore[index] ?? new Set()));
      expect(changed.intersection(seen).size).toBe(0);
      for (const id of changed) seen.add(id);
    }
    expect(seen.size).toBeGreaterThan(60);
  });

  it('a socket that was away gets exactly the missed events', async () => {
    const person = ensure(people[0], 'somebody');
    const witness = await follow(person);
    const before = await follow(person);
    await trade(12);
    await expectSame(before, person);
    before.webSocket.terminate();
    const { last } = replay(before);
    await trade(24);
    const after = await follow(person, last);
    await trade(12);
    await expectSame(witness, person);
    await eventually(() => expect(after.of('USER').at(-1)).toEqual(witness.of('USER').at(-1)));
    const missed = witness.of('USER').filter(({ seq, kind }) => kind === 'event' && seq > last.seq);
    expect(after.of('USER')).toEqual(missed);
  });
});

describe('the end of a session', () => {
  const expectNothingMore = async (client: Client) => {
    await client.waitFor((message) => message.type === 'error');
    expect(client.messages.at(-1)).toEqual({ type: 'error', error: 'session_ended' });
    client.send({ type: 'sub', params: 'USER' });
    await client.settle();
    expect(client.messages.at(-2)).toEqual({ type: 'error', error: 'unauthorized' });
  };

  it('by signing out ends USER before the answer arrives', async () => {
    const person = await signInDemo('trader');
    const client = await follow(person);
    dataOf(await server.call('signOut', {}, { token: person.token }));
    await client.settle();
    expect(client.messages.at(-2)).toEqual({ type: 'error', error: 'session_ended' });
  });

  it('by a new password ends USER before the answer arrives', async () => {
    const email = 'reset.socket@example.org';
    const tokens = await signUp(server, email);
    const client = await follow({ token: tokens.accessToken });
    const code = await codeByMail(server, email, 'forget_password', 1);
    const reset = { account: email, new_password: OTHER_PASSWORD, auth_code: code };
    dataOf(await server.call('resetPassword', { ...reset, secondary_password: OTHER_PASSWORD }));
    await client.settle();
    expect(client.messages.at(-2)).toEqual({ type: 'error', error: 'session_ended' });
  });

  it('by being disabled ends USER within seconds', async () => {
    const email = 'disabled.socket@example.org';
    const tokens = await signUp(server, email);
    const client = await follow({ token: tokens.accessToken });
    await queryServer(server, 'update users set disabled_at_ms = 1 where email = $1', [email]);
    await expectNothingMore(client);
  });

  it('does not affect other users', async () => {
    const person = ensure(people[1], 'somebody');
    const client = await follow(person);
    const other = await signInDemo('merchant');
    dataOf(await server.call('signOut', {}, { token: other.token }));
    await client.settle();
    expect(client.messages.filter(({ type }) => type === 'error')).toEqual([]);
  });
});

describe('a restart of the server', () => {
  it('starts another numbering with the same orders and balances', async () => {
    const person = ensure(people[0], 'somebody');
    const before = await follow(person);
    await trade(12);
    await expectSame(before, person);
    const { last, state } = replay(before);
    await server.kill();
    await server.restart();
    const after = await follow(person, last);
    expect(after.of('USER').map(({ kind }) => kind)).toEqual(['snapshot']);
    const known = replay(after);
    expect(known.last.stream).not.toBe(last.stream);
    expect(new Map(known.state.orders)).toEqual(new Map(state.orders));
    await expectSame(after, person);
    const book = await readBook();
    const depth = dataOf(
      await server.call('getDepth', { currency_match_id: String(match.id), size: '1000' }),
    );
    expect(rebuild(book).get(depth.seq)).toEqual({ bids: depth.bids, asks: depth.asks });
  });
});
