/** The hook of the state of the live socket and its connection attempts. */
import { useSelector } from '@xstate/react';
import { liveDataOf } from '../live/live-data.ts';
import { socketStateOf, type SocketState } from '../live/socket-status.ts';
import { useRuntime } from '../runtime-context.ts';

export interface SocketStatus {
  readonly status: SocketState;
  /** Which try is under way, and of how many. */
  readonly tries: { readonly attempt: number; readonly max: number };
  /** Begins another round of tries; for `failed`. */
  readonly retry: () => void;
}

/** How the live connection is doing. Watching it does not open it: listening to values does. */
export function useSocketStatus(): SocketStatus {
  const { connection } = liveDataOf(useRuntime());
  const status = useSelector(connection, socketStateOf);
  const attempt = useSelector(connection, ({ context }) => context.tries);
  const max = useSelector(connection, ({ context }) => context.triesMax);
  return {
    status,
    tries: { attempt, max },
    retry: () => connection.send({ type: 'connection.retry' }),
  };
}
