import type { Runtime } from '../runtime.ts';
import { liveDataOf } from './live-data.ts';
import { isNotLost, socketStateOf } from './socket-status.ts';

/**
 * Tells whether the device has a network and the live connection was not lost: of each change, and at
 * once where there is none from the start. @returns what ends it.
 */
export function watchConnection(
  runtime: Runtime,
  tell: (isConnected: boolean) => void,
): () => void {
  const { page } = runtime;
  const { connection } = liveDataOf(runtime);
  let wasConnected = true;
  const look = () => {
    const isConnected = page.navigator.onLine && isNotLost(socketStateOf(connection.getSnapshot()));
    if (isConnected === wasConnected) return;
    wasConnected = isConnected;
    tell(isConnected);
  };
  const changes = connection.subscribe(look);
  const ended = new AbortController();
  for (const type of ['online', 'offline'])
    page.addEventListener(type, look, { signal: ended.signal });
  look();
  return () => {
    changes.unsubscribe();
    ended.abort();
  };
}
