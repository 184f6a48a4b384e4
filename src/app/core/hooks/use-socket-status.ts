/** The hook of the state of the live socket and its connection attempts. */
import { useSelector } from '@xstate/react';
import { liveDataOf } from '../live/live-data.ts';
import { socketStateOf, type SocketState } from '../live/socket-status.ts';
import { useRuntime } from '../runtime-context.ts';

interface SocketStatus {
  readonly status: SocketState;
  /** Number of the current attempt, and their maximum. */
  readonly tries: { readonly attempt: number; readonly max: number };
  /** Starts another round of attempts; for `failed`. */
  readonly retry: () => void;
}

/**
 * Returns the state of the live connection. The hook does not open it; subscribing to values does.
 */
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
