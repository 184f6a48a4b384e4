/** Pushes to a user's open page about orders, messages and the market. */
import { ensure } from '../../../contract/assert.ts';
import type { UserEventOf, UserRecordKind } from '../../../contract/user-records.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { Client } from '../../server/edge/socket-harness.ts';
import { newClientAddress } from '../servers/client-address.ts';
import type { FiatUser } from './fiat-users.ts';

export interface Listener {
  /** All events of this kind so far, oldest first. */
  heard<Kind extends UserRecordKind>(kind: Kind): UserEventOf<Kind>[];
  leave(): void;
}

/** A signed-in and subscribed socket, which receives everything from now on. */
export async function listen(person: Pick<FiatUser, 'server' | 'token'>): Promise<Listener> {
  const socket = await connect(person);
  const { token } = person;
  socket.send({ type: 'auth', token });
  await socket.waitFor(({ type }) => type === 'auth');
  socket.send({ type: 'sub', params: 'USER' });
  await socket.waitFor(({ type }) => type === 'USER');
  return {
    heard: (kind) =>
      socket
        .of('USER')
        .flatMap((message) => (message.kind === 'event' ? [message.event] : []))
        .filter((event) => event.kind === kind) as never,
    leave: () => socket.webSocket.terminate(),
  };
}

async function connect({ server }: Pick<FiatUser, 'server'>): Promise<Client> {
  const socket = new Client(
    `${server.origin.replace('http', 'ws')}${SOCKET_PATH}`,
    newClientAddress(),
  );
  await socket.waitFor(({ type }) => type === 'hello');
  return socket;
}

interface AdWatcher {
  /** The latest version. */
  version(): number;
  /** Number of received versions. */
  told(): number;
  leave(): void;
}

/** Subscribes to changes of a part of the fiat market; resolves once its version is known. */
export async function watchAds(
  person: FiatUser,
  { side, currency_id, fiat_code }: RequestInput<'listFiatAds'>,
): Promise<AdWatcher> {
  const socket = await connect(person);
  const part = { side, currency_id: Number(currency_id), fiat_code };
  socket.send({ type: 'sub', params: 'FIAT_ADS', ...part });
  await socket.waitFor(({ type }) => type === 'FIAT_ADS');
  return {
    version: () => ensure(socket.of('FIAT_ADS').at(-1), 'a version').version,
    told: () => socket.of('FIAT_ADS').length,
    leave: () => socket.webSocket.terminate(),
  };
}
