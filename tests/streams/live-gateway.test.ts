/** The app's live data against the real gateway: order books and own orders over cuts, sign-outs and refreshes. */
import { asyncScheduler } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../contract/assert.ts';
import { SOCKET_PATH } from '../../contract/socket-path.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { createDepthStore } from '../../src/app/market/depth-store.ts';
import { createLiveData, type LiveData } from '../../src/app/core/live/live-data.ts';
import type { SocketLike } from '../../src/app/core/ports.ts';
import { startHarness, type Harness } from '../server/edge/socket-harness.ts';
import { ANN, BOB, place } from '../server/edge/socket-people.ts';
import { eventually } from '../support/eventually.ts';

let harness: Harness;
let live: LiveData;
let sockets: WebSocket[];
const onTokenRefused = vi.fn<(token: string) => void>();

beforeEach(async () => {
  harness = await startHarness();
  sockets = [];
  onTokenRefused.mockReset();
  live = createLiveData({
    frames: asyncScheduler,
    onTokenRefused,
    openSocket: () => {
      const socket = new WebSocket(`ws://127.0.0.1:${harness.port}${SOCKET_PATH}`);
      sockets.push(socket);
      return socket as unknown as SocketLike;
    },
  });
});
afterEach(async () => {
  live.connection.stop();
  await harness.stop();
});

const cut = () => ensure(sockets.at(-1), 'a socket').terminate();

const viewIds = () => [...live.feed.user.view().orders.keys()];
const waitForView = (status: string, ids: readonly string[]) =>
  eventually(() => {
    expect(live.feed.user.view().status).toBe(status);
    expect(viewIds().toSorted()).toEqual(ids.toSorted());
  });

/** Collects the ids of the orders that were pushed one by one. */
function listen(): string[] {
  const told: string[] = [];
  live.feed.user.events$.subscribe((events) => {
    for (const event of events) if (event.kind === 'order') told.push(event.record.id);
  });
  return told;
}

test('the book on screen is the committed one, also after a cut', async () => {
  const commit = (priceTicks: number, quantityLots: number) =>
    harness.exchange.commit({
      levels: new Map([[1, [{ side: 'buy' as const, priceTicks, quantityLots }]]]),
    });
  const expectCommitted = () =>
    eventually(() => {
      const { bids = [] } = harness.exchange.depth.depth(1, 20) ?? {};
      const shown = store.get();
      expect(shown.status).toBe('live');
      expect(shown.bids.map(({ price, quantity }) => [price, quantity])).toEqual(bids);
    });
  const store = createDepthStore(live.feed, 1, 20);
  store.subscribe(() => undefined);
  for (let step = 0; step < 300; step += 1) commit(10_000 + ((step * 7) % 50), (step * 13) % 5);
  await expectCommitted();
  cut();
  await eventually(() => expect(store.get().status).toBe('stale'));
  for (let step = 0; step < 300; step += 1) commit(10_000 + ((step * 11) % 50), (step * 17) % 5);
  await expectCommitted();
  expect(live.feed.stats.malformed).toBe(0);
});

test('after a cut exactly the missed events are emitted, in order', async () => {
  const told = listen();
  live.feed.user.setToken(harness.sessions.issue(ANN));
  await waitForView('live', []);
  for (const id of [1, 2]) place(harness, ANN, id);
  await waitForView('live', ['1', '2']);
  cut();
  await waitForView('stale', ['1', '2']);
  for (const id of [3, 4, 5]) place(harness, ANN, id);
  await waitForView('live', ['1', '2', '3', '4', '5']);
  expect(told).toEqual(['1', '2', '3', '4', '5']);
});

test('a token that expires is reported, and a newer one brings the events missed since', async () => {
  const told = listen();
  const first = harness.sessions.issue(ANN, 'one session', MINUTE_MS);
  live.feed.user.setToken(first);
  await waitForView('live', []);
  harness.clock.time += MINUTE_MS;
  ensure(sockets.at(-1), 'a socket').send('{"type":"ping"}');
  await eventually(() => expect(onTokenRefused.mock.calls).toEqual([[first]]));
  place(harness, ANN, 1);
  await waitForView('stale', []);
  live.feed.user.setToken(harness.sessions.issue(ANN, 'one session'));
  await waitForView('live', ['1']);
  expect(told).toEqual(['1']);
  expect(sockets).toHaveLength(1);
});

test('after a sign-out the next user on the same socket sees only their own events', async () => {
  const told = listen();
  const seen = new Set<string>();
  harness.exchange.commit({ orders: [] });
  place(harness, ANN, 1);
  place(harness, BOB, 2);
  live.feed.user.setToken(harness.sessions.issue(ANN, 'of ann'));
  await waitForView('live', ['1']);
  live.feed.user.setToken(null);
  expect(viewIds()).toEqual([]);
  live.feed.user.view$.subscribe(({ orders }) => {
    for (const id of orders.keys()) seen.add(id);
  });
  place(harness, ANN, 3);
  live.feed.user.setToken(harness.sessions.issue(BOB));
  place(harness, ANN, 5);
  place(harness, BOB, 4);
  await waitForView('live', ['2', '4']);
  place(harness, BOB, 6);
  await waitForView('live', ['2', '4', '6']);
  expect([...seen].toSorted()).toEqual(['2', '4', '6']);
  expect(told).not.toContain('3');
  expect(told).not.toContain('5');
  expect(sockets).toHaveLength(1);
});
