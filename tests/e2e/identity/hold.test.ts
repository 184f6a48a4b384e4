/** The page that holds an account, opened by the link of a mail. */
import { expect, test } from 'vitest';
import { tokensInMails } from '../../support/identity/hold-links.ts';
import { accessError, dataOf, errorOf, PASSWORD, signIn } from '../../support/users/accounts.ts';
import { useProduct } from '../../support/pages/product.ts';
import { newWithdrawer } from '../../support/wallet/wallet-users.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** A user with a session and the token of a mail. */
async function newOwner() {
  const { email } = await newWithdrawer(product.server, {});
  const [token = ''] = await tokensInMails(product.server, email);
  return { email, token, tokens: dataOf(await signIn(product.server, email)) };
}

test('the link says what a hold does, and nothing happens until the user confirms it', async () => {
  const { server } = product;
  const { email, token, tokens } = await newOwner();
  const page = await product.open({ tokens });
  await page.goto(`/hold#${token}`);
  await page.getByRole('heading', { name: 'Hold your account' }).waitFor();
  await page.getByText('All devices are signed out.').waitFor();
  // The token stays out of the history.
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  expect(await accessError(server, tokens)).toBeUndefined();
  await page.getByTestId('hold-account').click();
  await page.getByRole('heading', { name: 'Your account is on hold' }).waitFor();
  expect(errorOf(await signIn(server, email))).toBe('user_held');
  await page.getByRole('link', { name: 'Reset password' }).click();
  await page.waitForURL('**/forget');

  await page.goto('/login');
  await page.locator('[name="account"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'You put this account on hold.' }).waitFor();
});

test('a link that is cut off or too old leads to the reset of the password', async () => {
  const { token } = await newOwner();
  const page = await product.open();
  await page.goto(`/hold#${token.slice(0, -1)}`);
  await page.getByTestId('hold-account').click();
  await page.getByRole('alert').filter({ hasText: 'This link isn’t valid anymore.' }).waitFor();
  await page.getByRole('link', { name: 'Reset password' }).click();
  await page.waitForURL('**/forget');
});

test('without a network the account is held when it is back', async () => {
  const { server } = product;
  const { email, token } = await newOwner();
  const page = await product.open();
  await page.goto(`/hold#${token}`);
  const button = page.getByTestId('hold-account');
  await button.waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection.', { exact: false }).waitFor();
  await button.dispatchEvent('click');
  expect(errorOf(await signIn(server, email))).toBeUndefined();
  await page.context().setOffline(false);
  await page.getByText('No connection.', { exact: false }).waitFor({ state: 'detached' });
  await button.click();
  await page.getByRole('heading', { name: 'Your account is on hold' }).waitFor();
  expect(errorOf(await signIn(server, email))).toBe('user_held');
});
