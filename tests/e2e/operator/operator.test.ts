/** The operator console in a browser: sign-in, and the effect of its actions on users. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import {
  auditEntries,
  violations,
  decide,
  fillInSignIn,
  openSection,
  REASON,
  signInToConsole,
  typeOperatorCode,
} from '../../support/operator/console-page.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { documents } from '../../support/desk/documents.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { callOperator, codeOf } from '../../support/operator/operators.ts';
import { DEMO_PASSWORD, useProduct } from '../../support/pages/product.ts';

const product = useProduct({ MARKET_MAKER: 'off', DISK_WARNING_GB: '99999' }, { keepsPages: true });

/** Key of the demo operator's authenticator, once it is bound. */
let secret: string | null = null;
/** Milliseconds by which the server's clock is ahead of this machine's. */
let aheadMs = 0;

/** Binds the authenticator at the first sign-in; later sign-ins use its next code. */
async function signIn(page: Page): Promise<void> {
  secret = await signInToConsole(page, secret, freshCode);
}

/** Returns an unused code of a later time step, because each code is accepted once. */
async function freshCode(key: string): Promise<string> {
  await product.server.controlAdvance(2 * LIMITS.google_code_step_ms);
  aheadMs += 2 * LIMITS.google_code_step_ms;
  return codeOf(key, aheadMs);
}

test('the first sign-in binds an authenticator, and a wrong code or password is refused', async () => {
  const page = await product.openConsole();
  await page.goto('/users');
  await fillInSignIn(page, 'Wrong1234');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Incorrect email, password, or authenticator code.').waitFor();

  await signIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Operator console' }).waitFor();
  await fillInSignIn(page, DEMO_PASSWORD);
  await typeOperatorCode(page, '000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This authenticator code is incorrect or was already used.').waitFor();
});

test('an operator certifies a newcomer, whose open page shows it without a reload', async () => {
  const { accessToken: token } = await product.tokensOf('newcomer');
  dataOf(
    await product.server.call('submitVerification', await documents(product.server), { token }),
  );
  const person = await product.openAs('newcomer', { viewport: PHONE_SMALL });
  await person.goto('/user-center');
  await person.getByTestId('verification-state').getByText('In review').waitFor();

  const page = await product.openConsole();
  await signIn(page);
  await openSection(page, 'Identity verification');
  await page.getByRole('link', { name: /demo\.newcomer@meridian\.test/ }).click();
  await page.getByRole('button', { name: 'Enlarge Front' }).click();
  await page.getByRole('button', { name: 'View full size' }).click();
  expect(await violations(page), 'an enlarged picture').toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await violations(page), 'an open record').toEqual([]);
  await decide(page, 'Approve');

  await person.getByTestId('verification-state').getByText('Verified').waitFor();
  expect((await auditEntries(page))[0]).toContain(REASON);
});

/** Opens a new article for which a draft exists. */
async function openDraft(page: Page): Promise<void> {
  await openSection(page, 'Articles');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByText('Your unsaved text was restored').waitFor();
}

test('an operator answers feedback, stops a market and publishes an article; each is in the audit log', async () => {
  const { accessToken: token } = await product.tokensOf('trader');
  const ticket = dataOf(
    await openTicket(product.server, token, {
      type: 'trade',
      title: 'A question',
      content: 'How does the price band work?',
    }),
  );
  const page = await product.openConsole();
  await signIn(page);

  await openSection(page, 'Feedback');
  await page.getByRole('link', { name: /A question/ }).click();
  await decide(page, 'Reply', 'Send reply', (sheet) =>
    sheet.getByLabel('Reply').fill('Ten percent around the reference.'),
  );
  await page.getByText('Ten percent around the reference.').waitFor();
  const replied = dataOf(await product.server.call('getFeedback', { id: ticket.id }, { token }));
  expect(replied.state).toBe('replied');

  await openSection(page, 'Trading pairs');
  const market = page.getByRole('region', { name: 'ETH/USDT' });
  await market.getByRole('button', { name: 'Change status' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Status').selectOption('halted');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Change status' }).click();
  await market.getByText('Paused').waitFor();

  await openSection(page, 'Articles');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.locator('[lang="en-US"]').getByLabel('Title').fill('Maintenance tonight');
  // The unsaved draft appears again, in another document too.
  await openSection(page, 'Trading pairs');
  await openDraft(page);
  await page.reload();
  await page.getByText('Your unsaved text was restored').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Maintenance tonight');
  // The draft outlives the session of its author.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Operator console' }).waitFor();
  await signIn(page);
  await openDraft(page);
  expect(await page.getByLabel('Title').inputValue()).toBe('Maintenance tonight');
  await page.getByRole('tab', { name: 'CN' }).click();
  await page.locator('[lang="zh-CN"]').getByLabel('Title').fill('维护公告');
  await page.getByLabel('Content').fill('<p>今晚维护</p><script>alert(1)</script>');
  await page.getByRole('region', { name: 'Preview' }).getByText('今晚维护').waitFor();
  expect(await violations(page), 'the editor').toEqual([]);
  await page.getByLabel('Reason for the log').fill(REASON);
  await page.getByRole('button', { name: 'Save article' }).click();
  await page.getByText('Your unsaved text was restored').waitFor({ state: 'hidden' });
  await decide(page, 'Publish', 'Publish', async (dialog) => {
    const missing = await dialog.getByText('These languages have no text').textContent();
    expect(missing).toContain('日本語');
    expect(missing).not.toContain('English');
  });
  await page.getByText('Published').first().waitFor();
  await page.getByRole('link', { name: 'Maintenance tonight' }).waitFor();
  const news = dataOf(await product.server.call('listNews', { category_id: '3' }, {}));
  expect(news.map(({ title }) => title)).toContain('维护公告');

  const done = (await auditEntries(page)).join('\n');
  for (const action of ['Feedback reply sent', 'Market status changed', 'Article published'])
    expect(done).toContain(action);
});

test('the free disk space is shown, with instructions below the operator’s minimum', async () => {
  const page = await product.openConsole();
  await page.goto('/');
  await signIn(page);
  await openSection(page, 'Overview');
  const tile = page.getByRole('link', { name: /^Free disk space/ });
  await expect.poll(() => tile.innerText()).toMatch(/\d GB$/);
  await tile.click();
  await page.getByText('Less than 99,999 GB. Free up space.').waitFor();
  expect(await violations(page), 'the books').toEqual([]);
});

test('a session that has ended leads to the sign-in, with a message', async () => {
  const page = await product.openConsole();
  await signIn(page);
  const kept = await page.evaluate(() => sessionStorage.getItem('meridian.operator'));
  const { token } = JSON.parse(kept ?? '{}') as { token: string };
  dataOf(await callOperator(product.server, 'signOut', {}, { token }));
  // All further requests of the page are rejected; its own requests may come before the click.
  const said = page.getByText('Your session has expired. Sign in again.');
  await page.getByRole('link', { name: 'Ledger' }).or(said).first().click();
  await said.waitFor();
});
