import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { socketConnectionMachine } from '../../../machines/app/socket-connection.machine.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

export interface SocketStatus {
  /** `connecting`: the first try is under way. `retrying`: the connection was lost or did not come. */
  readonly status: 'connecting' | 'open' | 'retrying' | 'failed';
  /** Which try is under way, and of how many. */
  readonly tries: { readonly attempt: number; readonly max: number };
  /** Begins another round of tries; for `failed`. */
  readonly retry: () => void;
}

type Snapshot = SnapshotFrom<typeof socketConnectionMachine>;

function statusOf(snapshot: Snapshot): SocketStatus['status'] {
  if (snapshot.hasTag('open')) return 'open';
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('retrying') || snapshot.context.tries > 1 ? 'retrying' : 'connecting';
}

/** How the live connection is doing. Watching it does not open it: listening to values does. */
export function useSocketStatus(): SocketStatus {
  const { connection } = liveDataOf(useRuntime());
  const status = useSelector(connection, statusOf);
  const attempt = useSelector(connection, ({ context }) => context.tries);
  const max = useSelector(connection, ({ context }) => context.triesMax);
  return {
    status,
    tries: { attempt, max },
    retry: () => connection.send({ type: 'connection.retry' }),
  };
}
