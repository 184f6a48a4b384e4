/** Screens with enlarged text: lists scroll and nothing overflows. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { cutTexts, doubleTextSize } from '../../support/pages/cut-texts.ts';
import { listenAt } from '../../support/pages/listening-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** One page of a small phone goes through the screens and stays open between tests. */
let page: Page;
beforeAll(async () => {
  page = await product.openAs('trader', { viewport: PHONE_SMALL, isOfFile: true });
});

/** Opens `path` and then enlarges the text by `scale`. */
async function openWithLetters(path: string, scale: number): Promise<void> {
  const enlarge = (times: number) =>
    page.evaluate((to) => {
      document.documentElement.style.fontSize = `${to * 100}%`;
    }, times);
  await enlarge(1);
  await visitScreen(page, path);
  // The home screen stays in the document, hidden.
  await page.locator('[data-testid="market-row"]:visible').first().waitFor();
  await enlarge(scale);
}

/** Finds cut or covered elements in the mounted rows, and rows that do not follow each other. */
function faults() {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-testid="market-row"]')].filter((row) =>
      row.checkVisibility(),
    );
    const textsOf = (row: Element) =>
      [...row.querySelectorAll('span')].filter(
        (element) => element.offsetWidth > 0 && getComputedStyle(element).display !== 'inline',
      );
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth ||
      element.getBoundingClientRect().right > innerWidth;
    const isInside = (element: Element, row: Element) => {
      const [inner, outer] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    };
    const overlaps = (one: Element, other: Element) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const isApart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return !isApart && !one.contains(other) && !other.contains(one);
    };
    const items = rows
      .map((row) => row.closest('li')?.getBoundingClientRect())
      .filter((box) => box !== undefined);
    return {
      cut: rows.flatMap((row) =>
        textsOf(row)
          .filter(isCut)
          .map((text) => text.textContent),
      ),
      outside: rows.flatMap((row) =>
        textsOf(row)
          .filter((text) => !isInside(text, row))
          .map((text) => text.textContent),
      ),
      overlapping: rows.flatMap((row) => {
        const texts = textsOf(row);
        return texts
          .filter((one) => texts.some((other) => overlaps(one, other)))
          .map((text) => text.textContent);
      }),
      gaps: items
        .slice(1)
        .map((box, index) => Math.round(box.top - (items[index]?.bottom ?? 0)))
        .filter((gapPx) => gapPx !== 0),
    };
  });
}

test.each([
  ['/market', 2],
  ['/market?tab=forex', 2],
  ['/home', 2],
  ['/market', 1.5],
  ['/market', 1.25],
  ['/market', 1],
])('on %s with text %d times as large nothing in a row is cut or covered', async (path, scale) => {
  await openWithLetters(path, scale);
  await expect.poll(faults).toEqual({ cut: [], outside: [], overlapping: [], gaps: [] });
});

test('rows that grew with the text still come and go with scrolling', async () => {
  await openWithLetters('/market', 2);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-testid="market-row"]:visible') })
    .first();
  const heightPx = () => row.evaluate((element) => element.clientHeight);
  await expect.poll(heightPx).toBeGreaterThan(2 * 64);
  const rowHeightPx = await heightPx();
  const last = page.locator('li[aria-posinset="40"]');
  const scroller = page.locator('main:visible').locator('..');
  await scroller.evaluate((element, px) => element.scrollTo(0, px), 38 * rowHeightPx);
  await last.getByTestId('price').waitFor();
  const shown = page.locator('[data-testid="market-row"]:visible');
  await expect.poll(() => shown.count()).toBeLessThan(20);
});

test('the fiat market in German with text twice as large scrolls vertically only', async () => {
  const german = await product.openAs('trader', { viewport: PHONE_SMALL, locale: 'de-DE' });
  await german.goto('/fiat?coin=USDT&fiat=CNY');
  await german.getByTestId('fiat-ad').first().waitFor();
  await german.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const beyondPx = () =>
    german.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(beyondPx).toBe(0);
  for (const name of ['Kaufen', 'Verkaufen'])
    expect(
      await german
        .getByRole('button', { name, exact: true })
        .first()
        .evaluate((button) => button.scrollWidth - button.clientWidth),
      name,
    ).toBeLessThanOrEqual(0);
});

test.each([
  ['/trade?id=1', 'Offene Orders'],
  ['/coinKline?id=1&symbol=BTC%2FUSDT', '24-h-Hoch'],
  ['/forexKline?symbol=EURUSD', '24-h-Hoch'],
  ['/assets', 'Spotkonto'],
])('stale figures of %s fit in German with text twice as large', async (path, loaded) => {
  const german = await product.openAs('trader', {
    viewport: PHONE_SMALL,
    locale: 'de-DE',
    isKept: false,
  });
  await doubleTextSize(german);
  await listenAt(german, path);
  await german.getByText(loaded).first().waitFor();
  await german.context().setOffline(true);
  const stale = german.getByText('Veraltet', { exact: true });
  await stale.first().waitFor();
  expect(await cutTexts(german)).toEqual([]);
  await german.context().setOffline(false);
  await stale.first().waitFor({ state: 'detached' });
});
