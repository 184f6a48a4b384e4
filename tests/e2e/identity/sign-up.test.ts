/** Sign-up, sign-in and password reset through the pages. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { demoAccount, DEMO_PASSWORD, useProduct } from '../../support/pages/product.ts';
import { codeFromMailbox, fillCode } from '../../support/identity/sign-up-page.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const submit = (page: Page) => page.locator('form button[type=submit]').click();

test('a new user signs up with the code from the mailbox and lands signed in on home', async () => {
  const page = await product.open({ viewport: PHONE_SMALL });
  const account = 'ada.new@meridian.test';
  await page.goto('/register');
  await field(page, 'account').fill(account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(`We sent a code to ${account}`).waitFor();
  await fillCode(page, await codeFromMailbox(page, account));
  await field(page, 'password').fill('Lovelace1843');
  await field(page, 'passwordRepeated').fill('Lovelace1843');
  await page.getByRole('checkbox').click();
  await submit(page);
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByText(account).waitFor();

  const answer = await product.server.call('signIn', { account, password: 'Lovelace1843' });
  expect(answer.code).toBe(1);
});

test('an empty form names each missing field and sends nothing', async () => {
  const page = await product.open({ viewport: PHONE_SMALL });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.goto('/register');
  await submit(page);
  const missing = page.locator('[aria-invalid="true"]');
  await expect.poll(() => missing.count()).toBeGreaterThanOrEqual(4);
  const [account, code, password] = [
    'Enter your email or mobile number.',
    'Enter the verification code.',
    'Enter your password.',
  ];
  for (const text of [account, code, password]) await page.getByText(text).waitFor();
  expect(calls.filter((url) => url.includes('/user/register'))).toEqual([]);

  await page.goto('/login');
  await submit(page);
  for (const text of [account, password]) await page.getByText(text).waitFor();
});

test('a code that cannot be sent without a network is reported at its field, on the screen', async () => {
  const page = await product.open({ viewport: { width: 360, height: 640 } });
  await page.goto('/register');
  await field(page, 'account').fill('cleo.new@meridian.test');
  await page.context().setOffline(true);
  try {
    await page.getByRole('button', { name: 'Send code' }).click();
    const problem = page.getByText('Can’t connect.').first();
    await problem.waitFor();
    const isOnScreen = () =>
      problem.evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isOnScreen).toBe(true);
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
  } finally {
    await page.context().setOffline(false);
  }
});

test('a wrong code is shown next to its field and opens no account', async () => {
  const page = await product.open();
  await page.goto('/register');
  await field(page, 'account').fill('bob.new@meridian.test');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('We sent a code to').waitFor();
  const code = await codeFromMailbox(page, 'bob.new@meridian.test');
  await fillCode(page, code === '000000' ? '111111' : '000000');
  await field(page, 'password').fill('Builder2026');
  await field(page, 'passwordRepeated').fill('Builder2026');
  await page.getByRole('checkbox').click();
  await submit(page);
  await page.getByRole('alert').filter({ hasText: /code/i }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/register');
});

test('signing in with a wrong password shows an error, the right one opens the requested page', async () => {
  const page = await product.open({ viewport: PHONE });
  await page.goto('/market?tab=forex');
  await page.waitForURL(/\/login\?redirect=/);
  await field(page, 'account').fill(demoAccount('trader'));
  await field(page, 'password').fill('Wrong1234');
  await submit(page);
  await page.getByRole('alert').first().waitFor();
  await field(page, 'password').fill(DEMO_PASSWORD);
  await submit(page);
  await page.waitForURL((url) => url.pathname === '/market' && url.search === '?tab=forex');
});

test('the requested page is remembered across the neighboring screens', async () => {
  const page = await product.open();
  await page.goto('/help-center');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/register?redirect=*');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/forget?redirect=*');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL((url) => url.search === '?redirect=%2Fhelp-center');
});

test('a redirect to another site is not followed', async () => {
  const page = await product.open();
  await page.goto('/login?redirect=//evil.example/steal');
  await field(page, 'account').fill(demoAccount('trader'));
  await field(page, 'password').fill(DEMO_PASSWORD);
  await submit(page);
  await page.waitForURL('**/home');
  expect(new URL(page.url()).origin).toBe(product.server.origin);
});

test('a forgotten password is replaced with a code from the mailbox', async () => {
  const account = demoAccount('agent');
  const page = await product.open();
  await page.goto('/forget');
  await field(page, 'account').fill(account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('We sent a code to').waitFor();
  await fillCode(page, await codeFromMailbox(page, account));
  await field(page, 'password').fill('Changed2026');
  await field(page, 'passwordRepeated').fill('Changed2026');
  await submit(page);
  await page.getByRole('heading', { name: 'Password reset' }).waitFor();

  const old = await product.server.call('signIn', { account, password: DEMO_PASSWORD });
  expect(old).toMatchObject({ error: 'credentials_incorrect' });
  const renewed = await product.server.call('signIn', { account, password: 'Changed2026' });
  expect(renewed.code).toBe(1);
});
