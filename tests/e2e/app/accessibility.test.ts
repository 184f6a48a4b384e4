/** axe on every screen and dialog: light on a phone, dark on a desktop. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { DESKTOP, PHONE, PHONE_SMALL, TABLET } from '../../support/pages/app-page.ts';
import { usePageOfUsers } from '../../support/pages/page-of-users.ts';
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
import { closeLayers } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

const show = usePageOfUsers(product);
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
  const page = await show(person, path);
  await page.setViewportSize(PHONE_SMALL);
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

/** Selects an open sheet. */
const SHEET = '[role=dialog]';

/** Checks the document, or only its first element that `part` selects, if there is one. */
async function violations(page: Page, scope: keyof typeof RUNS = 'everything', part?: string) {
  // Half a megabyte, sent once to each document.
  if (await page.evaluate('window.axe === undefined'))
    await page.evaluate(`(() => { ${axe.source} })()`);
  const scoped = { only: RUNS[scope], part };
  return await page.evaluate(async ({ only, part: selector }) => {
    const checked = selector === undefined ? null : document.querySelector(selector);
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const results = await engine.run(checked ?? document, {
      runOnly: { type: only.type, values: [...only.values] },
      resultTypes: ['violations'],
    });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  }, scoped);
}

/** Waits until the screen, its fonts and its data are there and no skeleton is left. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
}

/** Shows the theme, and waits until the screen has faded in. */
async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => {
    if (document.adoptedStyleSheets.length === 0) {
      // Colors would pass from element to element, each for some frames.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets = [still];
    }
    document.documentElement.dataset['theme'] = name;
  }, theme);
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
  // The next screen is opened as on a phone.
  await page.setViewportSize(PHONE_SMALL);
  return page;
}

/** Dialogs above a screen, by the buttons that open them. A table stays open, so it is the last of its screen. */
const SHEETS: readonly {
  readonly path: string;
  readonly names: readonly (string | RegExp)[];
  readonly person?: Viewer;
}[] = [
  { path: '/register', names: ['Read the user agreement and privacy policy'], person: 'nobody' },
  { path: '/home', names: ['Open menu', /^Language/, /^Filter/] },
  { path: '/coinKline?id=1&symbol=BTC/USDT', names: [/^Switch pair/, 'Show as table'] },
  { path: '/trade', names: [/^Switch pair/, 'How it’s calculated'] },
  { path: '/assets', names: [/^BTC/] },
  { path: '/withdrawal', names: ['Coin', 'Address'] },
  { path: '/fiat?coin=USDT&fiat=CNY', names: [/^Buy USDT from/] },
  { path: '/lever?id=1', names: [/^Switch pair/, /^Margin level after opening/] },
  { path: '/lever-my-trade', names: ['Close all', 'Edit TP/SL'] },
  { path: '/my-shop', names: ['Close shop', 'Cancel ad'], person: 'merchant' },
];

async function expectNoViolationsInSheet(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').or(page.getByRole('table')).first().waitFor();
  await settle(page);
  await showTheme(page, 'light');
  expect(await violations(page), `${String(name)}, light`).toEqual([]);
  await showTheme(page, 'dark');
  // The colors of the screen below are checked without the sheet.
  expect(await violations(page, 'colours', SHEET), `${String(name)}, dark`).toEqual([]);
  await closeLayers(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

// The trader is the last, as the user of all later tests.
for (const person of ['nobody', 'newcomer', 'merchant', 'agent', 'trader'] as const) {
  test.each(SCREENS[person])(`%s of ${person} has no accessibility fault`, async (path) => {
    await expectNoViolations(person, path);
  });
  const sheets = SHEETS.filter(({ person: viewer = 'trader' }) => viewer === person);
  test.each(sheets)(
    'the sheets over $path have no accessibility fault',
    async ({ path, names }) => {
      const page = await openScreen(person, path);
      await settle(page);
      for (const name of names) await expectNoViolationsInSheet(page, name);
    },
  );
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
