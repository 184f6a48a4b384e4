import { expect, test } from 'vitest';
import { LANGUAGES, type Locale } from '../../../contract/languages.ts';
import { PHONE_SMALL } from '../../support/app-page.ts';
import { useProduct } from '../../support/product.ts';

const product = useProduct({}, { keepsPages: true });

const PATHS = ['/home', '/market', '/help-center', '/about-us'];

test.for(LANGUAGES.map(({ locale, name }) => ({ locale, name })))(
  'the language popup switches to $name at once, and the choice is kept',
  async ({ locale, name }) => {
    const other: Locale = locale === 'en-US' ? 'de-DE' : 'en-US';
    const page = await product.openAs('trader', { viewport: PHONE_SMALL, locale: other });
    await page.goto('/home');
    await page.getByTestId('market-row').first().waitFor();
    const headers: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) headers.push(request.headers()['lang']);
    });
    await page.getByTestId('language-button').click();
    await page.getByRole('dialog').getByRole('button', { name, exact: false }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale);
    await expect.poll(() => headers.at(-1)).toBe(locale);
    const kept = () => page.evaluate(() => localStorage.getItem('meridian.locale'));
    await expect.poll(kept).toBe(locale);

    for (const path of PATHS) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      const message = `${path} in ${name} scrolls sideways`;
      await expect.poll(width, { message }).toBeLessThanOrEqual(PHONE_SMALL.width);
    }
  },
);

test('the popup offers all ten languages in their order', async () => {
  const page = await product.openAs('trader');
  await page.goto('/home');
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
  const page = await product.open({ locale: wish as Locale });
  await page.goto('/login');
  await page.locator('form').waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(expected);
});
