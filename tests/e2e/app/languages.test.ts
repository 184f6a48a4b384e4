/** The ten languages on the pages: choice, storage, headers, width. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LANGUAGES, type Locale } from '../../../contract/languages.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { visitScreen } from '../../support/pages/visit.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** One page goes through all languages and stays open between tests. */
let page: Page;
beforeAll(async () => {
  const tokens = await product.tokensOf('trader');
  page = await product.open({ viewport: PHONE_SMALL, tokens, isOfFile: true });
  await page.goto('/home');
  // Before its first screen the app does not notice that a test opens another screen.
  await page.getByTestId('market-row').first().waitFor();
});

const PATHS = ['/market', '/help-center', '/about-us'];

const languageOf = () => page.locator('html').getAttribute('lang');

async function choose(locale: Locale): Promise<void> {
  const { name } = ensure(
    LANGUAGES.find((language) => language.locale === locale),
    locale,
  );
  await page.getByTestId('language-button').click();
  await page.getByRole('dialog').getByRole('button', { name, exact: false }).click();
  await expect.poll(languageOf).toBe(locale);
}

test.for(LANGUAGES.map(({ locale, name }) => ({ locale, name })))(
  'the language popup switches to $name at once, and the choice is kept',
  async ({ locale, name }) => {
    await visitScreen(page, '/home');
    await page.getByTestId('market-row').first().waitFor();
    if ((await languageOf()) === locale) await choose(locale === 'en-US' ? 'de-DE' : 'en-US');
    const headers: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) headers.push(request.headers()['lang']);
    });
    await choose(locale);
    await expect.poll(() => headers.at(-1)).toBe(locale);
    page.removeAllListeners('request');
    const kept = () => page.evaluate(() => localStorage.getItem('meridian.locale'));
    await expect.poll(kept).toBe(locale);

    for (const path of ['/home', ...PATHS]) {
      if (path !== '/home') await visitScreen(page, path);
      await expect.poll(languageOf).toBe(locale);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      const message = `${path} in ${name} scrolls sideways`;
      await expect.poll(width, { message }).toBeLessThanOrEqual(PHONE_SMALL.width);
    }
  },
);

test.for(['ja-JP', 'th-TH'] as const)('a page that is loaded again stays in %s', async (locale) => {
  await visitScreen(page, '/home');
  await choose(locale);
  await page.reload();
  await page.locator('h1').first().waitFor();
  for (const path of ['/home', ...PATHS]) {
    if (path !== '/home') await visitScreen(page, path);
    await expect.poll(languageOf).toBe(locale);
  }
});

test('the popup offers all ten languages in their order', async () => {
  await visitScreen(page, '/home');
  await page.getByTestId('language-button').click();
  const options = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => options.count()).toBe(LANGUAGES.length);
  const offered = await options.allInnerTexts();
  LANGUAGES.forEach(({ name }, index) => expect(offered[index]).toContain(name));
});

test.for([
  { wish: 'ja-JP', expected: 'ja-JP' },
  { wish: 'zh-TW', expected: 'zh-HK' },
  { wish: 'pt-BR', expected: 'zh-CN' },
] as const)('a browser in $wish starts in $expected', async ({ wish, expected }) => {
  const stranger = await product.open({ locale: wish as Locale });
  await stranger.goto('/login');
  await stranger.locator('form').waitFor();
  await expect.poll(() => stranger.locator('html').getAttribute('lang')).toBe(expected);
});
