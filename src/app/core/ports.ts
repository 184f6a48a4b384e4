/** Ports of the client: the server, the socket, the clock and the storage, passed in so that tests can replace them. */
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Transport } from './api/transport.ts';
import { createTransport } from './api/choose-transport.ts';
import { createBrowserStore, type KeyValueStore } from './key-value-store.ts';

/** The part of a browser's `WebSocket` that the live feed uses. */
export type SocketLike = Pick<WebSocket, 'addEventListener' | 'send' | 'close'>;

export interface Ports {
  readonly transport: Transport;
  /** Opens a socket to the server's live feed. */
  readonly openSocket: () => SocketLike;
  readonly clock: Clock;
  readonly store: KeyValueStore;
}

/** Returns the ports of a page in a browser. */
export const browserPorts = (page: Window): Ports => ({
  transport: createTransport(),
  openSocket: () => new WebSocket(socketUrl(page.location)),
  clock: { now: () => Date.now() },
  store: createBrowserStore(page),
});

/** Returns the address of the socket of a page: encrypted if the page is (SPEC 7). */
export const socketUrl = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`;
