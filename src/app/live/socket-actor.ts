import { fromCallback } from 'xstate';
import type {
  SocketCommand,
  SocketConnectionEvent,
} from '../../../machines/app/socket-connection.machine.ts';
import type { Feed } from '../../../streams/feed.ts';

/** What is used of a browser's `WebSocket`. */
export type SocketLike = Pick<
  WebSocket,
  'onopen' | 'onclose' | 'onmessage' | 'onerror' | 'send' | 'close'
>;

const PING = JSON.stringify({ type: 'ping' });

/** One socket for as long as the machine wants it. Values go to the feed; events of a socket left behind go nowhere. */
export const socketActor = (feed: Feed, openSocket: () => SocketLike) =>
  fromCallback<SocketCommand>(({ sendBack, receive }) => {
    const report = (event: SocketConnectionEvent) => sendBack(event);
    const socket = openSocket();
    let isHeard = false;
    socket.onopen = () => report({ type: 'socket.opened' });
    socket.onclose = () => report({ type: 'socket.closed' });
    // A close follows every error.
    socket.onerror = () => undefined;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      isHeard = true;
      feed.receive(data);
    };

    const ping = () => {
      isHeard = false;
      socket.send(PING);
    };
    receive((command) => {
      if (command.type === 'resubscribe') {
        feed.opened((text) => socket.send(text));
        ping();
      } else if (command.type === 'ping' || isHeard) {
        ping();
      } else {
        report({ type: 'socket.silenced' });
      }
    });

    return () => {
      socket.onopen = null;
      socket.onclose = null;
      socket.onmessage = null;
      feed.closed();
      socket.close();
    };
  });
