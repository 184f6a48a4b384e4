/** The candle chart on its page: live bars, periods, late histories, keys. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { KlineMessage } from '../../../contract/channels.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { formatWholeTurnover } from '../../../src/format/turnover.ts';
import { DESKTOP, PHONE, type AppOptions } from '../../support/pages/app-page.ts';
import { sidewaysOf } from '../../support/operator/console-page.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { useProduct } from '../../support/pages/product.ts';
import { within } from '../../support/within.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true });

const BITCOIN = '/coinKline?id=1&symbol=BTC/USDT';
/** Addresses that a user may have typed, in addition to the path alone. */
const NO_PAIRS = [
  '/coinKline?id=1',
  '/coinKline?symbol=BTC/USDT',
  '/coinKline?id=2&symbol=BTC/USDT',
  '/coinKline?id=-1&symbol=%3Cscript%3E',
  '/forexKline',
  '/forexKline?symbol=eurusd',
];
const plot = (page: Page) => page.getByRole('application');

/** One phone goes from chart to chart and stays open between tests. */
let phone: Page;
beforeAll(async () => {
  phone = await product.openAs('trader', { viewport: PHONE, isOfFile: true });
});

/** Opens the chart on the phone, or on a page of its own with `options`. */
async function openChart(path = BITCOIN, options?: AppOptions): Promise<Page> {
  const page = options === undefined ? phone : await product.openAs('trader', options);
  await visitScreen(page, path);
  await plot(page).locator('canvas').first().waitFor();
  await expect.poll(() => summary(page)).toMatch(/open .+ close/);
  return page;
}

/** The chart's text for screen readers, which names the bars on screen. */
async function summary(page: Page): Promise<string> {
  const id = await plot(page).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

/** Days from the first to the last bar of a summary. */
function daysOf(text: string): number {
  const [, first = '', last = ''] = /candles, (.+?) to (.+?): open/.exec(text) ?? [];
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}

test('the canvas moves with the market', async () => {
  const page = await openChart();
  const before = await plot(page).screenshot();
  await expect.poll(async () => before.equals(await plot(page).screenshot())).toBe(false);
});

test('each of the eight periods draws its own candles', async () => {
  const page = await openChart();
  const periods = page.getByRole('tablist', { name: 'Candle period' }).getByRole('tab');
  await expect.poll(() => periods.count()).toBe(8);
  for (const [tab, name] of [
    ['1m', '1-minute'],
    ['1D', 'daily'],
    ['1M', 'monthly'],
  ] as const) {
    await periods.getByText(tab, { exact: true }).click();
    await page.getByRole('application', { name: `BTC/USDT ${name} candles` }).waitFor();
    await expect.poll(() => summary(page)).toContain(name);
  }
});

test('a period that is shown again at once is read again, because a candle may have ended', async () => {
  const page = await openChart();
  const periods = page.getByRole('tablist', { name: 'Candle period' }).getByRole('tab');
  await periods.getByText('1D', { exact: true }).click();
  await expect.poll(() => summary(page)).toMatch(/daily.+open .+ close/);
  await Promise.all([
    page.waitForRequest((request) => /kline\?.*period=15min/.test(request.url())),
    periods.getByText('15m', { exact: true }).click(),
  ]);
});

test('a late history replaces neither the end of a live candle nor the candle after it', async () => {
  const page = await product.openAs('trader', { viewport: PHONE, isKept: 'context' });
  const sockets: WebSocketRoute[] = [];
  let hasCandle = false;
  const forming = new Promise<KlineMessage>((resolve) => {
    void page.routeWebSocket('**/ws', (socket) => {
      sockets.push(socket);
      socket.connectToServer().onMessage((frame) => {
        const messages: { type: string }[] = [JSON.parse(String(frame))].flat();
        const candle = messages.find(({ type }) => type === 'KLINE');
        // A candle of the server that begins during the test would replace the one that the test sends.
        const shown = hasCandle ? messages.filter(({ type }) => type !== 'KLINE') : messages;
        if (shown.length > 0) socket.send(JSON.stringify(shown));
        if (candle === undefined) return;
        hasCandle = true;
        resolve(candle as KlineMessage);
      });
    });
  });
  await page.goto(BITCOIN);
  const message = await within(forming, 'a candle on the socket');
  await expect.poll(() => summary(page)).toMatch(/open .+ close/);
  const { time, volume } = message.candle;
  // Live values beyond those of the server's history, which was read a moment before.
  const ended = { time, high: '999999', volume: String(Number(volume) + 1_000) };
  const next = { time: time + 15 * MINUTE_MS, close: '888888', volume: '1' };
  for (const candle of [ended, next])
    sockets[0]?.send(JSON.stringify({ ...message, candle: { ...message.candle, ...candle } }));
  await expect.poll(() => summary(page)).toMatch(/high 999,999.+close 888,888/);
  // Marks the second history by the low of a candle.
  await page.route(/kline\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { low: string }[] };
    json.data.at(-2)!.low = '1';
    await route.fulfill({ response, json });
  });
  await sockets[0]?.close();
  await expect.poll(() => summary(page)).toMatch(/high 999,999.+low 1\b.+close 888,888/);
});

test('dragging shows older candles, a double click leads back to the newest', async () => {
  const page = await openChart(BITCOIN, { viewport: DESKTOP });
  // Daily candles, because none ends during the test.
  await page.getByRole('tab', { name: '1D', exact: true }).click();
  // Until the daily candles are drawn, the summary still has the bars of the period before.
  await expect.poll(async () => daysOf(await summary(page))).toBeGreaterThan(30);
  const newest = await summary(page);
  const box = await plot(page).boundingBox();
  if (!box) throw new Error('the plot has no box');
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 100, { steps: 10 });
  await page.mouse.up();
  const end = (text: string) => / to (.+?): open/.exec(text)?.[1];
  await expect.poll(async () => end(await summary(page))).not.toBe(end(newest));
  await plot(page).dblclick();
  await expect.poll(async () => end(await summary(page))).toBe(end(newest));
});

test('the arrow keys read bar by bar, and the averages can be switched off', async () => {
  const page = await openChart();
  await plot(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.locator('[aria-live="polite"]', { hasText: /O .+H .+L .+C / }).waitFor();
  const average = page.getByRole('button', { name: /^MA5/ });
  await expect.poll(() => average.getAttribute('aria-pressed')).toBe('true');
  await average.click();
  await expect.poll(() => average.getAttribute('aria-pressed')).toBe('false');
});

test('turnover is labeled with the quote currency', async () => {
  const page = await openChart();
  await page.getByText(/^Volume [\d.,]+[KMB]? USDT/).waitFor();
});

test('the chart is available as a table too', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: /BTC\/USDT 15-minute candles/ });
  await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(50);
  await table.getByRole('columnheader', { name: 'Volume (USDT)' }).waitFor();
  const period = { currency_match_id: '1', period: '15min', size: '2' } as const;
  const candles = dataOf(await product.server.call('listCandles', period));
  const ended = candles.toSorted((one, other) => one.time - other.time)[0];
  const turnover = ensure(ended?.turnover, 'the turnover of a candle that has ended');
  await table.getByTitle(formatWholeTurnover('en-US', turnover), { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Show as chart' }).click();
  await plot(page).waitFor();
});

test('trades arrive on top', async () => {
  const page = await openChart();
  const newest = page.getByRole('table', { name: 'Recent trades' }).getByRole('row').nth(1);
  const before = await newest.innerText();
  await expect.poll(() => newest.innerText()).not.toBe(before);
});

test('the switcher leads to another pair', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: 'Switch pair, BTC/USDT selected' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('eth/usdt');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /ETH\/USDT/ })
    .click();
  await page.getByRole('button', { name: 'Switch pair, ETH/USDT selected' }).waitFor();
  expect(new URL(page.url()).searchParams.get('symbol')).toBe('ETH/USDT');
  await expect.poll(() => page.title()).toBe('ETH/USDT · Meridian');
});

test('the switcher can be used with the keyboard alone', async () => {
  const page = await openChart(BITCOIN, { viewport: DESKTOP });
  await page.getByRole('button', { name: 'Switch pair, BTC/USDT selected' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('textbox', { name: 'Search pairs' });
  await dialog.locator('input:focus').waitFor();
  const links = dialog.getByRole('list', { name: 'Pairs' }).getByRole('link');
  const focused = () => links.evaluateAll((all) => all.indexOf(document.activeElement as never));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(-1);
  await search.fill('eth/usdt');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('button', { name: 'Switch pair, ETH/USDT selected' });
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((node) => node === document.activeElement)).toBe(true);
});

test('the figures of the switcher are live while it is open', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: 'Switch pair, BTC/USDT selected' }).click();
  const bitcoin = page.getByRole('dialog').getByRole('link', { name: /^BTC\/USDT/ });
  await bitcoin.getByTestId('change').getByText(/%/).waitFor();
  const before = await bitcoin.getByTestId('price').innerText();
  await expect.poll(() => bitcoin.getByTestId('price').innerText()).not.toBe(before);
});

test('a forex chart shows whether the market is open', async () => {
  const page = await openChart('/forexKline?symbol=EURUSD');
  await page.getByText(/^(Open|Closed)$/).waitFor();
});

test('an address of no pair shows an error and leads to the markets', async () => {
  for (const path of ['/coinKline', ...NO_PAIRS]) {
    await visitScreen(phone, path);
    await phone.getByRole('alert').getByText('Trading pair not found').waitFor();
    await phone.getByRole('link', { name: 'View markets' }).click();
    await phone.waitForURL('**/market');
    // The address changes before the screen does.
    await phone.getByTestId('market-row').first().waitFor();
  }
});

test('in landscape a phone shows the whole chart, with the trade buttons next to it', async () => {
  const viewport = { width: 844, height: 390 };
  const page = await openChart(BITCOIN, { viewport });
  const box = await plot(page).boundingBox();
  expect(box?.height).toBeGreaterThan(200);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
  for (const name of ['Buy', 'Sell']) {
    const button = await page.getByRole('link', { name, exact: true }).boundingBox();
    expect((button?.y ?? viewport.height) + (button?.height ?? 0)).toBeLessThanOrEqual(390);
    expect(button?.x ?? 0).toBeGreaterThanOrEqual((box?.x ?? 0) + (box?.width ?? viewport.width));
  }
  await visitScreen(page, '/market');
  await page.getByTestId('market-row').first().waitFor();
  expect(await plot(page).count()).toBe(0);
});

test('in landscape a small phone shows the longer German buttons whole', async () => {
  const viewport = { width: 568, height: 320 };
  const page = await product.openAs('trader', { viewport, locale: 'de-DE' });
  await page.goto(BITCOIN);
  const button = page.getByRole('link', { name: 'Verkaufen', exact: true });
  await button.waitFor();
  expect(await button.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? viewport.width)).toBeLessThanOrEqual(viewport.width);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
});
