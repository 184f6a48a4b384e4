/** The feed of the page with the machine of its socket connection. */
import { createActor, type ActorOptions, type ActorRefFrom } from 'xstate';
import { socketConnectionMachine } from '../../../../machines/app/core/socket-connection.machine.ts';
import type { Clock } from '../../../../contract/time.ts';
import { createFeed, type Feed, type FeedOptions } from '../../../../streams/feed.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import type { Runtime } from '../runtime.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { keepLastPrices, restoreLastPrices } from './last-prices.ts';
import { socketActor } from './socket-actor.ts';
import { isNotLost, socketStateOf } from './socket-status.ts';
import type { SocketLike } from '../ports.ts';
import { followSession, reportRefusedToken } from './user-session.ts';

type ConnectionActor = ActorRefFrom<typeof socketConnectionMachine>;

/** The feed and its socket connection. All live data on screen comes from here. */
export interface LiveData {
  readonly feed: Feed;
  readonly connection: ConnectionActor;
  readonly serverClock: ServerClock;
}

interface LiveDataOptions extends FeedOptions {
  openSocket(): SocketLike;
  /** Returns the device's time; the system's clock by default. */
  readonly localClock?: Clock;
  /** Clock of the connection machine. */
  readonly clock?: ActorOptions<typeof socketConnectionMachine>['clock'];
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/** Connects feed and machine: the socket is open while the feed has subscribers. */
export function createLiveData(parts: LiveDataOptions): LiveData {
  const { openSocket, clock, localClock = SYSTEM_CLOCK, ...options } = parts;
  const feed = createFeed(options);
  const serverClock = createServerClock(feed, localClock);
  const connection = createActor(
    socketConnectionMachine.provide({ actors: { socket: socketActor(feed, openSocket) } }),
    { input: {}, ...(clock && { clock }) },
  ).start();
  connection.on('connection.failed', ({ reason }) => console.error(`live socket: ${reason}`));
  feed.isWanted$.subscribe((isWanted) =>
    connection.send({ type: isWanted ? 'connection.open' : 'connection.close' }),
  );
  return { feed, connection, serverClock };
}

const created = new WeakMap<Runtime, LiveData>();

/**
 * Returns the live data of the page, created for the first screen that needs it, because its script
 * is not in the first load.
 */
export function liveDataOf(runtime: Runtime): LiveData {
  const known = created.get(runtime);
  if (known !== undefined) return known;
  const live = createLiveData({
    openSocket: runtime.openSocket,
    localClock: runtime.clock,
    onTokenRefused: (token) => reportRefusedToken(runtime.session, token),
  });
  followSession(live.feed.user, runtime.session);
  connectPage(live, runtime.page, runtime.store);
  onReconnection(live, () => runtime.queries.refreshFailed());
  created.set(runtime, live);
  return live;
}

/** Calls `act` when the socket opens after it was lost or could not be opened. */
function onReconnection({ connection }: LiveData, act: () => void): void {
  let wasLost = false;
  connection.subscribe((snapshot) => {
    const state = socketStateOf(snapshot);
    const isBack = state === 'open' && wasLost;
    // The first attempt after a loss counts as connecting.
    wasLost = state !== 'open' && (wasLost || !isNotLost(state));
    if (isBack) act();
  });
}

function connectPage({ feed, connection }: LiveData, page: Window, store: KeyValueStore): void {
  restoreLastPrices(feed, store);
  keepLastPrices(feed, store, page);
  page.addEventListener('online', () => connection.send({ type: 'network.restored' }));
  page.addEventListener('offline', () => connection.send({ type: 'network.lost' }));
  page.document.addEventListener('visibilitychange', () => {
    if (!page.document.hidden) connection.send({ type: 'page.shown' });
  });
}
