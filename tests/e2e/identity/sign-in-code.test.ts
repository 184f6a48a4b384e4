/** The code of a sign-in on the page: of an authenticator, and for a new device. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { codeFromMailbox, fillCode } from '../../support/identity/sign-up-page.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { messagesTo, PASSWORD } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

const product = useProduct({ NEW_DEVICE_CODE: 'on', MARKET_MAKER: 'off' }, { keepsPages: true });

const AUTHENTICATOR = 'Authenticator code';
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const submit = (page: Page) => page.locator('form button[type=submit]').click();

/** A page whose right password the exchange has answered with a question for a code. */
async function askedPage(email: string): Promise<Page> {
  const page = await product.open({ viewport: PHONE_SMALL });
  await page.goto('/login?redirect=/assets');
  await field(page, 'account').fill(email);
  await field(page, 'password').fill(PASSWORD);
  await submit(page);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  return page;
}

test('a code of the authenticator opens the page that was asked for; a wrong one is shown at its field', async () => {
  const { server } = product;
  const { email, token } = await newUser(server);
  const time = new ServerTime(server);
  const key = await bindAuthenticator(server, time, token);
  await time.nextStep();
  const page = await askedPage(email);
  const digit = page.getByRole('textbox', { name: AUTHENTICATOR });
  await expect.poll(() => digit.evaluate((input) => input === document.activeElement)).toBe(true);
  await submit(page);
  await page
    .getByRole('alert')
    .filter({ hasText: 'Enter the code from your authenticator app' })
    .waitFor();
  await fillCode(page, googleCode(key, time.now(), 20), AUTHENTICATOR);
  await submit(page);
  await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor();
  await fillCode(page, googleCode(key, time.now()), AUTHENTICATOR);
  await submit(page);
  await page.waitForURL('**/assets');
});

test('a new device asks for the mailed code once; the next sign-in there needs the password alone', async () => {
  const { email } = await newUser(product.server);
  const page = await askedPage(email);
  await page.getByText(`We sent a code to ${email}`).waitFor();
  const resend = page.getByRole('button', { name: /Resend in/ });
  expect(await resend.isDisabled()).toBe(true);
  await fillCode(page, await codeFromMailbox(page, email));
  await submit(page);
  await page.waitForURL('**/assets');
  const [notice] = await messagesTo(product.server, email, 3);
  expect(notice?.subject).toBe('A new device signed in to Meridian');
  await page.evaluate(() => localStorage.removeItem('meridian.session'));
  await page.goto('/login');
  await field(page, 'password').fill(PASSWORD);
  await submit(page);
  await page.waitForURL('**/home');
});

test('a code field whose script does not load leaves a plain one, and the typed account stays', async () => {
  const { server } = product;
  const { email } = await newUser(server);
  const page = await product.open({ viewport: PHONE_SMALL, isKept: false });
  await page.route('**/assets/sign-in-code-field*', (route) => route.abort('connectionrefused'));
  await page.goto('/login?redirect=/assets');
  await field(page, 'account').fill(email);
  await field(page, 'password').fill(PASSWORD);
  await submit(page);
  const code = page.getByRole('textbox', { name: 'Verification code' });
  await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
  const sent = await codeFromMailbox(page, email);
  await code.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`);
  await submit(page);
  await page.waitForURL('**/assets');
});

test('the way back leads to the password, and a later code is sent after the wait', async () => {
  const { server } = product;
  const { email } = await newUser(server);
  const page = await askedPage(email);
  await page.getByRole('button', { name: 'Back to password' }).click();
  expect(await field(page, 'account').inputValue()).toBe(email);
  await server.controlAdvance(LIMITS.verification_code_resend_ms);
  await submit(page);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await expect.poll(async () => (await messagesTo(server, email, 3)).length).toBe(3);
});
