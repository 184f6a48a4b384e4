/** The state of the live connection in the four values that screens show. */
import type { SnapshotFrom } from 'xstate';
import type { socketConnectionMachine } from '../../../../machines/app/core/socket-connection.machine.ts';

/**
 * `connecting`: the first attempt is running. `retrying`: the connection was lost or could not be
 * opened.
 */
export type SocketState = 'connecting' | 'open' | 'retrying' | 'failed';

export function socketStateOf(snapshot: SnapshotFrom<typeof socketConnectionMachine>): SocketState {
  if (snapshot.hasTag('open')) return 'open';
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('retrying') || snapshot.context.tries > 1 ? 'retrying' : 'connecting';
}

/** Returns whether the connection was not lost; a running first attempt counts as connected. */
export const isNotLost = (state: SocketState): boolean =>
  state === 'open' || state === 'connecting';
