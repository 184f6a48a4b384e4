/** `auth` and USER: who sees whose orders and balances, from when to when, and that nothing is missed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import type { UserMessage, UserSnapshotMessage } from '../../contract/channels.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts';
import type { SpotDeal } from '../../server/spot/spot-events.ts';
import { startHarness, WAIT, type Client, type Harness } from './socket-harness.ts';
import { orderOf } from './socket-sources.ts';

const ANN = 7;
const BOB = 8;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const SUB = { type: 'sub', params: 'USER' };

const errorsOf = (client: Client): string[] =>
  client.messages.flatMap((message) => (message.type === 'error' ? [message.error] : []));

async function signedIn(token: string): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'auth', token });
  await client.waitFor(({ type }) => type === 'auth');
  return client;
}

/** A socket of that user that has its snapshot. */
async function follower(userId: number): Promise<Client> {
  const client = await signedIn(harness.sessions.issue(userId));
  client.send(SUB);
  await client.waitFor(({ type }) => type === 'USER');
  return client;
}

const placed = (userId: number, id: number) =>
  harness.exchange.commit({ orders: [orderOf(userId, id)] });

const positionOf = (client: Client) => {
  const { stream, seq } = ensure(client.of('USER').at(-1), 'something of USER');
  return { stream, seq };
};

const orderIds = (messages: readonly UserMessage[]): string[] =>
  messages.flatMap((message) =>
    message.kind === 'event' && message.event.kind === 'order' ? [message.event.order.id] : [],
  );

const snapshotsOf = (client: Client): UserSnapshotMessage[] =>
  client.of('USER').filter((message) => message.kind === 'snapshot');

const waitForEvents = (client: Client, count: number) =>
  vi.waitFor(() => expect(orderIds(client.of('USER'))).toHaveLength(count), WAIT);

/** A new socket of that user that goes on after `after`. */
async function returning(userId: number, after: object): Promise<Client> {
  const client = await signedIn(harness.sessions.issue(userId));
  client.send({ ...SUB, after });
  await client.settle();
  return client;
}

/** Resolves when the server has looked at the time and done what was due. */
async function passMinutes(minutes: number): Promise<void> {
  const witness = await signedIn(harness.sessions.issue(BOB, 'witness', minutes * MINUTE_MS));
  harness.clock.time += minutes * MINUTE_MS;
  await witness.settle();
  await witness.waitFor(({ type }) => type === 'error');
  witness.webSocket.terminate();
}

describe('auth', () => {
  it('takes a good token, and answers a wrong one with unauthorized; the socket stays', async () => {
    const client = await harness.connect();
    client.send({ type: 'auth', token: 'nobody-has-this-token' });
    await client.waitFor(({ type }) => type === 'error');
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    await client.waitFor(({ type }) => type === 'auth');
    expect(errorsOf(client)).toEqual(['unauthorized']);
    expect(client.closedWith).toBeUndefined();
  });

  it('of a session that ended is answered with session_ended', async () => {
    const token = harness.sessions.issue(ANN, 'one');
    harness.sessions.end('one');
    const client = await harness.connect();
    client.send({ type: 'auth', token });
    await client.waitFor(({ type }) => type === 'error');
    expect(errorsOf(client)).toEqual(['session_ended']);
  });

  it('is needed before USER', async () => {
    const client = await harness.connect();
    client.send(SUB);
    await client.settle();
    expect(errorsOf(client)).toEqual(['unauthorized']);
  });

  it('and USER may be sent in one breath', async () => {
    const client = await harness.connect();
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    expect(client.messages.map(({ type }) => type)).toEqual(['hello', 'auth', 'USER']);
  });

  it('with too many wrong tokens closes the socket with 1008', async () => {
    const client = await harness.connect();
    for (let guess = 0; guess < 30; guess += 1)
      client.send({ type: 'auth', token: `a-guess-of-a-token-${guess}` });
    expect(await client.waitForClose()).toBe(1008);
  });

  it('with the token of somebody else ends what was subscribed to before', async () => {
    const client = await follower(ANN);
    const { stream } = positionOf(client);
    client.send({ type: 'auth', token: harness.sessions.issue(BOB) });
    client.send({ ...SUB, after: { stream, seq: 0 } });
    await vi.waitFor(() => expect(snapshotsOf(client)).toHaveLength(2), WAIT);
    placed(ANN, 1);
    placed(BOB, 2);
    await vi.waitFor(() => expect(orderIds(client.of('USER'))).toEqual(['2']), WAIT);
  });

  it('looked up when the socket is gone does not subscribe it', async () => {
    let open = () => {};
    harness.sessions.gate = new Promise((resolve) => (open = resolve));
    const client = await harness.connect();
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    client.send(SUB);
    await client.settle();
    client.webSocket.terminate();
    await vi.waitFor(async () => expect(await harness.countSockets()).toBe(0), WAIT);
    open();
    const other = await follower(ANN);
    expect(positionOf(other).seq).toBe(0);
    placed(ANN, 1);
    await waitForEvents(other, 1);
  });
});

describe('USER', () => {
  it('begins with open orders, the newest first, and spot balances', async () => {
    harness.exchange.commit({
      orders: [orderOf(ANN, 1), orderOf(ANN, 2), orderOf(BOB, 3)],
      balances: [{ ownerId: ANN, currencyId: 1, available: 5n * 10n ** 17n, frozen: 3n }],
    });
    const client = await follower(ANN);
    const [snapshot] = snapshotsOf(client);
    expect(snapshot).toMatchObject({ kind: 'snapshot', seq: 0 });
    expect(snapshot?.orders.map(({ id }) => id)).toEqual(['2', '1']);
    expect(snapshot?.orders[0]).toMatchObject({ price: '100', quantity: '1.5', state: 'paid' });
    expect(snapshot?.balances).toEqual([
      {
        id: 1_000_001,
        account_type_id: 1,
        currency_id: 1,
        currency_code: 'USDT',
        available: '0.5',
        frozen: '0.000000000000000003',
      },
    ]);
  });

  it('tells an order, its fills and the balances, numbered one by one', async () => {
    const client = await follower(ANN);
    const deal: SpotDeal = {
      id: 5,
      marketId: 1,
      priceTicks: 10_001,
      quantityLots: 500,
      takerSide: 'sell',
      takerOrderId: 9,
      makerOrderId: 1,
      takerOwnerId: BOB,
      makerOwnerId: ANN,
      takerFee: 50_005n * 10n ** 12n,
      makerFee: 5n * 10n ** 14n,
      atMs: 77,
    };
    harness.exchange.commit({
      deals: [deal],
      orders: [
        orderOf(ANN, 1, {
          executedLots: 500,
          executedAmount: 5_000_500n * 10n ** 13n,
          revision: 2,
        }),
        orderOf(BOB, 9, { side: 'sell' }),
      ],
      balances: [{ ownerId: ANN, currencyId: 2, available: 1n, frozen: 0n }],
    });
    await vi.waitFor(() => expect(client.of('USER')).toHaveLength(4), WAIT);
    const events = client.of('USER').slice(1);
    expect(events.map((message) => message.seq)).toEqual([1, 2, 3]);
    expect(new Set(client.of('USER').map(({ stream }) => stream)).size).toBe(1);
    expect(events).toMatchObject([
      { event: { kind: 'order', order: { id: '1', average_price: '100.01', revision: 2 } } },
      {
        event: {
          kind: 'fill',
          order_id: '1',
          fill: {
            deal_id: '5',
            price: '100.01',
            quantity: '0.5',
            amount: '50.005',
            fee: '0.0005',
            fee_currency_code: 'BTC',
            role: 'maker',
            time: 77,
          },
        },
      },
      { event: { kind: 'balance', balance: { currency_id: 2 } } },
    ]);
  });

  it('of one person is never seen by another', async () => {
    const [ann, bob, nobody] = [await follower(ANN), await follower(BOB), await harness.connect()];
    for (let id = 1; id <= 40; id += 1) placed(id % 2 === 0 ? ANN : BOB, id);
    await waitForEvents(ann, 20);
    await waitForEvents(bob, 20);
    await nobody.settle();
    expect(orderIds(ann.of('USER')).every((id) => Number(id) % 2 === 0)).toBe(true);
    expect(orderIds(bob.of('USER')).every((id) => Number(id) % 2 === 1)).toBe(true);
    expect(nobody.of('USER')).toEqual([]);
  });

  it('reaches all sockets of a person', async () => {
    const phone = await follower(ANN);
    const desk = await follower(ANN);
    placed(ANN, 1);
    for (const client of [phone, desk]) await waitForEvents(client, 1);
  });

  it('ends with unsub', async () => {
    const client = await follower(ANN);
    const other = await follower(ANN);
    client.send({ type: 'unsub', params: 'USER' });
    await client.settle();
    placed(ANN, 1);
    await waitForEvents(other, 1);
    await client.settle();
    expect(orderIds(client.of('USER'))).toEqual([]);
  });

  it('misses nothing that is committed while sockets come', async () => {
    const clients: Client[] = [];
    for (let id = 1; id <= 60; id += 1) {
      placed(ANN, id);
      if (id % 10 === 0) {
        const client = await signedIn(harness.sessions.issue(ANN));
        client.send(SUB);
        placed(ANN, 1_000 + id);
        clients.push(client);
      }
    }
    const all = [...Array(60).keys()].map((index) => String(index + 1));
    const late = [10, 20, 30, 40, 50, 60].map((id) => String(1_000 + id));
    await vi.waitFor(() => {
      for (const client of clients) {
        const [snapshot, ...events] = client.of('USER');
        const known = snapshot?.kind === 'snapshot' ? snapshot.orders.map(({ id }) => id) : [];
        const seen = [...known, ...orderIds(events)];
        expect(seen.toSorted()).toEqual([...all, ...late].toSorted());
      }
    }, WAIT);
  });
});

describe('a return with the last event that was seen', () => {
  it('brings exactly the missed ones', async () => {
    const before = await follower(ANN);
    placed(ANN, 1);
    await waitForEvents(before, 1);
    const seen = positionOf(before);
    before.webSocket.terminate();
    for (const id of [2, 3, 4]) placed(ANN, id);
    const after = await returning(ANN, seen);
    placed(ANN, 5);
    await waitForEvents(after, 4);
    expect(after.of('USER').map(({ kind }) => kind)).toEqual(
      Array.from({ length: 4 }, () => 'event'),
    );
    expect(orderIds(after.of('USER'))).toEqual(['2', '3', '4', '5']);
    expect(after.of('USER').map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(positionOf(after).stream).toBe(seen.stream);
  });

  it('that missed nothing brings nothing', async () => {
    const before = await follower(ANN);
    const after = await returning(ANN, positionOf(before));
    expect(after.of('USER')).toEqual([]);
  });

  it.each([
    ['of another numbering', (seq: number) => ({ stream: 'of an earlier server', seq })],
    ['that is still to come', (seq: number, stream: string) => ({ stream, seq: seq + 1 })],
  ])('%s begins with a snapshot', async (_what, place) => {
    const before = await follower(ANN);
    const { stream, seq } = positionOf(before);
    const after = await returning(ANN, place(seq, stream));
    expect(after.of('USER').map(({ kind }) => kind)).toEqual(['snapshot']);
  });

  it('that was somebody else’s begins with a snapshot', async () => {
    const bob = await follower(BOB);
    const ann = await returning(ANN, positionOf(bob));
    expect(ann.of('USER').map(({ kind }) => kind)).toEqual(['snapshot']);
  });

  it('is a snapshot when more was missed than is kept', async () => {
    const before = await follower(ANN);
    const seen = positionOf(before);
    for (let id = 1; id <= 257; id += 1) placed(ANN, id);
    const after = await returning(ANN, seen);
    expect(after.of('USER')).toMatchObject([{ kind: 'snapshot', seq: 257 }]);
    const lessMissed = await returning(ANN, { ...seen, seq: 1 });
    expect(lessMissed.of('USER')).toHaveLength(256);
  });

  it('is a snapshot of a new numbering when nobody was there for some minutes', async () => {
    const before = await follower(ANN);
    const seen = positionOf(before);
    before.webSocket.terminate();
    await vi.waitFor(async () => expect(await harness.countSockets()).toBe(0), WAIT);
    await passMinutes(6);
    const after = await returning(ANN, seen);
    expect(after.of('USER')).toMatchObject([{ kind: 'snapshot' }]);
    expect(positionOf(after).stream).not.toBe(seen.stream);
  });

  it('is no snapshot within them', async () => {
    const before = await follower(ANN);
    const seen = positionOf(before);
    before.webSocket.terminate();
    await vi.waitFor(async () => expect(await harness.countSockets()).toBe(0), WAIT);
    await passMinutes(4);
    const after = await returning(ANN, seen);
    expect(after.of('USER')).toEqual([]);
  });
});

describe('the end of a session', () => {
  const expectEnded = async (client: Client) => {
    await client.waitFor(({ type }) => type === 'error');
    expect(errorsOf(client)).toEqual(['session_ended']);
    const other = await follower(ANN);
    placed(ANN, 99);
    await waitForEvents(other, 1);
    await client.settle();
    expect(orderIds(client.of('USER'))).toEqual([]);
    client.send(SUB);
    await client.settle();
    expect(errorsOf(client)).toEqual(['session_ended', 'unauthorized']);
  };

  it('by signing out ends its USER at once, and no other one', async () => {
    const stays = await follower(ANN);
    const token = harness.sessions.issue(ANN, 'of the phone');
    const client = await signedIn(token);
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    harness.sessions.signOut('of the phone');
    // The answer to a ping that is sent now comes after it.
    await client.settle();
    expect(errorsOf(client)).toEqual(['session_ended']);
    await expectEnded(client);
    expect(errorsOf(stays)).toEqual([]);
    expect(orderIds(stays.of('USER'))).toEqual(['99']);
  });

  it('elsewhere ends its USER within seconds', async () => {
    const client = await signedIn(harness.sessions.issue(ANN, 'disabled'));
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    harness.sessions.end('disabled');
    await expectEnded(client);
  });

  it('is what a token that ran out looks like', async () => {
    const client = await signedIn(harness.sessions.issue(ANN, 'short', MINUTE_MS));
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    harness.clock.time += 30 * SECOND_MS;
    await client.settle();
    harness.clock.time += 30 * SECOND_MS;
    await client.settle();
    await expectEnded(client);
  });

  it('does not come when a newer token was sent in time', async () => {
    const client = await signedIn(harness.sessions.issue(ANN, 'renewed', MINUTE_MS));
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    client.send({ type: 'auth', token: harness.sessions.issue(ANN, 'renewed', HOUR_MS) });
    const overdue = await signedIn(harness.sessions.issue(BOB, 'overdue', MINUTE_MS));
    for (let step = 0; step < 3; step += 1) {
      harness.clock.time += 30 * SECOND_MS;
      await client.settle();
      await overdue.settle();
    }
    // The same sweep has looked at both.
    await overdue.waitFor(({ type }) => type === 'error');
    placed(ANN, 1);
    await waitForEvents(client, 1);
    expect(errorsOf(client)).toEqual([]);
  });
});

describe('a reader of USER that does not read', () => {
  /** More than a connection's buffers in the kernel hold. */
  const FLOOD_BYTES = 16_000_000;

  it('is cut with 4008, comes back after what it saw, and has it all', async () => {
    const slow = await follower(ANN);
    const other = await follower(ANN);
    slow.transport.pause();
    let commits = 0;
    for (let sentBytes = 0; sentBytes < FLOOD_BYTES;) {
      for (let some = 0; some < 2_000; some += 1) placed(ANN, (commits += 1));
      await vi.waitFor(() => expect(positionOf(other).seq).toBe(commits), WAIT);
      sentBytes += 2_000 * JSON.stringify(other.frames.at(-1)).length;
    }
    slow.transport.resume();
    expect(await slow.waitForClose()).toBe(4008);
    const after = await returning(ANN, positionOf(slow));
    expect(snapshotsOf(after)[0]?.orders).toHaveLength(commits);
    expect(other.closedWith).toBeUndefined();
  });
});
