/** The market list: virtual rows, restored scroll position, search, favorites. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, TABLET, type AppOptions } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** How many times slower than this machine: the browser lays out the list between the turns of a wheel. */
const SLOW_PHONE = { rate: 8 };

const rows = (page: Page) => page.getByTestId('market-row');
const pairsOf = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((text) => text.split('\n')[0]);

/** One phone shows the list again for each test, and stays open between them. */
let phone: Page;
beforeAll(async () => {
  phone = await product.openAs('trader', { viewport: PHONE, isOfFile: true });
});

/** Shows the list on the phone, or on a page of its own with `options`. */
async function openMarket(path = '/market', options?: AppOptions): Promise<Page> {
  const page = options === undefined ? phone : await product.openAs('trader', options);
  await visitScreen(page, path);
  await rows(page).first().waitFor();
  return page;
}

test('a starred pair is a favorite, even after a reload', async () => {
  const page = await openMarket();
  await page.getByRole('button', { name: 'Add ETH/USDT to favorites' }).click();
  await page.getByRole('tab', { name: 'Favorites' }).click();
  await expect.poll(() => pairsOf(page)).toEqual(['ETH/USDT']);
  await page.reload();
  await rows(page).first().waitFor();
  await expect.poll(() => pairsOf(page)).toEqual(['ETH/USDT']);
});

test('the groups have one quote currency each, the search covers all of them', async () => {
  const page = await openMarket();
  await page.getByRole('tab', { name: 'BTC', exact: true }).click();
  await expect
    .poll(async () => (await pairsOf(page)).every((pair) => pair?.endsWith('/BTC')))
    .toBe(true);
  await page.getByRole('textbox', { name: 'Search pairs' }).fill('solana');
  await expect.poll(() => pairsOf(page)).toContain('SOL/USDT');
  await page.getByRole('textbox', { name: 'Search pairs' }).fill('nothing like it');
  await page.getByText('No results for').waitFor();
});

test('a search is kept while its results are looked at and over a reload, until it is cleared', async () => {
  const page = await openMarket();
  const search = page.getByRole('textbox', { name: 'Search pairs' });
  await search.fill('solana');
  await expect.poll(() => pairsOf(page)).toContain('SOL/USDT');
  await page.getByRole('tab', { name: 'Rankings' }).click();
  expect(await search.inputValue()).toBe('solana');
  await page.getByRole('tab', { name: 'Crypto' }).click();
  await rows(page).filter({ hasText: 'SOL/USDT' }).click();
  await page.waitForURL('**/coinKline*');
  await page.goBack();
  await expect.poll(() => search.inputValue()).toBe('solana');
  await page.reload();
  await expect.poll(() => pairsOf(page)).toContain('SOL/USDT');
  expect(await search.inputValue()).toBe('solana');
  expect(await pairsOf(page)).not.toContain('BTC/USDT');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => pairsOf(page)).toContain('BTC/USDT');
  await page.reload();
  await rows(page).first().waitFor();
  expect(await search.inputValue()).toBe('');
});

test('a column sorts both ways', async () => {
  const page = await openMarket();
  const changes = async () =>
    (await page.getByTestId('market-row').getByTestId('change').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/[^\d.-]/g, '')),
    );
  const name = /^24h change/;
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: '24h change, highest first' }).waitFor();
  await expect.poll(async () => (await changes())[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: '24h change, lowest first' }).waitFor();
  await expect.poll(async () => (await changes())[0]).toBeLessThan(0);
});

test('the rankings show gainers and losers by their sign', async () => {
  const page = await openMarket('/market?tab=rankings');
  await expect.poll(() => rows(page).first().innerText()).toContain('+');
  await page.getByRole('tab', { name: 'Losers' }).click();
  await expect.poll(() => rows(page).first().innerText()).toMatch(/-\d/);
});

test('a forex row opens its chart', async () => {
  const page = await openMarket('/market?tab=forex');
  await page.getByText('EUR/USD').click();
  await page.waitForURL(/\/forexKline\?symbol=EURUSD$/);
  await page.getByRole('heading', { name: /EUR\/USD/ }).waitFor();
});

test('on a wide screen a row shows its chart next to the list and its link still opens the page', async () => {
  const page = await openMarket('/market', { viewport: DESKTOP });
  await page.getByText('ETH/USDT').first().click();
  await page.getByRole('region', { name: 'ETH/USDT', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/market');
  await page.getByRole('link', { name: 'Open ETH/USDT' }).click();
  await page.waitForURL(/\/coinKline\?id=\d+&symbol=ETH/);
});

test('on a tablet nothing of the list and of home is cut off', async () => {
  const page = await openMarket('/market', { viewport: TABLET });
  const cut = () =>
    page
      .locator('main')
      .filter({ visible: true })
      .evaluate((main) =>
        [...main.querySelectorAll('section, [data-testid=market-row] .font-semibold')]
          .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
          .map((element) => element.textContent.slice(0, 40)),
      );
  await expect.poll(cut).toEqual([]);
  await visitScreen(page, '/home');
  await rows(page).first().waitFor();
  await expect.poll(cut).toEqual([]);
});

test('the focused element is never covered', async () => {
  // In a new document the focus begins above the screen.
  const page = await openMarket('/market', {});
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    // The list may still be scrolling to the focused row.
    await expect.poll(() => coveredFocus(page)).toBeNull();
  }
});

/** The focused element, if another element covers its place. */
const coveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return 'nothing';
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return focused.contains(seen) ? null : focused.outerHTML.slice(0, 120);
  });

test('a price is green while its change is above zero, else red', async () => {
  const page = await openMarket('/market?tab=rankings');
  // While a row changes its color, its parts may be seen with either color.
  await expect.poll(() => colourFaults(page)).toEqual([]);
});

/** Parts of rows whose color does not fit their change. */
async function colourFaults(page: Page): Promise<readonly string[]> {
  const colours = await rows(page).evaluateAll((links) =>
    links.map((link) => {
      const colorOf = (part: string) => {
        const element = link.querySelector(`[data-testid="${part}"]`);
        return element === null ? '' : getComputedStyle(element).color;
      };
      const change = link.querySelector('[data-testid="change"]')?.textContent ?? '';
      return { isUp: change.includes('+'), price: colorOf('price'), pill: colorOf('change') };
    }),
  );
  if (colours.length === 0) return ['no rows'];
  const up = new Set(colours.filter(({ isUp }) => isUp).map(({ price }) => price));
  const down = colours.filter(({ isUp }) => !isUp).map(({ price }) => price);
  return [
    ...colours.filter(({ price, pill }) => price !== pill).map(({ pill }) => `a pill in ${pill}`),
    ...(up.size > 1 ? [`gains in ${[...up].join(' and ')}`] : []),
    ...down.filter((price) => up.has(price)).map((price) => `a loss in ${price}`),
  ];
}

// The list keeps its place, so that tests that scroll the phone follow those that read the top.
test('only the rows on screen are rendered, and scrolling renders the others', async () => {
  const page = await openMarket();
  expect(await rows(page).count()).toBeLessThan(25);
  const total = await page.getByRole('listitem').first().getAttribute('aria-setsize');
  expect(Number(total)).toBeGreaterThanOrEqual(40);
  const before = await pairsOf(page);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => pairsOf(page)).not.toEqual(before);
});

test('back from a pair restores the place in the list', async () => {
  const page = await openMarket();
  const topOf = () => topOfList(page);
  const before = await pairsOf(page);
  await page.mouse.move(180, 400);
  const turn = () => turnOf(page);
  await expect.poll(turn).toBeGreaterThan(800);
  await expect.poll(() => pairsOf(page)).not.toEqual(before);
  const left = await restOf(topOf);
  await page.mouse.click(180, 400);
  await page.waitForURL('**/coinKline*');
  await page.goBack();
  await page.waitForURL('**/market');
  await expect.poll(topOf).toBe(left);
});

const topOfList = (page: Page): Promise<number> =>
  page.locator('main').evaluate(({ parentElement }) => parentElement?.scrollTop ?? 0);

test('on a slow phone the list moves exactly as far as it is scrolled', async () => {
  const page = await openMarket('/market', { isKept: false });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', SLOW_PHONE);
  await page.mouse.move(180, 400);
  await expect.poll(() => turnOf(page)).toBeGreaterThan(0);
  const start = await restOf(() => topOfList(page));
  expect(start % TURN_PX).toBe(0);
  const turns = [1, 2, 3];
  const seen: number[] = [];
  for (const _ of turns) {
    await turnOf(page);
    seen.push(await restOf(() => topOfList(page)));
  }
  expect(seen).toEqual(turns.map((turn) => start + turn * TURN_PX));
});

const TURN_PX = 300;

/** Turns the wheel once and reads where the list is. A screen that is laid out but not yet drawn ignores the wheel. */
async function turnOf(page: Page): Promise<number> {
  await page.mouse.wheel(0, TURN_PX);
  return topOfList(page);
}

/** Reads until two values in a row are equal, so that nothing moves any more. */
async function restOf(read: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await read();
      return last === before;
    })
    .toBe(true);
  return last;
}
