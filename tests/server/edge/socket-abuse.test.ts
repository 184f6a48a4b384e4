/** The gateway's treatment of clients that are wrong, too eager, too slow or strangers. */
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import type { Deal } from '../../../contract/market/market.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

let harness: Harness;
afterEach(() => harness.stop());

const errorsOf = (client: Client): string[] =>
  client.messages.flatMap((message) => (message.type === 'error' ? [message.error] : []));

/** Expects that a client still gets its subscriptions. */
async function expectServed(client: Client): Promise<void> {
  const before = client.of('DEAL').length;
  // The first step after a jump of the clock publishes little.
  for (let second = 0; second < 3; second += 1) harness.advance(SECOND_MS);
  await eventually(() => expect(client.of('DEAL').length).toBeGreaterThan(before));
}

async function bystander(): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'sub', params: 'DEAL', currency_match_id: 1 });
  await client.settle();
  return client;
}

describe('a wrong message', () => {
  beforeEach(async () => {
    harness = await startHarness();
  });

  it.each([
    ['no JSON', '{"type":', 'bad_message'],
    ['nothing', '""', 'bad_message'],
    ['an array', '[{"type":"ping"}]', 'bad_message'],
    ['an unknown type', '{"type":"shout"}', 'bad_message'],
    ['an unknown field', '{"type":"ping","extra":1}', 'bad_message'],
    [
      'a field of another channel',
      '{"type":"sub","params":"DAY_MARKET","symbol":"EURUSD"}',
      'bad_message',
    ],
    [
      'a period that does not exist',
      '{"type":"sub","params":"KLINE","currency_match_id":1,"period":"2min"}',
      'bad_message',
    ],
    [
      'an interval below the least',
      '{"type":"sub","params":"FOREX","batch":true,"interval_ms":1}',
      'bad_message',
    ],
    ['an unknown channel', '{"type":"sub","params":"WEATHER"}', 'unknown_channel'],
    ['a book without its market', '{"type":"sub","params":"DEPTH"}', 'bad_message'],
    [
      'the book of an unknown market',
      '{"type":"sub","params":"DEPTH","currency_match_id":999}',
      'unknown_market',
    ],
    [
      'a fiat market that does not exist',
      '{"type":"sub","params":"FIAT_ADS","side":"buy","currency_id":1,"fiat_code":"XAU"}',
      'unknown_market',
    ],
    [
      'a fiat market without its side',
      '{"type":"sub","params":"FIAT_ADS","currency_id":1,"fiat_code":"CNY"}',
      'bad_message',
    ],
    ['the private channel without a sign-in', '{"type":"sub","params":"USER"}', 'unauthorized'],
    [
      'an invalid place in the private channel',
      '{"type":"sub","params":"USER","after":{"stream":"s","seq":-1}}',
      'bad_message',
    ],
    ['no token', '{"type":"auth"}', 'bad_message'],
    ['a token that is too short', '{"type":"auth","token":"short"}', 'bad_message'],
    ['a wrong token', '{"type":"auth","token":"nobody-has-this-token"}', 'unauthorized'],
    [
      'a channel named like a property of objects',
      '{"type":"sub","params":"constructor"}',
      'unknown_channel',
    ],
    [
      'an unknown market',
      '{"type":"sub","params":"DEAL","currency_match_id":999}',
      'unknown_market',
    ],
    [
      'an unknown symbol',
      '{"type":"sub","params":"FOREX_KLINE","symbol":"AAABBB","period":"1min"}',
      'unknown_market',
    ],
  ])(
    'with %s is answered with its error, and the socket stays open',
    async (_what, text, error) => {
      const client = await bystander();
      client.send(text);
      await client.settle();
      expect(errorsOf(client)).toEqual([error]);
      await expectServed(client);
    },
  );

  it('closes the socket with 1008 after too many', async () => {
    const other = await bystander();
    const client = await harness.connect();
    for (let fault = 0; fault < 30; fault += 1) client.send('nonsense');
    expect(await client.waitForClose()).toBe(1008);
    await expectServed(other);
  });

  it('that is binary closes it with 1003', async () => {
    const other = await bystander();
    const client = await harness.connect();
    client.webSocket.send(Buffer.from('{"type":"ping"}'));
    expect(await client.waitForClose()).toBe(1003);
    await expectServed(other);
  });

  it('that is too large closes it with 1009', async () => {
    const other = await bystander();
    const client = await harness.connect();
    client.send(`{"type":"ping","x":"${'a'.repeat(5_000)}"}`);
    expect(await client.waitForClose()).toBe(1009);
    await expectServed(other);
  });

  it('in bytes that are no frame closes the socket, and no other', async () => {
    const other = await bystander();
    const client = await harness.connect();
    client.transport.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
    expect(await client.waitForClose()).toBeGreaterThan(1000);
    await expectServed(other);
  });
});

describe('a flood', () => {
  beforeEach(async () => {
    harness = await startHarness();
  });

  it('of 10,000 subscriptions closes the socket with 1008 after naming the rule', async () => {
    const other = await bystander();
    const client = await harness.connect();
    for (let index = 0; index < 10_000; index += 1) {
      const period = KLINE_PERIODS[index % KLINE_PERIODS.length];
      const id = 1 + (Math.floor(index / 8) % 50);
      client.send({ type: 'sub', params: 'KLINE', currency_match_id: id, period });
    }
    expect(await client.waitForClose()).toBe(1008);
    expect(errorsOf(client)).toEqual(['too_many_messages']);
    await expectServed(other);
  });

  it('counts pings of the protocol, too', async () => {
    const client = await harness.connect();
    for (let index = 0; index < 300; index += 1) client.webSocket.ping();
    expect(await client.waitForClose()).toBe(1008);
  });

  it('does not include a busy client: the count restarts after ten seconds', async () => {
    const client = await harness.connect();
    for (let window = 0; window < 3; window += 1) {
      for (let index = 0; index < 150; index += 1) client.send({ type: 'ping' });
      await client.settle();
      harness.clock.time += 10 * SECOND_MS;
    }
    await client.settle();
    expect(client.closedWith).toBeUndefined();
  });

  it('of slow subscriptions is refused beyond 256, and existing ones stay', async () => {
    const client = await harness.connect();
    let sent = 0;
    for (let id = 1; id <= 33; id += 1) {
      for (const period of KLINE_PERIODS) {
        client.send({ type: 'sub', params: 'KLINE', currency_match_id: id, period });
        sent += 1;
        if (sent % 150 === 0) {
          await client.settle();
          harness.clock.time += 10 * SECOND_MS;
        }
      }
    }
    await client.settle();
    expect(errorsOf(client)).toEqual(Array.from({ length: 8 }, () => 'too_many_subscriptions'));
    expect(client.of('KLINE')).toHaveLength(256);
    client.send({ type: 'unsub', params: 'KLINE', currency_match_id: 1, period: '1min' });
    client.send({ type: 'sub', params: 'DEAL', currency_match_id: 1 });
    await client.settle();
    await expectServed(client);
  });
});

describe('an upgrade', () => {
  beforeEach(async () => {
    harness = await startHarness({
      allowedOrigins: ['https://app.meridian.test'],
      limits: { socket_connections_per_address_max: 5 },
    });
  });

  it.each([
    'https://evil.test',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://127.0.0.1.evil.test',
    'https://app.meridian.test.evil.test',
    'https://app.meridian.test:8443',
    'http://app.meridian.test',
    'null',
    '',
    'ftp://127.0.0.1',
    'not an origin',
  ])('from a page of %j is refused with 403', async (origin) => {
    expect(await harness.refusalOf({ origin })).toBe(403);
  });

  it('from a page of this host, a listed one, or no page is accepted', async () => {
    await harness.connect({ origin: `http://127.0.0.1:${harness.port}` });
    await harness.connect({ origin: 'https://app.meridian.test' });
    await harness.connect({ origin: 'https://exchange.test', host: 'exchange.test' });
    await harness.connect();
  });

  it('is refused with 429 beyond the sockets of one address, and accepted when one has closed', async () => {
    const clients = [];
    for (let index = 0; index < 5; index += 1) clients.push(await harness.connect());
    expect(await harness.refusalOf({})).toBe(429);
    clients[0]?.webSocket.terminate();
    await eventually(async () => {
      const client = await harness.connect();
      expect(client.closedWith).toBeUndefined();
    });
  });

  it.each([
    [
      'a wrong version',
      'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n\r\n',
    ],
    [
      'a wrong key',
      'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n',
    ],
    [
      'another protocol',
      'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
    [
      'the wrong method',
      'POST /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    ],
  ])('with %s gets a plain HTTP error, and the server keeps running', async (_what, request) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(harness.port, '127.0.0.1', () => socket.write(request));
      socket.once('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    await harness.connect();
  });
});

describe('a slow reader', () => {
  const limits = {
    quote_interval_ms_default: 5,
    socket_messages_per_10s_max: 100_000,
    socket_idle_close_ms: 10 * SECOND_MS,
  };
  beforeEach(async () => {
    harness = await startHarness({ limits });
  });

  /** Bytes, more than a connection's buffers in the kernel hold. */
  const FLOOD_BYTES = 16_000_000;
  const QUOTE = { close: '97250.5', change: '1.25' };

  it('of trades is disconnected with 4008 while another gets every one', async () => {
    await harness.stop();
    // A long grace, because a cut client needs time to notice during the flood.
    harness = await startHarness({ limits: { ...limits, socket_close_grace_ms: 60_000 } });
    const other = await bystander();
    const slow = await harness.connect();
    slow.send({ type: 'sub', params: 'DEAL', currency_match_id: 2 });
    slow.send({ type: 'sub', params: 'DEAL', currency_match_id: 1 });
    await slow.settle();
    slow.transport.pause();
    const deals = Array.from({ length: 1_000 }, (_, index) => madeUpDeal(index));
    const roundBytes = JSON.stringify(deals).length;
    const received = (): number =>
      other.of('DEAL').reduce((sum, { deals: some }) => sum + some.length, 0);
    let published = 0;
    for (let sent = 0; sent < FLOOD_BYTES; sent += roundBytes) {
      harness.publish(2, deals, QUOTE);
      harness.publish(1, deals.slice(0, 10), QUOTE);
      published += 10;
      await eventually(() => expect(received()).toBe(published), { interval: 5 });
    }
    slow.transport.resume();
    expect(await slow.waitForClose()).toBe(4008);
    expect(slow.frames.length).toBeLessThan(FLOOD_BYTES / roundBytes);
  });

  const QUOTES = 40_000;
  /** Long, so that few fill the buffers. */
  const priceOf = (quote: number): string => `${quote}.${'1'.repeat(FLOOD_BYTES / QUOTES)}`;

  /** Two subscribers of single quotes, the first of which reads none of the {@link QUOTES} published. */
  async function floodQuotes(): Promise<{ slow: Client; other: Client }> {
    const slow = await harness.connect();
    const other = await harness.connect();
    for (const client of [slow, other]) {
      client.send({ type: 'sub', params: 'DAY_MARKET' });
      await eventually(() => expect(client.of('DAY_MARKET').length).toBe(50));
    }
    slow.transport.pause();
    for (let quote = 1; quote <= QUOTES; quote += 1) {
      harness.publish(1 + (quote % 50), [], { close: priceOf(quote), change: '0' });
      if (quote % 1_000 === 0) await other.settle();
    }
    return { slow, other };
  }

  it('of quotes misses some and has the latest values when it reads again', async () => {
    const { slow, other } = await floodQuotes();
    slow.transport.resume();
    const latest = (client: Client): Map<number, string> =>
      new Map(
        client.of('DAY_MARKET').map((quote) => [quote.currency_match_id, quote.quotation.close]),
      );
    await eventually(() => expect(latest(slow)).toEqual(latest(other)));
    expect(latest(other).get(1)).toBe(priceOf(QUOTES));
    expect(other.of('DAY_MARKET').length).toBe(50 + QUOTES);
    expect(slow.of('DAY_MARKET').length).toBeLessThan(QUOTES);
    expect(slow.closedWith).toBeUndefined();
  });

  it('of quotes is disconnected when it stays behind, though it sends pings', async () => {
    const { slow, other } = await floodQuotes();
    await eventually(
      async () => {
        harness.clock.time += 10 * SECOND_MS;
        slow.send({ type: 'ping' });
        await other.settle();
        expect(await harness.countSockets()).toBe(1);
      },
      { interval: 100 },
    );
    expect(other.closedWith).toBeUndefined();
  });
});

function madeUpDeal(index: number): Deal {
  return { id: String(index), price: '97250.5', quantity: '0.0125', side: 'buy', time: index };
}

describe('the shutdown of the server', () => {
  it('closes every socket with 1001 and refuses new ones with 503', async () => {
    harness = await startHarness();
    const clients = [await bystander(), await bystander()];
    await harness.gateway.close();
    for (const client of clients) expect(await client.waitForClose()).toBe(1001);
    expect(await harness.refusalOf({})).toBe(503);
  });
});
