/** The state of the live connection in the four words that screens show. */
import type { SnapshotFrom } from 'xstate';
import type { socketConnectionMachine } from '../../../../machines/app/core/socket-connection.machine.ts';

/** `connecting`: the first try is under way. `retrying`: the connection was lost or did not come. */
export type SocketState = 'connecting' | 'open' | 'retrying' | 'failed';

export function socketStateOf(snapshot: SnapshotFrom<typeof socketConnectionMachine>): SocketState {
  if (snapshot.hasTag('open')) return 'open';
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('retrying') || snapshot.context.tries > 1 ? 'retrying' : 'connecting';
}

/** Whether it was not lost: a first try that is still under way counts as connected. */
export const isNotLost = (state: SocketState): boolean =>
  state === 'open' || state === 'connecting';
