/** Bound addresses on their page: added, named, removed. */
import { expect, test } from 'vitest';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newWithdrawer } from '../../support/wallet/wallet-users.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

test('an address is removed once that was confirmed, and not before', async () => {
  const { server } = product;
  const person = await newWithdrawer(server, {});
  const bound = async () =>
    dataOf(await server.call('listWithdrawalAddresses', {}, { token: person.token }));
  const page = await product.open({ tokens: dataOf(await signIn(server, person.email)) });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await page.goto('/withdrawal?coin=USDT');
  await page.getByTestId('address-field').click();
  const sheet = page.getByRole('dialog', { name: 'Choose a withdrawal address' });
  // A new address that was typed is there again after going back.
  const addition = page.getByRole('dialog', { name: 'Add withdrawal address' });
  const address = addition.getByRole('textbox', { name: 'Address', exact: true });
  const add = sheet.getByRole('button', { name: 'Add withdrawal address' });
  await add.click();
  await address.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await page.goBack();
  await addition.waitFor({ state: 'detached' });
  await page.getByTestId('address-field').click();
  await add.click();
  expect(await address.inputValue()).toBe('0x52908400098527886E0F7030069857D2E4169EE7');
  await page.goBack();
  await addition.waitFor({ state: 'detached' });
  await page.getByTestId('address-field').click();

  const remove = sheet.getByRole('button', { name: 'Remove address “Mine”' });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Remove “Mine”?' });
  await question.getByText('add it with a new verification code', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(sent).toBe(0);
  expect(await bound()).toMatchObject([{ label: 'Mine' }]);

  await remove.click();
  await page.getByTestId('remove-address').click();
  await sheet.getByText('No withdrawal addresses yet').waitFor();
  expect(await bound()).toEqual([]);
  expect(sent).toBe(1);
});

test('a withdrawal that was left is as the user typed it, without an address that was removed since', async () => {
  const { server } = product;
  const person = await newWithdrawer(server, { USDT: '50' });
  const page = await product.open({ tokens: dataOf(await signIn(server, person.email)) });
  await page.goto('/withdrawal?coin=USDT');
  await page.getByTestId('address-field').click();
  const sheet = page.getByRole('dialog', { name: 'Choose a withdrawal address' });
  await sheet.getByText(person.address).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('12.5');
  await visitScreen(page, '/assets');
  await visitScreen(page, '/withdrawal?coin=USDT');
  await page.getByTestId('address-field').getByText(person.address).waitFor();
  expect(await amount.inputValue()).toBe('12.5');

  // Another device removes the address. The screen asks again when it is opened.
  dataOf(
    await server.call('removeWithdrawalAddress', { id: person.addressId }, { token: person.token }),
  );
  await visitScreen(page, '/assets');
  await visitScreen(page, '/withdrawal?coin=USDT');
  const field = page.getByTestId('address-field');
  await field.getByText(person.address).waitFor({ state: 'detached' });
  await page.getByTestId('continue-withdrawal').click();
  await page.getByText('Add a withdrawal address first.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
