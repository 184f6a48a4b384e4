/** A list that is read page by page: reloads, shifted pages, stale pages. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../src/app/core/api/api-client.ts';
import { ClientError } from '../../../src/app/core/api/client-error.ts';
import { createPageChain } from '../../../src/app/core/page-chain.ts';
import { createQueryCache } from '../../../src/app/core/query-cache.ts';

/** A server with entries 6 to 1 in pages of two, and the state of a screen with them. */
function setUp() {
  const server = { entries: [6, 5, 4, 3, 2, 1], isFailing: false, state: 'waiting' };
  const calls: string[] = [];
  const call = (_: string, { before = '7' }: { readonly before?: string }): Promise<unknown> => {
    calls.push(before);
    if (server.isFailing)
      return Promise.reject(new ClientError('network_failed', { code: 0, msg: '' }));
    const older = server.entries.filter((entry) => entry < Number(before) || before === '7');
    const next = older.length > 2 ? String(older[1]) : null;
    const orders = older.slice(0, 2).map((entry) => `${entry} ${server.state}`);
    return Promise.resolve({ orders, next });
  };
  const queries = createQueryCache({ call } as unknown as ApiClient, { now: () => 0 });
  const open = () => createPageChain(queries, 'listOrderHistory', { side: 'buy' });
  type Chain = ReturnType<typeof open>;
  const shownBy = (chain: Chain) =>
    chain
      .get()
      .pages.flatMap(({ orders }) => orders as readonly unknown[])
      .map(String);
  /** A chain with three pages on screen. */
  async function openThree() {
    const chain = open();
    const seen: number[] = [];
    const leave = chain.subscribe(() => seen.push(shownBy(chain).length));
    await vi.advanceTimersByTimeAsync(0);
    for (const _ of [2, 3]) {
      chain.loadMore();
      await vi.advanceTimersByTimeAsync(0);
    }
    calls.length = 0;
    seen.length = 0;
    return { chain, leave, seen };
  }
  return {
    server,
    calls,
    open,
    openThree,
    shownBy,
    answered: () => vi.advanceTimersByTimeAsync(0),
  };
}

const entriesOf = (shown: readonly string[]) => shown.map((entry) => Number(entry.split(' ')[0]));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('reads page after page up to the end', async () => {
  const { openThree, shownBy } = setUp();
  const { chain } = await openThree();

  expect(entriesOf(shownBy(chain))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(chain.get()).toMatchObject({ pageCount: 3, last: { data: { next: null } } });
});

test('pages with a new beginning replace the earlier ones once as many have come', async () => {
  const { server, openThree, shownBy, answered } = setUp();
  const { chain, seen } = await openThree();
  server.entries = [8, ...server.entries];

  chain.refresh();
  await answered();

  expect(Math.min(...seen)).toBe(6);
  expect(entriesOf(shownBy(chain))).toEqual([8, 6, 5, 4, 3, 2]);
  expect(chain.get().pageCount).toBe(3);
});

test('pages with a new beginning that fail keep the earlier ones, and report the error', async () => {
  const { server, openThree, shownBy, answered } = setUp();
  const { chain } = await openThree();
  server.entries = [8, ...server.entries];
  chain.refresh();
  server.isFailing = true;
  await answered();

  expect(entriesOf(shownBy(chain))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(chain.get().last).toMatchObject({ error: 'network_failed', isBusy: false });

  server.isFailing = false;
  chain.retry();
  await answered();
  expect(entriesOf(shownBy(chain))).toEqual([8, 6, 5, 4, 3, 2]);
});

test('a list that has become shorter is shown shorter', async () => {
  const { server, openThree, shownBy, answered } = setUp();
  const { chain } = await openThree();
  server.entries = [6, 2, 1];

  chain.refresh();
  await answered();

  expect(entriesOf(shownBy(chain))).toEqual([6, 2, 1]);
});

test('a returning listener gets all its pages immediately, and each is read again', async () => {
  const { server, calls, open, openThree, shownBy, answered } = setUp();
  const { leave } = await openThree();
  leave();
  server.state = 'cancelled';

  const again = open();
  expect(entriesOf(shownBy(again))).toEqual([6, 5, 4, 3, 2, 1]);
  again.subscribe(() => {});
  await answered();

  expect(calls).toEqual(['7', '5', '3']);
  expect(new Set(shownBy(again).map((entry) => entry.split(' ')[1]))).toEqual(
    new Set(['cancelled']),
  );
});

test('a page in transit is requested again when it may already be out of date', async () => {
  const { server, calls, open, shownBy, answered } = setUp();
  const chain = open();
  chain.subscribe(() => {});
  server.state = 'cancelled';

  chain.retry();
  expect(calls).toEqual(['7']);
  chain.refresh();
  expect(calls).toEqual(['7', '7']);
  await answered();

  expect(shownBy(chain)).toEqual(['6 cancelled', '5 cancelled']);
});
