/** Sessions on the page: silent refresh, and the dialog after an end elsewhere. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoAccount, DEMO_PASSWORD, useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });
const PAST_ACCESS_TOKEN_MS = 16 * 60_000;

/** The session as stored by the browser. */
const sessionIn = (page: Page) => page.evaluate(() => localStorage.getItem('meridian.session'));

test('an access token that expires during use is renewed once, unnoticed', async () => {
  const tokens = await product.tokensOf('trader');
  const page = await product.open({ tokens });
  await page.goto('/home');
  await page.getByTestId('market-row').first().waitFor();
  const before = await sessionIn(page);
  const isRefresh = (request: Request) => request.url().includes('/refresh_token');
  const asked = new Set<string | undefined>();
  const answered: Request[] = [];
  page.on('request', (request) => {
    if (isRefresh(request)) asked.add(request.headers()['authorization']);
  });
  page.on('requestfinished', (request) => {
    if (isRefresh(request)) answered.push(request);
  });
  // This page runs no app code, so that the app's next request comes after the token has expired.
  await page.goto('/limits.json');
  await product.server.controlAdvance(PAST_ACCESS_TOKEN_MS);
  await page.goto('/user-center');
  await page.getByText('Verified', { exact: true }).first().waitFor();
  await page.waitForFunction(
    (previous) => localStorage.getItem('meridian.session') !== previous,
    before,
  );
  // The app retries after a few seconds without a response, with the same token, and uses one response.
  await expect.poll(() => answered.length).toBe(1);
  expect([...asked]).toEqual([tokens.refreshToken]);
  expect(new URL(page.url()).pathname).toBe('/user-center');
});

test('a session that ended elsewhere shows a dialog, then everything is cleared', async () => {
  const tokens = await product.tokensOf('merchant');
  const page = await product.open({ tokens });
  await page.goto('/home');
  await page.getByTestId('market-row').first().waitFor();
  const answer = await product.server.call('signOut', {}, { token: tokens.accessToken });
  expect(answer.code).toBe(1);
  // It needs no script that may not arrive.
  await page.route('**/assets/dialog-popup*', (route) => route.abort('connectionrefused'));
  await page.reload();
  const dialog = page.getByRole('alertdialog');
  const reason = 'Your session has expired. Sign in again.';
  await dialog.getByText(reason).waitFor();
  const description = dialog.evaluate(
    ({ ariaDescribedByElements: elements }) => elements?.[0]?.textContent,
  );
  expect(await description).toBe(reason);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/home');
  await dialog.getByRole('button').click();
  await page.waitForURL('**/login**');
  await expect.poll(() => sessionIn(page)).toBeNull();
});

test('signing out clears the browser, ends the session and goes to the sign-in', async () => {
  const tokens = await product.tokensOf('trader');
  const page = await product.open({ tokens });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await page.waitForURL('**/login');
  await expect.poll(() => sessionIn(page)).toBeNull();
  // The app notifies the server while it goes to the sign-in.
  await expect
    .poll(() => product.server.call('getUserInfo', {}, { token: tokens.accessToken }))
    .toMatchObject({ error: 'session_ended' });
});

test('signing out in one tab signs the other one out', async () => {
  const page = await product.openAs('trader');
  const other = await page.context().newPage();
  await page.goto('/home');
  await other.goto('/market');
  await other.getByTestId('market-row').first().waitFor();
  // A page behind another page may draw no frames, and a click waits for them.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await other.waitForURL('**/login**');
});

test('the last signed-in account is remembered, its password is not', async () => {
  const page = await product.open();
  await page.goto('/login');
  await page.locator('[name=account]').fill(demoAccount('trader'));
  await page.locator('[name=password]').fill(DEMO_PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await page.waitForURL('**/login');
  await expect.poll(() => page.locator('[name=account]').inputValue()).toBe(demoAccount('trader'));
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(DEMO_PASSWORD);
});
