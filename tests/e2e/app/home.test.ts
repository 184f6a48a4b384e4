/** The home screen: live prices, filters, notices, tiles. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { DESKTOP, PHONE, PHONE_SMALL, type AppOptions } from '../../support/pages/app-page.ts';
import { findOpenOffering, subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';
import { subscribe } from '../../support/staking/staking-users.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true });

/** One phone shows home again for each test, and stays open between them. */
let phone: Page;
beforeAll(async () => {
  phone = await product.openAs('trader', { viewport: PHONE, isOfFile: true });
});

/**
 * Shows home on the phone, or on a page of its own with `options`. A test on the phone ends on a screen that shows, because
 * home stays in the page and would otherwise seem to be there again at once.
 */
async function openHome(options?: AppOptions): Promise<Page> {
  const page = options === undefined ? phone : await product.openAs('trader', options);
  await visitScreen(page, '/home');
  await page.getByTestId('market-row').first().waitFor();
  return page;
}

const SCROLLED_PX = 120;
/** Seconds between two touches, by the times of their events. */
const TOUCH_S = 0.02;
/** Longer than the time of which a browser takes the speed of a finger. */
const FINGER_REST_S = 0.5;

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('prices in the list update live', async () => {
  const page = await openHome();
  const price = page.getByTestId('market-row').first().getByTestId('price');
  const before = await price.innerText();
  await page.waitForFunction(
    (text) =>
      document.querySelector('[data-testid="market-row"] [data-testid="price"]')?.textContent !==
      text,
    before,
  );
  expect(await price.innerText()).toMatch(/\d/);
});

test('the banner is 210/375 of its width, at most 190 px high', async () => {
  const page = await openHome();
  for (const viewport of [DESKTOP, PHONE_SMALL, PHONE]) {
    await page.setViewportSize(viewport);
    const banner = page.getByRole('region', { name: 'Highlights' });
    const picture = banner.locator('img').first();
    await picture.waitFor();
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    expect(height).toBeCloseTo(Math.min(190, (width * 210) / 375), 0);
  }
});

/** The home page with the motion of the system's settings, on a clock that stands still. */
async function openStill(reducedMotion: 'reduce' | 'no-preference') {
  const page = await product.openAs('trader', { viewport: PHONE, isKept: false });
  await page.emulateMedia({ reducedMotion });
  await page.clock.install();
  await page.goto('/home');
  const banner = page.getByRole('region', { name: 'Highlights' });
  await banner.locator('img').first().waitFor();
  // A part that still loads would hide the page, and a clock that stands still would never show it again.
  await page.getByTestId('market-row').first().waitFor();
  // Soon, so that no call times out by the jump.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SECOND_MS);
  // The interval begins when the pointer leaves.
  await banner.hover();
  await page.mouse.move(0, 0);
  const shown = () => banner.locator('button[aria-current]').getAttribute('aria-label');
  return { page, shown };
}

test('the banner moves on every 3 s, and stands still with reduced motion', async () => {
  const { page, shown } = await openStill('no-preference');
  expect(await shown()).toBe('Banner 1');
  await page.clock.runFor(LIMITS.autoplay_ms - 1);
  expect(await shown()).toBe('Banner 1');
  await page.clock.runFor(1);
  await expect.poll(shown).toBe('Banner 2');
  const reduced = await openStill('reduce');
  await reduced.page.clock.runFor(3 * LIMITS.autoplay_ms);
  expect(await reduced.shown()).toBe('Banner 1');
});

test('a swipe over the banner shows the next picture', async () => {
  const page = await openHome();
  const banner = page.getByRole('region', { name: 'Highlights' });
  await banner.locator('img').first().waitFor();
  const shown = () => banner.locator('button[aria-current]').getAttribute('aria-label');
  await expect.poll(shown).toBe('Banner 1');
  const { x = 0, y = 0, width = 0, height = 0 } = (await banner.boundingBox()) ?? {};
  const session = await page.context().newCDPSession(page);
  let timestamp = Date.now() / SECOND_MS;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: (timestamp += TOUCH_S),
      touchPoints: part === undefined ? [] : [{ x: x + width * part, y: y + height / 2 }],
    });
  await touch('touchStart', 0.9);
  for (const part of [0.8, 0.6, 0.4, 0.2]) await touch('touchMove', part);
  // The finger rests before it leaves: how far a fling goes depends on the load of the machine.
  timestamp += FINGER_REST_S;
  await touch('touchMove', 0.2);
  await touch('touchEnd');
  await expect.poll(shown).toBe('Banner 2');
});

test('a page appears within 180 ms, and at once with reduced motion', async () => {
  const page = await openHome();
  // The last one is that of all pages.
  for (const [reducedMotion, durationMs] of [
    ['no-preference', 180],
    ['reduce', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => {
      document.addEventListener('animationend', ({ animationName, elapsedTime, target }) => {
        if (!(target instanceof Element) || target.querySelector('h1') === null) return;
        document.body.dataset['appeared'] = `${animationName} ${Math.round(elapsedTime * 1000)}`;
      });
    });
    await page.getByTestId('notice-bar').click();
    await page.waitForURL('**/notice-center');
    await expect
      .poll(() => page.locator('body').getAttribute('data-appeared'))
      .toBe(`fade-in ${durationMs}`);
    await page.goBack();
    await page.getByTestId('notice-bar').waitFor();
  }
});

test('the three popular pairs lead to their candles with id and symbol', async () => {
  const page = await openHome();
  const pairs = page.getByTestId('popular-pair');
  await expect.poll(() => pairs.count()).toBe(3);
  await pairs.first().click();
  await page.waitForURL(/\/coinKline\?/);
  const query = new URL(page.url()).searchParams;
  expect(query.get('id')).toMatch(/^\d+$/);
  expect(query.get('symbol')).toBe('BTC/USDT');
  await page.getByRole('application').waitFor();
});

test('the filter shows gainers alone, then losers alone', async () => {
  const page = await openHome();
  for (const [name, sign] of [
    ['Gainers', /^\D*\+/],
    ['Losers', /^\D*[-−]/],
  ] as const) {
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect
      .poll(async () => {
        const changes = await page.getByTestId('market-row').getByTestId('change').allInnerTexts();
        const others = changes.filter((change) => !sign.test(change.trim()));
        return { isEmpty: changes.length === 0, others };
      })
      .toEqual({ isEmpty: false, others: [] });
  }
});

test('the notice ticker opens the notices, the tiles of this release open their pages', async () => {
  const page = await openHome();
  await page.getByTestId('notice-bar').click();
  await page.waitForURL('**/notice-center');
  await page.goBack();
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.waitForURL('**/help-center');
  await page.goBack();
  await page.getByRole('link', { name: 'Events' }).click();
  await page.waitForURL('**/activity-center');
  await page.goBack();
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.waitForURL('**/secure-center');
  await page.goBack();
  await page.getByRole('link', { name: 'Deposit', exact: true }).click();
  await page.waitForURL('**/recharge');
  await page.getByRole('heading', { level: 1, name: 'Deposit' }).waitFor();
});

test('the tiles fill their grid, also without fast contracts', async () => {
  const page = await openHome();
  const tiles = page.getByRole('list', { name: 'Quick actions' });
  await tiles.getByRole('link', { name: 'Deposit', exact: true }).waitFor();
  expect(await tiles.getByText('Fast contract').count()).toBe(0);
  const uncovered = await tiles.evaluate((list) => {
    const { right, bottom } = list.getBoundingClientRect();
    const last = list.lastElementChild?.getBoundingClientRect();
    return [Math.round(right - (last?.right ?? 0)), Math.round(bottom - (last?.bottom ?? 0))];
  });
  expect(uncovered).toEqual([0, 0]);
});

test('online service and download open the addresses that the operator set', async () => {
  const operator = await signInOperator(product.server);
  const save = (key: 'service_url' | 'app_download_url', value: string) =>
    operator.ask('saveSetting', { key, value, reason: 'a test of the tiles' });
  const page = await openHome();
  const service = page.getByRole('link', { name: 'Live support', exact: true });
  const download = page.getByRole('link', { name: 'Download', exact: true });
  await expect.poll(() => service.getAttribute('href')).toMatch(/^https:/);
  expect(await service.getAttribute('target')).toBe('_blank');
  expect(await service.getAttribute('rel')).toContain('noopener');
  await expect.poll(() => download.getAttribute('href')).toMatch(/^https:/);
  expect(await download.getAttribute('target')).toBe('_self');

  await save('service_url', 'mailto:help@example.org');
  await save('app_download_url', '');
  await page.reload();
  await expect.poll(() => service.getAttribute('href')).toBe('mailto:help@example.org');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByText('There’s no app to download.').waitFor();
  expect(pathOf(page)).toBe('/home');
});

test('own savings and subscriptions are on home, and lead to their records', async () => {
  const { server } = product;
  const tokens = await product.tokensOf('agent');
  const user = { token: tokens.accessToken };
  dataOf(await subscribe(server, user, { amount: '100' }));
  const { token_code: code } = await findOpenOffering(server);
  dataOf(await subscribeOffering(server, user, { quantity: '200' }));
  const page = await product.open({ tokens, viewport: PHONE_SMALL });
  await page.goto('/home');
  const own = page.getByTestId('own-products');
  await own.getByRole('link', { name: `Token subscriptions · 200 ${code}` }).waitFor();
  await own.getByRole('link', { name: 'Savings · 100 USDT' }).click();
  await page.waitForURL(/\/storage-currency-history\?id=\d+/);
  await page.getByRole('dialog').getByText('Total earned').waitFor();
});

test('the tile of savings leads to the products', async () => {
  const page = await openHome();
  await page.getByRole('link', { name: 'Savings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Savings' }).waitFor();
});

test('the trade tab shows an unverified user a tip and leads to verification', async () => {
  const page = await product.openAs('newcomer');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Trade', exact: true }).click();
  await page.getByText('Identity verification required').waitFor();
  await page.getByRole('button', { name: 'View status' }).click();
  await page.waitForURL('**/user-center');
  await page.getByText('Not verified').first().waitFor();
});

test('the side menu shows the signed-in user and switches dark mode', async () => {
  const page = await openHome({ theme: 'light' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByText('demo.trader@meridian.test').waitFor();
  await page.getByText(/UID \d+/).waitFor();
  const theme = () => page.locator('html').getAttribute('data-theme');
  await expect.poll(theme).toBe('light');
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(theme).toBe('dark');
  await page.reload();
  await expect.poll(theme).toBe('dark');
});

test('the side menu leads to invites and to security', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Invite friends' }).click();
  await page.waitForURL('**/share-code');
  await page.goBack();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Security' }).click();
  await page.waitForURL('**/secure-center');
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
});

test('home is kept alive: coming back restores the list', async () => {
  const page = await openHome();
  await page.evaluate(() => {
    document.querySelector('[data-testid="market-row"]')?.setAttribute('data-kept', 'yes');
  });
  await page.getByRole('link', { name: 'Markets', exact: true }).click();
  await page.waitForURL('**/market');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.waitForURL('**/home');
  const kept = page.locator('[data-testid="market-row"][data-kept="yes"]');
  await expect.poll(() => kept.count()).toBe(1);
});

test('back from a chart restores the filter and the place in the list', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gainers' }).click();
  await page.getByRole('button', { name: /^Filters\s*Gainers/ }).waitFor();
  const scroller = page.locator('main').locator('..');
  // Prices move, so the list of gainers may be shorter than before.
  const isAtPlace = () =>
    scroller.evaluate(({ scrollTop, scrollHeight, clientHeight }, wantedPx) => {
      const placePx = Math.min(wantedPx, scrollHeight - clientHeight);
      return scrollTop > 0 && Math.abs(scrollTop - placePx) < 1;
    }, SCROLLED_PX);
  await expect
    .poll(async () => {
      await scroller.evaluate((element, px) => element.scrollTo(0, px), SCROLLED_PX);
      return isAtPlace();
    })
    .toBe(true);
  await page.getByTestId('market-row').first().dispatchEvent('click');
  await page.waitForURL('**/coinKline?*');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^Filters\s*Gainers/ }).waitFor();
  await expect.poll(isAtPlace).toBe(true);
});

test('an unknown path leads home, a wide screen has a side rail instead of the bottom bar', async () => {
  const page = await product.openAs('trader', { viewport: DESKTOP });
  await page.goto('/no-such-page');
  await page.waitForURL('**/home');
  const rail = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  expect(rail?.height ?? 0).toBeGreaterThan(rail?.width ?? 0);
});

/**
 * Collects the messages that a page sends on its sockets about prices of all markets, and the sockets that it
 * has closed.
 */
function hearSockets(page: Page) {
  const asked: string[] = [];
  const sockets: { isClosed: boolean }[] = [];
  page.on('websocket', (socket) => {
    const seen = { isClosed: false };
    sockets.push(seen);
    socket.on('close', () => (seen.isClosed = true));
    socket.on('framesent', ({ payload }) => {
      const { type, params } = JSON.parse(String(payload)) as { type: string; params?: string };
      if (params === 'DAY_MARKET') asked.push(type);
    });
  });
  return { asked, sockets };
}

/** Longer than a busy machine needs for the linger of a subscription, a tenth of a second. */
const SOON = { timeout: 8_000 };

test('leaving home ends its subscription at once, except to other prices', async () => {
  const page = await product.openAs('trader');
  const { asked, sockets } = hearSockets(page);
  await page.goto('/home');
  await page.getByTestId('market-row').first().waitFor();
  await expect.poll(() => asked).toEqual(['sub']);
  await page.getByRole('link', { name: 'Markets', exact: true }).click();
  await page.getByRole('tab', { name: 'Forex' }).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByTestId('popular-pair').first().click();
  await page.waitForURL('**/coinKline**');
  await page.getByTestId('price').first().waitFor();
  await page.goBack();
  await page.getByTestId('market-row').first().waitFor();
  expect(asked).toEqual(['sub']);
  await page.getByRole('link', { name: 'Assets', exact: true }).click();
  await page.waitForURL('**/assets');
  await expect.poll(() => asked, SOON).toEqual(['sub', 'unsub']);
  // The socket stays open because it carries the user's own records.
  expect(sockets).toEqual([{ isClosed: false }]);
});

test('leaving the live screens disconnects the socket', async () => {
  const page = await product.openAs('trader');
  const { sockets } = hearSockets(page);
  await page.goto('/home');
  await page.getByTestId('market-row').first().waitFor();
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.waitForURL('**/help-center');
  await expect.poll(() => sockets, SOON).toEqual([{ isClosed: true }]);
});
