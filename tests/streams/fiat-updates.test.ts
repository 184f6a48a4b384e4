/** Fiat events in the feed, and the server's clock. */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { UserEventOf, UserRecords } from '../../contract/user-records.ts';
import { createFeed } from '../../streams/feed.ts';

type FiatEvent = UserEventOf<'fiat_ad' | 'fiat_order' | 'fiat_message'>;

const AD: UserRecords['fiat_ad'] = {
  id: '7',
  side: 'sell',
  currency_id: 1,
  currency_code: 'USDT',
  fiat_code: 'CNY',
  price_type: 'floating',
  price: '7.14',
  price_percent: '101.5',
  deviation_percent: '1.5',
  remaining: '900',
  min_amount: '70',
  max_amount: '3500',
  payment_kinds: ['bank_card'],
  payment_window_min: 15,
  remark: '',
  shop: { id: '3', name: 'Harbour Desk', orders_30_days: 0, completion_percent: null },
  is_own: true,
  state: 'opening',
  removal: null,
  removal_text: null,
  limit_price: '7',
  total: '1000',
  in_orders: '100',
  sold: '0',
  is_listed: true,
  payable_kinds: ['bank_card'],
  auto_open: true,
  collection_method_ids: ['4'],
  revision: 2,
  created_at: 1,
  updated_at: 2,
};
const ORDER: UserRecords['fiat_order'] = {
  id: '9',
  ad_id: '7',
  role: 'buyer',
  currency_id: 1,
  currency_code: 'USDT',
  fiat_code: 'CNY',
  price: '7',
  quantity: '100',
  amount: '700',
  payment_kind: 'bank_card',
  payment_reference: 'UAJ8YSXU',
  counterparty: 'Harbour Desk',
  shop_id: '3',
  state: 'unpaid',
  end: null,
  award_text: null,
  postponements: 0,
  is_overtime: false,
  applicant: null,
  deadline_at: 900_000,
  unread: 0,
  revision: 1,
  created_at: 1,
  updated_at: 1,
};
const MESSAGE: UserRecords['fiat_message'] = {
  order_id: '9',
  message: { id: '1', from: 'seller', content: 'Hello', picture_id: null, at: 5 },
};

const SAMPLES: readonly FiatEvent[] = [
  { kind: 'fiat_ad', record: AD },
  { kind: 'fiat_order', record: ORDER },
  { kind: 'fiat_message', record: MESSAGE },
];

/** Copies of the object, each without one of its fields. */
const withoutEach = (whole: object): object[] =>
  Object.keys(whole).map((missing) =>
    Object.fromEntries(Object.entries(whole).filter(([field]) => field !== missing)),
  );

function setUp() {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers: frames });
  const say = (message: object) => feed.receive(JSON.stringify(message));
  const told: unknown[] = [];
  for (const kind of ['fiat_ad', 'fiat_order', 'fiat_message'] as const)
    feed.user.updates$(kind).subscribe((record) => told.push(record));
  feed.user.setToken('token A');
  feed.opened(() => undefined);
  say({ type: 'auth' });
  say({ type: 'USER', kind: 'snapshot', stream: 's', seq: 0, orders: [], balances: [] });
  return {
    feed,
    say,
    event: (event: object) => say({ type: 'USER', kind: 'event', stream: 's', seq: 1, event }),
    told: () => {
      frames.flush();
      return told;
    },
  };
}

describe('news of fiat trading', () => {
  test('a message may be a picture alone', () => {
    const { event: say, told } = setUp();
    const picture = {
      ...MESSAGE,
      message: { id: '2', from: 'buyer', content: '', picture_id: 'some-picture', at: 6 },
    };
    say({ kind: 'fiat_message', record: picture });
    expect(told()).toEqual([picture]);
  });

  test.each(SAMPLES)('$kind is decoded in full', (event) => {
    const { event: say, told } = setUp();
    say(event);
    expect(told()).toEqual([event.record]);
  });

  test.each(SAMPLES)('$kind without one of its fields is dropped', ({ kind, record }) => {
    const { event: say, told, feed } = setUp();
    for (const rest of withoutEach(record)) say({ kind, record: rest });
    expect(told()).toEqual([]);
    expect(feed.stats.malformed).toBe(Object.keys(record).length);
  });

  test('a message without one of its own fields is dropped', () => {
    const { event: say, told, feed } = setUp();
    for (const message of withoutEach(MESSAGE.message))
      say({ kind: 'fiat_message', record: { ...MESSAGE, message } });
    expect(told()).toEqual([]);
    expect(feed.stats.malformed).toBe(Object.keys(MESSAGE.message).length);
  });
});

test('the time of the server is emitted with the first message and with each heartbeat', () => {
  const { feed, say } = setUp();
  const times: number[] = [];
  feed.serverTime$.subscribe((time) => times.push(time));
  say({ type: 'hello', time: 1_000, heartbeat_ms: 1, idle_close_ms: 2 });
  say({ type: 'pong', time: 2_000 });
  expect(times).toEqual([1_000, 2_000]);
});

describe('the fiat market', () => {
  const part = { side: 'buy', currency_id: 1, fiat_code: 'CNY' };
  const version = (value: number, fields: object = {}) =>
    JSON.stringify({ type: 'FIAT_ADS', ...part, ...fields, version: value });

  test('the last version of a market part within a frame is delivered', () => {
    const frames = new VirtualTimeScheduler();
    const timers = new VirtualTimeScheduler();
    const feed = createFeed({ frames, timers });
    const sent: string[] = [];
    const got: number[] = [];
    const listening = feed.fiatAds$(part).subscribe(({ value }) => got.push(value));
    feed.opened((text) => sent.push(text));

    for (const data of [version(3), version(4), version(9, { side: 'sell' })]) feed.receive(data);
    frames.flush();
    listening.unsubscribe();
    timers.flush();

    expect(got).toEqual([4]);
    const named = { params: 'FIAT_ADS', ...part };
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { type: 'sub', ...named },
      { type: 'unsub', ...named },
    ]);
  });
});
