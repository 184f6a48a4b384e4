/** `auth` and USER: access to orders and balances, and delivery without gaps. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpotDeal } from '../../../server/areas/spot/spot.area.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import {
  ANN,
  BOB,
  follower,
  orderIds,
  passMinutes,
  place,
  positionOf,
  returning,
  signedIn,
  snapshotsOf,
  SUB,
  waitForEvents,
} from './socket-people.ts';
import { orderOf } from '../../support/spot/hand-spot-view.ts';
import { eventually } from '../../support/eventually.ts';

let harness: Harness;
beforeEach(async () => {
  // A long grace, so that a cut reader that does not read has the whole test to notice.
  harness = await startHarness({ limits: { socket_close_grace_ms: 60_000 } });
});
afterEach(() => harness.stop());

describe('USER', () => {
  it('begins with open orders, the newest first, and spot balances', async () => {
    harness.exchange.commit({
      orders: [orderOf(ANN, 1), orderOf(ANN, 2), orderOf(BOB, 3)],
      balances: [
        { ownerId: ANN, accountType: 1, currencyId: 1, available: 5n * 10n ** 17n, frozen: 3n },
      ],
    });
    const client = await follower(harness, ANN);
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

  it('sends an order, its fills and the balances, numbered one by one', async () => {
    const client = await follower(harness, ANN);
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
      balances: [{ ownerId: ANN, accountType: 1, currencyId: 2, available: 1n, frozen: 0n }],
    });
    await eventually(() => expect(client.of('USER')).toHaveLength(4));
    const events = client.of('USER').slice(1);
    expect(events.map((message) => message.seq)).toEqual([1, 2, 3]);
    expect(new Set(client.of('USER').map(({ stream }) => stream)).size).toBe(1);
    expect(events).toMatchObject([
      { event: { kind: 'order', record: { id: '1', average_price: '100.01', revision: 2 } } },
      {
        event: {
          kind: 'fill',
          record: {
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
      },
      { event: { kind: 'balance', record: { currency_id: 2 } } },
    ]);
  });

  it('of one user is never seen by another', async () => {
    const [ann, bob, nobody] = [
      await follower(harness, ANN),
      await follower(harness, BOB),
      await harness.connect(),
    ];
    for (let id = 1; id <= 40; id += 1) place(harness, id % 2 === 0 ? ANN : BOB, id);
    await waitForEvents(ann, 20);
    await waitForEvents(bob, 20);
    await nobody.settle();
    expect(orderIds(ann.of('USER')).every((id) => Number(id) % 2 === 0)).toBe(true);
    expect(orderIds(bob.of('USER')).every((id) => Number(id) % 2 === 1)).toBe(true);
    expect(nobody.of('USER')).toEqual([]);
  });

  it('is serialized once for all readers that begin at the same place', async () => {
    place(harness, ANN, 1);
    const first = await follower(harness, ANN);
    first.send(SUB);
    const second = await follower(harness, ANN);
    await eventually(() => expect(snapshotsOf(first)).toHaveLength(2));
    expect(snapshotsOf(second)).toEqual(snapshotsOf(first).slice(1));
    expect(harness.exchange.reads.openOrders).toBe(1);
    place(harness, ANN, 2);
    const third = await follower(harness, ANN);
    expect(snapshotsOf(third)[0]?.orders.map(({ id }) => id)).toEqual(['2', '1']);
    expect(harness.exchange.reads.openOrders).toBe(2);
  });

  it('reaches all sockets of a user', async () => {
    const phone = await follower(harness, ANN);
    const desk = await follower(harness, ANN);
    place(harness, ANN, 1);
    for (const client of [phone, desk]) await waitForEvents(client, 1);
  });

  it('ends with unsub', async () => {
    const client = await follower(harness, ANN);
    const other = await follower(harness, ANN);
    client.send({ type: 'unsub', params: 'USER' });
    await client.settle();
    place(harness, ANN, 1);
    await waitForEvents(other, 1);
    await client.settle();
    expect(orderIds(client.of('USER'))).toEqual([]);
  });

  it('misses no commit while sockets connect', async () => {
    const clients: Client[] = [];
    for (let id = 1; id <= 60; id += 1) {
      place(harness, ANN, id);
      if (id % 10 === 0) {
        const client = await signedIn(harness, harness.sessions.issue(ANN));
        client.send(SUB);
        place(harness, ANN, 1_000 + id);
        clients.push(client);
      }
    }
    const all = [...Array(60).keys()].map((index) => String(index + 1));
    const late = [10, 20, 30, 40, 50, 60].map((id) => String(1_000 + id));
    await eventually(() => {
      for (const client of clients) {
        const [snapshot, ...events] = client.of('USER');
        const known = snapshot?.kind === 'snapshot' ? snapshot.orders.map(({ id }) => id) : [];
        const seen = [...known, ...orderIds(events)];
        expect(seen.toSorted()).toEqual([...all, ...late].toSorted());
      }
    });
  });
});

describe('a return with the last seen event', () => {
  it('brings exactly the missed events', async () => {
    const before = await follower(harness, ANN);
    place(harness, ANN, 1);
    await waitForEvents(before, 1);
    const seen = positionOf(before);
    before.webSocket.terminate();
    for (const id of [2, 3, 4]) place(harness, ANN, id);
    const after = await returning(harness, ANN, seen);
    place(harness, ANN, 5);
    await waitForEvents(after, 4);
    expect(after.of('USER').map(({ kind }) => kind)).toEqual(
      Array.from({ length: 4 }, () => 'event'),
    );
    expect(orderIds(after.of('USER'))).toEqual(['2', '3', '4', '5']);
    expect(after.of('USER').map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(positionOf(after).stream).toBe(seen.stream);
  });

  it('without missed events brings nothing', async () => {
    const before = await follower(harness, ANN);
    const after = await returning(harness, ANN, positionOf(before));
    expect(after.of('USER')).toEqual([]);
  });

  it.each([
    ['of another numbering', (seq: number) => ({ stream: 'of an earlier server', seq })],
    ['that is still to come', (seq: number, stream: string) => ({ stream, seq: seq + 1 })],
  ])('%s begins with a snapshot', async (_what, otherPlace) => {
    const before = await follower(harness, ANN);
    const { stream, seq } = positionOf(before);
    const after = await returning(harness, ANN, otherPlace(seq, stream));
    expect(after.of('USER').map(({ kind }) => kind)).toEqual(['snapshot']);
  });

  it('with the event of another user begins with a snapshot', async () => {
    const bob = await follower(harness, BOB);
    const ann = await returning(harness, ANN, positionOf(bob));
    expect(ann.of('USER').map(({ kind }) => kind)).toEqual(['snapshot']);
  });

  it('is a snapshot when more was missed than is kept', async () => {
    const before = await follower(harness, ANN);
    const seen = positionOf(before);
    for (let id = 1; id <= 257; id += 1) place(harness, ANN, id);
    const after = await returning(harness, ANN, seen);
    expect(after.of('USER')).toMatchObject([{ kind: 'snapshot', seq: 257 }]);
    const lessMissed = await returning(harness, ANN, { ...seen, seq: 1 });
    expect(lessMissed.of('USER')).toHaveLength(256);
  });

  it('is a snapshot of a new numbering after some minutes without a reader', async () => {
    const before = await follower(harness, ANN);
    const seen = positionOf(before);
    before.webSocket.terminate();
    await eventually(async () => expect(await harness.countSockets()).toBe(0));
    await passMinutes(harness, 6);
    const after = await returning(harness, ANN, seen);
    expect(after.of('USER')).toMatchObject([{ kind: 'snapshot' }]);
    expect(positionOf(after).stream).not.toBe(seen.stream);
  });

  it('is no snapshot within them', async () => {
    const before = await follower(harness, ANN);
    const seen = positionOf(before);
    before.webSocket.terminate();
    await eventually(async () => expect(await harness.countSockets()).toBe(0));
    await passMinutes(harness, 4);
    const after = await returning(harness, ANN, seen);
    expect(after.of('USER')).toEqual([]);
  });
});

describe('a slow reader of USER', () => {
  /** Bytes, more than a connection's buffers in the kernel hold. */
  const FLOOD_BYTES = 16_000_000;

  it('is disconnected with 4008, returns after its last event, and misses none', async () => {
    const slow = await follower(harness, ANN);
    const other = await follower(harness, ANN);
    slow.transport.pause();
    let commits = 0;
    for (let sentBytes = 0; sentBytes < FLOOD_BYTES;) {
      for (let some = 0; some < 2_000; some += 1) place(harness, ANN, (commits += 1));
      await eventually(() => expect(positionOf(other).seq).toBe(commits), { interval: 5 });
      sentBytes += 2_000 * JSON.stringify(other.frames.at(-1)).length;
    }
    slow.transport.resume();
    expect(await slow.waitForClose()).toBe(4008);
    const after = await returning(harness, ANN, positionOf(slow));
    expect(snapshotsOf(after)[0]?.orders).toHaveLength(commits);
    expect(other.closedWith).toBeUndefined();
  });
});
