/** The actor that owns one browser WebSocket and passes its frames to the feed. */
import { fromCallback } from 'xstate';
import type {
  SocketCommand,
  SocketConnectionEvent,
} from '../../../../machines/app/core/socket-connection.machine.ts';
import type { Feed } from '../../../../streams/feed.ts';
import type { SocketLike } from '../ports.ts';

const PING = JSON.stringify({ type: 'ping' });

/**
 * Runs one socket while the machine needs it. Values go to the feed; events of an abandoned socket
 * are ignored.
 */
export const socketActor = (feed: Feed, openSocket: () => SocketLike) =>
  fromCallback<SocketCommand>(({ sendBack, receive }) => {
    const report = (event: SocketConnectionEvent) => sendBack(event);
    const socket = openSocket();
    let isHeard = false;
    const listening = new AbortController();
    const { signal } = listening;
    socket.addEventListener('open', () => report({ type: 'socket.opened' }), { signal });
    // A close event follows every error.
    socket.addEventListener('close', () => report({ type: 'socket.closed' }), { signal });
    socket.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        isHeard = true;
        feed.receive(data);
      },
      { signal },
    );

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
      listening.abort();
      feed.closed();
      socket.close();
    };
  });
