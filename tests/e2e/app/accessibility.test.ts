/** axe on every screen and dialog: light on a phone, dark on a desktop. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { DESKTOP, openApp, PHONE, PHONE_SMALL, TABLET } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import {
  depositOfTrader,
  DETAILS,
  positionOfTrader,
  SCREENS,
  takeFirstAd,
  ticketOfTrader,
  tradeSome,
  type Viewer,
} from '../../support/pages/screens.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** Each user loads the app once, and then goes from screen to screen inside it. */
const pages = new Map<Viewer, Page>();
/** A resting order of the trader. */
let order: Order;
let deposit: Deposit;
let position: LeverOrderInfo;
beforeAll(async () => {
  order = await tradeSome(product.server);
  deposit = await depositOfTrader(product.server);
  position = await positionOfTrader(product.server);
});

/** The screen at `path` as this user sees it. */
async function openScreen(person: Viewer, path: string): Promise<Page> {
  const page = pages.get(person) ?? (await newPage(person));
  pages.set(person, page);
  await page.setViewportSize(PHONE_SMALL);
  await visitScreen(page, path);
  return page;
}

async function newPage(person: Viewer): Promise<Page> {
  const tokens = person === 'nobody' ? {} : { tokens: await product.tokensOf(person) };
  const page = await openApp(product.browser, product.server.origin, tokens);
  // Colors would pass from element to element, each for some frames, each time a test changes the theme.
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important }');
    document.adoptedStyleSheets = [still];
  });
  return page;
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose outcome depends on colors or sizes; all others depend on the elements alone. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const RULES_OF_SIZES = ['scrollable-region-focusable', 'target-size'];
const RUNS = {
  everything: { type: 'tag', values: STANDARDS },
  colours: { type: 'rule', values: RULES_OF_COLOURS },
  sizes: { type: 'rule', values: RULES_OF_SIZES },
} as const;

async function violations(page: Page, scope: keyof typeof RUNS = 'everything') {
  // Half a megabyte, sent once to each document.
  if (await page.evaluate('window.axe === undefined'))
    await page.evaluate(`(() => { ${axe.source} })()`);
  return await page.evaluate(async (only) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const results = await engine.run(document, {
      runOnly: { type: only.type, values: [...only.values] },
      resultTypes: ['violations'],
    });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  }, RUNS[scope]);
}

/** Waits until the screen, its fonts and its data are there and no skeleton is left. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
}

/** Shows the theme, and waits until the screen has faded in. */
async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/**
 * The elements of a screen differ only between phone and desktop, and its colors do not depend on its size.
 * `token-contrast.test.ts` checks the contrast of all colors. So each theme is checked once; the widths
 * between are checked only for sizes and overflow.
 */
const LOOKS = [
  { size: '360 px', viewport: PHONE_SMALL, theme: 'light', scope: 'everything' },
  { size: '390 px', viewport: PHONE, theme: 'light', scope: undefined },
  { size: '768 px', viewport: TABLET, theme: 'light', scope: 'sizes' },
  { size: '1280 px', viewport: DESKTOP, theme: 'dark', scope: 'everything' },
] as const;

/** Opens the screen once and checks it at every size. */
async function expectNoViolations(person: Viewer, path: string): Promise<Page> {
  const page = await openScreen(person, path);
  for (const { size, viewport, theme, scope } of LOOKS) {
    await page.setViewportSize(viewport);
    await settle(page);
    const overflowPx = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    const message = `${path} scrolls sideways at ${size}`;
    await expect.poll(overflowPx, { message }).toBeLessThanOrEqual(0);
    if (scope === undefined) continue;
    await showTheme(page, theme);
    expect(await violations(page, scope), `${path} at ${size}, ${theme}`).toEqual([]);
  }
  return page;
}

/** Dialogs above a screen, each with the button that opens it. */
const POPUPS: readonly {
  path: string;
  name: string | RegExp;
  person?: Viewer;
}[] = [
  { path: '/register', name: 'Read the user agreement and privacy policy', person: 'nobody' },
  { path: '/home', name: 'Open menu' },
  { path: '/home', name: /^Language/ },
  { path: '/home', name: /^Filter/ },
  { path: '/coinKline?id=1&symbol=BTC/USDT', name: /^Switch pair/ },
  { path: '/trade', name: /^Switch pair/ },
  { path: '/trade', name: 'How it’s calculated' },
  { path: '/assets', name: /^BTC/ },
  { path: '/withdrawal', name: 'Coin' },
  { path: '/withdrawal', name: 'Address' },
  { path: '/coinKline?id=1&symbol=BTC/USDT', name: 'Show as table' },
  { path: '/fiat?coin=USDT&fiat=CNY', name: /^Buy USDT from/ },
  { path: '/lever?id=1', name: /^Switch pair/ },
  { path: '/lever?id=1', name: /^Margin level after opening/ },
  { path: '/lever-my-trade', name: 'Close all' },
  { path: '/lever-my-trade', name: 'Edit TP/SL' },
  { path: '/my-shop', name: 'Close shop', person: 'merchant' },
  { path: '/my-shop', name: 'Cancel ad', person: 'merchant' },
];

for (const { path, name, person = 'trader' } of POPUPS) {
  test(`the sheet "${String(name)}" over ${path} has no accessibility fault`, async () => {
    const page = await openScreen(person, path);
    await settle(page);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').or(page.getByRole('table')).first().waitFor();
    await settle(page);
    await showTheme(page, 'light');
    expect(await violations(page), 'light').toEqual([]);
    await showTheme(page, 'dark');
    expect(await violations(page, 'colours'), 'dark').toEqual([]);
  });
}

for (const person of ['nobody', 'trader', 'newcomer', 'merchant', 'agent'] as const) {
  test.each(SCREENS[person])(`%s of ${person} has no accessibility fault`, async (path) => {
    await expectNoViolations(person, path);
  });
}

test('a feedback ticket has no accessibility fault', async () => {
  await expectNoViolations(
    'trader',
    `/feedback-details?id=${await ticketOfTrader(product.server)}`,
  );
});

test('an order has no accessibility fault', async () => {
  await expectNoViolations('trader', `/trade-detail?id=${order.id}`);
});

test('a contract position in detail has no accessibility fault', async () => {
  await expectNoViolations('trader', `/lever-my-trade?id=${position.id}`);
});

test('a fiat order and the questions before its steps have no accessibility fault', async () => {
  const taken = await takeFirstAd(product.server);
  await expectNoViolations('trader', '/fiat-orders');
  const page = await expectNoViolations('trader', `/fiat-order?id=${taken.id}`);
  await page.setViewportSize(PHONE_SMALL);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByLabel('Write a message').waitFor();
  expect(await violations(page), 'chat').toEqual([]);
  for (const action of ['payment.declare', 'order.cancel']) {
    await openScreen('trader', `/fiat-order?id=${taken.id}`);
    await page.getByTestId(`action ${action}`).click();
    await page.getByTestId('confirm-action').waitFor();
    await settle(page);
    expect(await violations(page), action).toEqual([]);
  }
});

test.each(DETAILS)('$path has no accessibility fault', async ({ category, path }) => {
  const news = await product.server.call('listNews', { category_id: category });
  await expectNoViolations('trader', `${path}?id=${news.data?.[0]?.id ?? ''}`);
});

test('a deposit has no accessibility fault', async () => {
  await expectNoViolations('trader', `/recharge-record?id=${deposit.id}`);
});
