/** The effect of a click on a notification, by the worker's own script with made-up pages of a browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const ORIGIN = 'https://exchange.example';
const ORDER = '/fiat-order?id=7';
const SCRIPT = readFileSync(
  path.join(import.meta.dirname, '../../../public/push-worker.js'),
  'utf8',
);

/** @property isOurs whether the worker may navigate the page; it also sees pages of others. */
interface OpenPage {
  readonly path: string;
  readonly isOurs?: boolean;
}

/** A click on a notification with `url`. @returns its effects, in order. */
async function clickOn(url: unknown, pages: readonly OpenPage[]): Promise<readonly string[]> {
  const done: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const pageAt = ({ path: at, isOurs = true }: OpenPage): object => ({
    url: ORIGIN + at,
    focus: () => Promise.resolve(done.push(`focus ${at}`)),
    navigate: (to: string) => {
      if (!isOurs) return Promise.reject(new TypeError('not controlled by this worker'));
      done.push(`navigate ${at} to ${to}`);
      return Promise.resolve(pageAt({ path: to }));
    },
  });
  runInNewContext(SCRIPT, {
    URL,
    self: {
      location: { origin: ORIGIN },
      addEventListener: (type: string, listener: (event: object) => void) =>
        listeners.set(type, listener),
      clients: {
        matchAll: () => Promise.resolve(pages.map(pageAt)),
        openWindow: (to: string) => Promise.resolve(done.push(`open ${to}`)),
      },
    },
  });
  let work: Promise<unknown> = Promise.resolve();
  listeners.get('notificationclick')?.({
    notification: { close: () => done.push('close'), data: { url } },
    waitUntil: (promise: Promise<unknown>) => (work = promise),
  });
  await work;
  return done;
}

test('without an open page, a new one opens at the order', async () => {
  expect(await clickOn(ORDER, [])).toEqual(['close', `open ${ORDER}`]);
});

test('a page that shows the order comes to the front as it is', async () => {
  const pages = [{ path: '/home' }, { path: ORDER }];

  expect(await clickOn(ORDER, pages)).toEqual(['close', `focus ${ORDER}`]);
});

test('another open page goes to the order, and no second one opens', async () => {
  const pages = [{ path: '/home' }, { path: '/fiat' }];

  expect(await clickOn(ORDER, pages)).toEqual([
    'close',
    `navigate /home to ${ORDER}`,
    `focus ${ORDER}`,
  ]);
});

test('a page that the worker does not control stays unchanged', async () => {
  expect(await clickOn(ORDER, [{ path: '/home', isOurs: false }])).toEqual([
    'close',
    `open ${ORDER}`,
  ]);
});

test.each([
  'https://elsewhere.example/fiat-order?id=7',
  '//elsewhere.example/home',
  'javascript:alert(1)',
  undefined,
])('%s leads to the start of the app', async (url) => {
  expect(await clickOn(url, [])).toEqual(['close', 'open /home']);
});
