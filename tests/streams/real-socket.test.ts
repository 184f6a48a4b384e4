/** Connection and feed against a real `ws` server that is killed and comes back on its port. */
import { asyncScheduler } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createLiveData, type LiveData } from '../../src/app/core/live/live-data.ts';
import { eventually } from '../support/eventually.ts';
import { lastingPort } from '../support/servers/lasting-port.ts';

interface QuoteServer {
  /** The subscriptions of clients, without pings. */
  readonly asked: unknown[];
  /** Cuts every connection and stops listening. */
  kill(): Promise<void>;
}

const running = new Set<QuoteServer>();
let live: LiveData | undefined;

/** Answers every subscription of all markets with 500 quotes of five pairs, single and batched. */
async function startServer(port: number, base: number): Promise<QuoteServer> {
  const sockets = new WebSocketServer({ port, host: '127.0.0.1' });
  await new Promise((resolve) => sockets.once('listening', resolve));
  const asked: unknown[] = [];
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; params?: string };
      if (message.type === 'ping') return socket.send('{"type":"pong","time":1}');
      asked.push(message);
      if (message.type !== 'sub') return;
      const quotes = Array.from({ length: 500 }, (_, index) => ({
        type: 'DAY_MARKET',
        currency_match_id: index % 5,
        quotation: { close: String(base + index), change: '0' },
      }));
      for (const quote of quotes.slice(0, 250)) socket.send(JSON.stringify(quote));
      socket.send(JSON.stringify(quotes.slice(250)));
    });
  });
  const server: QuoteServer = {
    asked,
    async kill() {
      running.delete(server);
      for (const client of sockets.clients) client.terminate();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
  running.add(server);
  return server;
}

function connect(port: number): LiveData {
  live = createLiveData({
    openSocket: () => new WebSocket(`ws://127.0.0.1:${port}/ws`),
    frames: asyncScheduler,
  });
  return live;
}

afterEach(async () => {
  live?.connection.stop();
  live = undefined;
  for (const server of running) await server.kill();
});

test('after a restart of the server the same listeners get its new values', async () => {
  const port = await lastingPort();
  const first = await startServer(port, 0);
  const { feed, connection } = connect(port);
  const seen: string[] = [];
  const generations = new Set<number>();
  feed.quote$(4).subscribe(({ value, generation }) => {
    seen.push(value.close);
    generations.add(generation);
  });
  await eventually(() => expect(seen.at(-1)).toBe('499'));

  await first.kill();
  await eventually(() => expect(connection.getSnapshot().hasTag('retrying')).toBe(true));
  expect(feed.freshness().isOpen).toBe(false);
  const second = await startServer(port, 1_000);

  await eventually(() => expect(seen.at(-1)).toBe('1499'));
  expect(second.asked).toEqual([{ type: 'sub', params: 'DAY_MARKET', batch: true }]);
  expect([...generations]).toEqual([1, 2]);
  expect(feed.stats.malformed).toBe(0);
});
