/** The sign-up form of a server with strict passwords. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { codeFromMailbox, fillCode } from '../../support/identity/sign-up-page.ts';

const product = useProduct(
  { PASSWORD_PROFILE: 'strict', MARKET_MAKER: 'off' },
  { keepsPages: true },
);

const PASS_PHRASE = 'my cat sleeps on the keyboard!';

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const submit = (page: Page) => page.locator('form button[type=submit]').click();

async function typePassword(page: Page, password: string): Promise<void> {
  await field(page, 'password').fill(password);
  await field(page, 'passwordRepeated').fill(password);
}

test('a pass phrase of thirty characters opens an account, seven characters are refused in the form', async () => {
  const page = await product.open({ viewport: PHONE_SMALL });
  const account = 'phrase.new@meridian.test';
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/register');
  const rules = page.getByRole('list', { name: 'Password rules' });
  await expect
    .poll(() => rules.getByRole('listitem').allInnerTexts())
    .toEqual(['8 to 64 characters']);
  await field(page, 'account').fill(account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(`We sent a code to ${account}`).waitFor();
  await fillCode(page, await codeFromMailbox(page, account));
  await page.getByRole('checkbox').click();

  await typePassword(page, 'seven77');
  await submit(page);
  await page.getByRole('alert').filter({ hasText: 'Use 8 to 64 characters.' }).waitFor();
  expect(calls).not.toContain('/api/public/user/register');

  await typePassword(page, PASS_PHRASE);
  await submit(page);
  await page.waitForURL('**/home');
  const answer = await product.server.call('signIn', { account, password: PASS_PHRASE });
  expect(answer.code).toBe(1);
});
