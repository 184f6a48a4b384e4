/** Screens with enlarged text: lists scroll and nothing overflows. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/app-page.ts';
import { cutTexts, doubleTextSize } from '../../support/cut-texts.ts';
import { listenAt } from '../../support/listening-page.ts';
import { useProduct } from '../../support/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** Opens `path` on a small phone and then enlarges the text by `scale`. */
async function openWithLetters(path: string, scale: number): Promise<Page> {
  const page = await product.openAs('trader', { viewport: PHONE_SMALL });
  await page.goto(path);
  await page.getByTestId('market-row').first().waitFor();
  await page.evaluate((times) => {
    document.documentElement.style.fontSize = `${times * 100}%`;
  }, scale);
  return page;
}

/** Finds cut or covered elements in the mounted rows, and rows that do not follow each other. */
function faults(page: Page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-testid="market-row"]')];
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
    const items = [...document.querySelectorAll('[data-testid="market-row"]')]
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
  const page = await openWithLetters(path, scale);
  expect(await page.getByTestId('market-row').count()).toBeGreaterThan(0);
  await expect
    .poll(() => faults(page))
    .toEqual({ cut: [], outside: [], overlapping: [], gaps: [] });
});

test('rows that grew with the text still come and go with scrolling', async () => {
  const page = await openWithLetters('/market', 2);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByTestId('market-row') })
    .first();
  const heightPx = () => row.evaluate((element) => element.clientHeight);
  await expect.poll(heightPx).toBeGreaterThan(2 * 64);
  const rowHeightPx = await heightPx();
  const last = page.locator('li[aria-posinset="40"]');
  const scroller = page.locator('main').locator('..');
  await scroller.evaluate((element, px) => element.scrollTo(0, px), 38 * rowHeightPx);
  await last.getByTestId('price').waitFor();
  await expect.poll(() => page.getByTestId('market-row').count()).toBeLessThan(20);
});

test('the fiat market in German with text twice as large scrolls vertically only', async () => {
  const page = await product.openAs('trader', { viewport: PHONE_SMALL, locale: 'de-DE' });
  await page.goto('/fiat?coin=USDT&fiat=CNY');
  await page.getByTestId('fiat-ad').first().waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const beyondPx = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(beyondPx).toBe(0);
  for (const name of ['Kaufen', 'Verkaufen'])
    expect(
      await page
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
  const page = await product.openAs('trader', {
    viewport: PHONE_SMALL,
    locale: 'de-DE',
    isKept: false,
  });
  await doubleTextSize(page);
  await listenAt(page, path);
  await page.getByText(loaded).first().waitFor();
  await page.context().setOffline(true);
  const stale = page.getByText('Veraltet', { exact: true });
  await stale.first().waitFor();
  expect(await cutTexts(page)).toEqual([]);
  await page.context().setOffline(false);
  await stale.first().waitFor({ state: 'detached' });
});
