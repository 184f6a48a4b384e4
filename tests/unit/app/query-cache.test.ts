/** The cache of read calls: sharing, age, invalidation, refusals, a changed language. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiClient, CallOptions } from '../../../src/app/core/api/api-client.ts';
import { ClientError } from '../../../src/app/core/api/client-error.ts';
import { createQueryCache } from '../../../src/app/core/query-cache.ts';
import { askAgain } from '../../../src/app/core/query-pages.ts';

const FIVE_MINUTES_MS = 300_000;
const HALF_A_MINUTE_MS = 30_000;

function setUp() {
  const calls: string[] = [];
  let isFailing = false;
  let nowMs = 0;
  const call = (name: string, request: object): Promise<unknown> => {
    calls.push(`${name} ${JSON.stringify(request)}`);
    return isFailing
      ? Promise.reject(new ClientError('network_failed', { code: 0, msg: '' }))
      : Promise.resolve(`answer ${calls.length}`);
  };
  const cache = createQueryCache({ call } as unknown as ApiClient, { now: () => nowMs });
  return {
    cache,
    calls,
    fail: (isOn: boolean) => {
      isFailing = isOn;
    },
    pass: (ms: number) => {
      nowMs += ms;
      vi.advanceTimersByTime(ms);
    },
    answered: () => vi.advanceTimersByTimeAsync(0),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a refusal', () => {
  test('is shown when a screen opens, not when the page refetches on its own', async () => {
    const told: (string | undefined)[] = [];
    const call = (_name: string, _request: object, options?: CallOptions): Promise<unknown> => {
      told.push(options?.reporting);
      return Promise.reject(new ClientError('order_not_found', { code: 3007, msg: '' }));
    };
    const cache = createQueryCache({ call } as unknown as ApiClient, { now: () => 0 });
    const query = cache.get('getOrder', { id: '1' });
    const leave = cache.hold(query);
    await vi.advanceTimersByTimeAsync(0);
    query.send({ type: 'query.refresh' });
    await vi.advanceTimersByTimeAsync(0);
    leave();
    cache.hold(query);
    query.send({ type: 'query.retry' });
    cache.get('getSetting', { key: 'service_url' }, 'silent');

    expect(told).toEqual(['inline', 'silent', 'inline', 'silent']);
  });

  test('is still shown when the page refetches before the first answer', async () => {
    const told: (string | undefined)[] = [];
    const call = (_name: string, _request: object, options?: CallOptions): Promise<unknown> => {
      told.push(options?.reporting);
      return Promise.reject(new ClientError('order_not_found', { code: 3007, msg: '' }));
    };
    const cache = createQueryCache({ call } as unknown as ApiClient, { now: () => 0 });
    const query = cache.get('getOrder', { id: '1' });
    cache.hold(query);
    query.send({ type: 'query.refresh' });
    await vi.advanceTimersByTimeAsync(0);
    query.send({ type: 'query.refresh' });

    expect(told).toEqual(['inline', 'inline', 'silent']);
  });
});

describe('one call', () => {
  test('serves all identical queries, whatever the order of the fields', () => {
    const { cache, calls } = setUp();

    const one = cache.get('listCandles', { currency_match_id: '1', period: '1min' });
    const other = cache.get('listCandles', { period: '1min', currency_match_id: '1' });
    cache.get('listCandles', { currency_match_id: '2', period: '1min' });

    expect(other).toBe(one);
    expect(calls).toHaveLength(2);
  });

  test('is repeated when a screen shows an answer older than half a minute', async () => {
    const { cache, calls, pass, answered } = setUp();
    const query = cache.get('listAreas', {});
    cache.hold(query)();
    await answered();

    pass(HALF_A_MINUTE_MS);
    cache.hold(query)();
    expect(calls).toHaveLength(1);
    pass(1);
    cache.hold(query)();

    expect(calls).toHaveLength(2);
    expect(query.getSnapshot().context.data).toBe('answer 1');
    await answered();
    expect(query.getSnapshot().context.data).toBe('answer 2');
  });

  test('is forgotten five minutes after the last screen, not while one shows it', async () => {
    const { cache, pass, answered } = setUp();
    const query = cache.get('listAreas', {});
    const release = cache.hold(query);
    await answered();
    pass(2 * FIVE_MINUTES_MS);
    expect(cache.get('listAreas', {})).toBe(query);

    release();
    pass(FIVE_MINUTES_MS);

    expect(cache.get('listAreas', {})).not.toBe(query);
  });

  test('that became out of date in transit is repeated, and not for a mere retry', async () => {
    const { cache, calls, answered } = setUp();
    const query = cache.get('listAreas', {});

    query.send({ type: 'query.retry' });
    expect(calls).toHaveLength(1);
    query.send({ type: 'query.refresh' });
    expect(calls).toHaveLength(2);
    await answered();

    expect(query.getSnapshot().context.data).toBe('answer 2');
  });

  test('that failed is repeated when the network is back, if a screen still shows it', async () => {
    const { cache, calls, fail, answered } = setUp();
    const known = cache.get('listAreas', {});
    cache.hold(known);
    await answered();
    fail(true);
    cache.hold(cache.get('listOfferings', {}));
    cache.hold(cache.get('listNews', { category_id: '3' }))();
    known.send({ type: 'query.refresh' });
    await answered();
    fail(false);
    calls.length = 0;

    cache.refreshFailed();
    await answered();
    cache.refreshFailed();

    expect(calls).toEqual(['listAreas {}', 'listOfferings {}']);
    expect(cache.get('listOfferings', {}).getSnapshot().context.data).toBe('answer 2');
  });

  test('that failed keeps the older answer, and without one reports the reason', async () => {
    const { cache, fail, answered } = setUp();
    const known = cache.get('listAreas', {});
    await answered();
    fail(true);
    known.send({ type: 'query.retry' });
    const unknown = cache.get('listForexTickers', {});
    await answered();

    expect(known.getSnapshot().value).toBe('success');
    expect(known.getSnapshot().context.data).toBe('answer 1');
    expect(unknown.getSnapshot().value).toBe('failure');
    expect(unknown.getSnapshot().context.refusal?.error).toBe('network_failed');

    fail(false);
    unknown.send({ type: 'query.retry' });
    await answered();
    expect(unknown.getSnapshot().value).toBe('success');
  });
});

test('a new language reads the queries on screen again and forgets the rest', async () => {
  const { cache, calls, answered } = setUp();
  const shown = cache.get('listAreas', {});
  cache.hold(shown);
  const left = cache.get('listNews', { category_id: '2' });
  await answered();

  cache.refreshAll();
  await answered();

  expect(calls).toHaveLength(3);
  expect(shown.getSnapshot().context.data).toBe('answer 3');
  expect(cache.get('listNews', { category_id: '2' })).not.toBe(left);
});

test('a sign-out forgets all private answers', () => {
  const { cache } = setUp();
  const own = cache.get('getUserInfo', {});
  const open = cache.get('listAreas', {});

  cache.forgetPrivate();

  expect(cache.get('getUserInfo', {})).not.toBe(own);
  expect(cache.get('listAreas', {})).toBe(open);
});

test('of pages that were marked outdated only those are read again', async () => {
  const { cache, calls, answered } = setUp();
  const pages = ['1', '2', '3'].map((id) =>
    cache.get('listCandles', { currency_match_id: id, period: '1min' }),
  );
  await answered();
  calls.length = 0;

  askAgain<string>(pages, (answer) => answer !== 'answer 2');

  expect(calls.map((call) => /"currency_match_id":"(\d)"/.exec(call)?.[1])).toEqual(['1', '3']);
});
