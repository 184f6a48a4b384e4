/** The decoder of socket frames: every message type, batches, and frames that it drops. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame } from '../../streams/decode-frame.ts';
import {
  balanceSample,
  fillSample,
  leverOrderSample,
  orderSample,
} from '../support/wire-samples.ts';

const quotation = { close: '1.5', change: '-0.2' };
const candle = {
  time: 60_000,
  open: '1',
  high: '2',
  low: '1',
  close: '2',
  volume: '3',
  turnover: '6',
};
const deal = { id: 'a', price: '1', quantity: '2', side: 'sell', time: 1 };
const messages = [
  { type: 'DAY_MARKET', currency_match_id: 1, quotation },
  { type: 'FOREX', symbol: 'EURUSD', quotation },
  { type: 'KLINE', currency_match_id: 1, period: '1min', candle },
  { type: 'FOREX_KLINE', symbol: 'EURUSD', period: '1day', candle },
  { type: 'DEAL', currency_match_id: 1, deals: [deal] },
  { type: 'hello', time: 1, heartbeat_ms: 15_000, idle_close_ms: 45_000 },
  { type: 'pong', time: 1 },
  { type: 'error', error: 'bad_message' },
  {
    type: 'DEPTH',
    kind: 'snapshot',
    currency_match_id: 1,
    seq: 4,
    bids: [['99.5', '1']],
    asks: [['100', '0.25']],
  },
  {
    type: 'DEPTH',
    kind: 'delta',
    currency_match_id: 1,
    previous_seq: 4,
    seq: 6,
    bids: [],
    asks: [['100', '0']],
  },
  {
    type: 'USER',
    kind: 'snapshot',
    stream: 's',
    seq: 0,
    orders: [orderSample()],
    balances: [balanceSample()],
  },
  {
    type: 'USER',
    kind: 'event',
    stream: 's',
    seq: 1,
    event: { kind: 'order', record: orderSample() },
  },
  { type: 'FIAT_ADS', side: 'buy', currency_id: 1, fiat_code: 'CNY', version: 3 },
  {
    type: 'MARK',
    lever_market_id: 1,
    mark: {
      price: '97250',
      status: 'trading',
      state: 'live',
      reason: null,
      is_agreed: true,
      apart_ppm: 103,
      close_only: false,
      changed_at: 1,
      time: 1,
    },
  },
  {
    type: 'MARK',
    lever_market_id: 2,
    mark: {
      price: null,
      status: 'trading',
      state: 'frozen',
      reason: 'too_few',
      is_agreed: false,
      apart_ppm: null,
      close_only: false,
      changed_at: 1,
      time: 1,
    },
  },
  {
    type: 'USER',
    kind: 'snapshot',
    stream: 's',
    seq: 0,
    orders: [],
    lever_orders: [leverOrderSample()],
    balances: [],
  },
];
const userEvents = [
  { kind: 'order', record: orderSample({ price: null, quantity: null, amount: '5' }) },
  { kind: 'fill', record: { order_id: '1', fill: fillSample() } },
  { kind: 'balance', record: balanceSample() },
  { kind: 'lever_order', record: leverOrderSample() },
  {
    kind: 'lever_warning',
    record: { level: 'danger', equity: '607.93', margin: '1215.86', ratio_bp: 5_000, time: 1 },
  },
];
const userEvent = (event: unknown) => ({ type: 'USER', kind: 'event', stream: 's', seq: 1, event });
const expectDropped = (event: unknown, what: string) =>
  expect(decodeFrame(JSON.stringify(userEvent(event))), what).toMatchObject({ malformed: 1 });

test.each(messages)('a single $type is read', (message) => {
  expect(decodeFrame(JSON.stringify(message))).toEqual({ messages: [message], malformed: 0 });
});

test('a batch is read', () => {
  expect(decodeFrame(JSON.stringify(messages))).toEqual({ messages, malformed: 0 });
});

test('a quote as the spec shows it, without a type, is one of DAY_MARKET, singly and in a batch', () => {
  const quote = { currency_match_id: 1, quotation };
  const read = { ...quote, type: 'DAY_MARKET' };

  expect(decodeFrame(JSON.stringify(quote))).toEqual({ messages: [read], malformed: 0 });
  expect(decodeFrame(JSON.stringify([quote, messages[1]]))).toEqual({
    messages: [read, messages[1]],
    malformed: 0,
  });
});

describe('an invalid message is dropped and counted', () => {
  test.each([
    ['no JSON', '{'],
    ['no text', new ArrayBuffer(4)],
    ['no message', '7'],
    ['null', 'null'],
    ['a quote without a type and a price', '{"currency_match_id":1,"quotation":{}}'],
    ['an unknown type', '{"type":"WEATHER"}'],
    ['a market that is no number', '{"type":"DAY_MARKET","currency_match_id":"1","quotation":{}}'],
    [
      'a price that is no text',
      JSON.stringify({ ...messages[0], quotation: { close: 1, change: '0' } }),
    ],
    ['a level without a quantity', JSON.stringify({ ...messages[8], bids: [['99.5']] })],
    ['a price that is no number', JSON.stringify({ ...messages[8], bids: [['9e9', '1']] })],
    ['an event of no kind', JSON.stringify(userEvent({ kind: 'rumour' }))],
    ['a side that is none', JSON.stringify({ ...messages[4], deals: [{ ...deal, side: 'hold' }] })],
  ])('%s', (_, frame) => {
    expect(decodeFrame(frame)).toEqual({ messages: [], malformed: 1 });
  });

  test('the rest of its batch is read', () => {
    const frame = JSON.stringify([messages[0], { type: 'DAY_MARKET' }, messages[1]]);

    expect(decodeFrame(frame)).toEqual({ messages: [messages[0], messages[1]], malformed: 1 });
  });
});

test.each(messages)('a $type with any of its fields broken is never read', (message) => {
  const read = new Set(['heartbeat_ms', 'idle_close_ms']);
  for (const field of Object.keys(message).filter((name) => !read.has(name))) {
    const broken = JSON.stringify({ ...message, [field]: { not: 'this' } });
    expect(decodeFrame(broken), field).toEqual({ messages: [], malformed: 1 });
  }
});

test.each(userEvents)('an event of an own $kind is read', (event) => {
  const message = userEvent(event);
  expect(decodeFrame(JSON.stringify(message))).toEqual({ messages: [message], malformed: 0 });
});

test.each(userEvents)('an event of an own $kind with any field broken is never read', (event) => {
  const { kind, record } = event;
  const inner = Object.entries(record).filter(([, value]) => typeof value === 'object');
  for (const field of Object.keys(record))
    expectDropped({ kind, record: { ...record, [field]: { not: 'this' } } }, field);
  for (const [part, whole] of inner)
    for (const field of Object.keys(Object(whole)))
      expectDropped(
        { kind, record: { ...record, [part]: { ...Object(whole), [field]: { not: 'this' } } } },
        `${part}.${field}`,
      );
});

test('the answer to a token is read', () => {
  expect(decodeFrame('{"type":"auth"}').messages).toEqual([{ type: 'auth' }]);
});

test('no text makes it throw', () => {
  const near = fc.constantFrom(...messages).map((message) => JSON.stringify(message));
  const anyText = fc.oneof(
    fc.string(),
    fc.json(),
    near,
    fc.jsonValue().map((v) => JSON.stringify(v)),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const { messages: read, malformed } = decodeFrame(text);
      return read.length + malformed >= 0;
    }),
  );
});
