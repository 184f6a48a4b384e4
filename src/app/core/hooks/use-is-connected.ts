/** The hook that reports a lost network or live socket, when prices are out of date. */
import { useIsOnline } from '../../../ui/use-online.ts';
import { isNotLost } from '../live/socket-status.ts';
import { useSocketStatus } from './use-socket-status.ts';

/**
 * Whether the device has a network and the live connection was not lost: where it was, prices on the
 * screen are old. A first try that is still under way counts as connected. For what is done at a live
 * price; whatever else is sent needs a network alone (`useIsOnline`).
 */
export function useIsConnected(): boolean {
  const isOnline = useIsOnline();
  const { status } = useSocketStatus();
  return isOnline && isNotLost(status);
}
