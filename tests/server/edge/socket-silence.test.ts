/** A client that only reads is served as long as it reads; a client that is gone is detected. */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { startHarness, type Harness } from './socket-harness.ts';
import { passMinutes } from './socket-people.ts';
import { eventually } from '../../support/eventually.ts';

let harness: Harness;
afterEach(() => harness.stop());

describe('a client that sends only messages of the specification', () => {
  it('is sent quotes and nothing else, for as long as it reads', async () => {
    harness = await startHarness({ limits: { socket_idle_close_ms: 4 * SECOND_MS } });
    const socket = new WebSocket(`ws://127.0.0.1:${harness.port}${SOCKET_PATH}`);
    const frames: unknown[] = [];
    const heard = { pings: 0, closes: 0 };
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    socket.on('ping', () => (heard.pings += 1));
    socket.on('close', () => (heard.closes += 1));
    await once(socket, 'open');
    socket.send('{"type":"sub","params":"DAY_MARKET"}');
    const witness = await harness.connect();

    for (let round = 1; round <= 3; round += 1) {
      harness.advance(2 * SECOND_MS);
      await eventually(() => expect(heard).toEqual({ pings: round, closes: 0 }));
      // The server reads the socket's earlier answers before this.
      await witness.settle();
    }
    const before = frames.length;
    harness.advance(SECOND_MS);
    await eventually(() => expect(frames.length).toBeGreaterThan(before));
    for (const frame of frames) {
      expect(frame).toMatchObject({
        currency_match_id: expect.any(Number),
        quotation: { close: expect.any(String), change: expect.any(String) },
      });
    }
    socket.terminate();
  });
});

describe('a silent client', () => {
  it('that answers no ping of the protocol is closed with 4009 after the idle time, one that sends a message is not', async () => {
    harness = await startHarness({ limits: { socket_idle_close_ms: 4 * SECOND_MS } });
    const gone = await harness.connect();
    // Its answers are lost in the network; its system still accepts messages.
    gone.webSocket.pong = () => {};
    const lively = await harness.connect();
    lively.webSocket.pong = () => {};
    harness.clock.time += 3 * SECOND_MS;
    await lively.settle();
    harness.clock.time += SECOND_MS;
    expect(await gone.waitForClose()).toBe(4009);
    await lively.settle();
    expect(lively.closedWith).toBeUndefined();
  });

  it('that has stopped reading is closed, even with few unread bytes', async () => {
    harness = await startHarness({ limits: { socket_idle_close_ms: 4 * SECOND_MS } });
    const stalled = await harness.connect();
    const other = await harness.connect();
    stalled.transport.pause();
    harness.clock.time += 3 * SECOND_MS;
    await other.settle();
    harness.clock.time += SECOND_MS;
    await eventually(async () => expect(await harness.countSockets()).toBe(1));
    expect(other.closedWith).toBeUndefined();
  });

  it('is not closed when the server itself was asleep', async () => {
    harness = await startHarness();
    const silent = await harness.connect();
    await passMinutes(harness, 10);
    await silent.settle();
    expect(silent.closedWith).toBeUndefined();
  });
});
