/** The hook that reports a lost network or live socket, when prices are out of date. */
import { useIsOnline } from '../../../ui/use-online.ts';
import { isNotLost } from '../live/socket-status.ts';
import { useSocketStatus } from './use-socket-status.ts';

/**
 * Returns whether the device is online and the live connection was not lost; after a loss, prices
 * on the screen are old. A first attempt still counts as connected. For actions at a live price;
 * other calls only need the network (`useIsOnline`).
 */
export function useIsConnected(): boolean {
  const isOnline = useIsOnline();
  const { status } = useSocketStatus();
  return isOnline && isNotLost(status);
}
