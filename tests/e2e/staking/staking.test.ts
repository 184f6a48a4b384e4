/** Savings on the pages of a user: a subscription, a dividend without a reload, and every transition of a position. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS, dayOf } from '../../../contract/time.ts';
import { smallCover } from '../../../qa/cover.ts';
import { stakingPositionModel } from '../../../qa/models/staking-position.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { formatDate } from '../../../src/format/date.ts';
import { REASON } from '../../support/desk/reasoned-calls.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { openApp } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { PageRecord } from '../../support/wallet/page-record.ts';
import { ScriptedPage } from '../../support/wallet/scripted-page.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });

let told: ScriptedPage;
beforeAll(async () => {
  const { browser, server } = product;
  const tokens = await product.tokensOf('newcomer');
  told = await ScriptedPage.over(await openApp(browser, server.origin, { tokens }));
});

test('a position passes through each state on its page', async () => {
  const paths = generatePaths(stakingPositionModel, 'edge');
  for (const path of smallCover(paths)) {
    const record = PageRecord.staking(told);
    await record.start();
    await runPath(path, record, record.expected);
  }
});

/** Opens the form of the first product, which reads all products again. */
const openSheet = async (page: Page) => {
  const link = page.getByTestId('product').first().getByRole('link', { name: 'Start saving' });
  await link.waitFor();
  const reading = page.waitForResponse('**/api/public/staking/products');
  await link.click();
  await reading;
  return page.getByRole('dialog', { name: 'Save USDT' });
};

const openForm = async (page: Page) => {
  await page.goto('/storage-currency-list');
  return openSheet(page);
};

test('a user subscribes, and sees the dividend of a day without a reload', async () => {
  const page = await product.openAs('trader');
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Amount' }).fill('50');
  await form.getByTestId('submit-staking').click();
  await form.getByText('The amount is outside the limits of this product. Change it.').waitFor();
  await form.getByText('Confirm that you understand.').waitFor();
  await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await form.getByText('4.10958 USDT').waitFor();
  await form.getByRole('checkbox').check();
  await form.getByTestId('submit-staking').click();
  await form.getByText('You’re saving').waitFor();
  await form.getByRole('link', { name: 'View details' }).click();
  const details = page.getByRole('dialog', { name: 'Savings details' });
  await details.getByText('0 of 30 days paid').first().waitFor();
  const firstDay = dayOf(await product.server.controlAdvance(0)) + DAY_MS;
  await product.server.controlAdvance(2 * DAY_MS);
  await details.getByText('1 of 30 days paid').first().waitFor();
  const figure = (name: string) => details.locator(`dt:text-is("${name}") + dd`);
  await figure('Total earned').getByText('0.136986 USDT').waitFor();
  await figure('Remaining term').getByText('29 days').waitFor();
  // The calendar goes by days of UTC: the first one is paid, the second one is today, and the others come.
  const days = details.getByTestId('payout-calendar').locator('dl > div');
  await expect.poll(() => days.count()).toBe(30);
  const shown = async (index: number) =>
    (await days.nth(index).innerText()).split('\n').filter((text) => text !== '');
  const dateOf = (index: number) => formatDate('en-US', firstDay + index * DAY_MS, 'UTC');
  await expect.poll(() => shown(0)).toEqual([dateOf(0), 'Paid', '+0.136986 USDT']);
  await expect.poll(() => shown(1)).toEqual([dateOf(1), 'Today', '0.136986 USDT']);
  expect(await shown(2)).toEqual([dateOf(2), '0.136986 USDT']);
  expect(await shown(29)).toEqual([dateOf(29), '0.136986 USDT']);
});

test('the financial account has the principal on hold, and leads to both products', async () => {
  const user = await newUser(product.server, { coins: { USDT: '100' } });
  dataOf(await subscribe(product.server, user, { amount: '100' }));
  const page = await product.open({ tokens: user.tokens });
  await page.goto('/assets');
  await page.getByRole('button', { name: /^Savings/ }).click();
  const holding = page.getByTestId('holding');
  await holding.getByText('On hold 100.00', { exact: true }).waitFor();
  await holding.click();
  await page
    .getByRole('dialog', { name: 'USDT' })
    .getByText('Only savings and token subscriptions can move funds in or out of this account.')
    .waitFor();
  await page.keyboard.press('Escape');
  const products = page.getByRole('list', { name: 'Savings and subscriptions' });
  for (const [name, path] of [
    ['Savings', '/storage-currency-list'],
    ['Token subscriptions', '/ieo-list'],
  ] as const)
    expect(await products.getByRole('link', { name }).getAttribute('href')).toBe(path);
});

describe('terms that an operator changes while the form is open', () => {
  let operator: TestOperator;
  beforeAll(async () => {
    operator = await signInOperator(product.server);
  });

  /** The product of 30 days in USDT, as the desk shows it. */
  const onDesk = async () => {
    const { id } = await findProduct(product.server);
    const { products } = await operator.ask('getStakingDesk', {});
    return ensure(
      products.find((each) => each.id === id),
      'the product on the desk',
    );
  };

  type Terms = Readonly<Record<'daily_ppb' | 'amount_max' | 'user_max' | 'quota', string>>;
  async function save(changed: Partial<Terms>) {
    const { id, daily_ppb: ppb, ...terms } = await onDesk();
    await operator.ask('saveStakingTerms', {
      daily_ppb: String(ppb),
      amount_min: terms.amount_min,
      amount_max: terms.amount_max,
      user_max: terms.user_max,
      quota: terms.quota,
      ...changed,
      id: String(id),
      reason: REASON,
    });
  }

  test('a user with an open form learns new terms, agrees to them and subscribes', async () => {
    const page = await product.openAs('trader');
    const form = await openForm(page);
    const send = () => form.getByTestId('submit-staking').click();
    await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await form.getByRole('checkbox').check();
    await form.getByText('4.10958 USDT').waitFor();
    await save({ daily_ppb: '100000' });
    await send();
    await form.getByText('The earnings of this product have changed.').waitFor();
    await form.getByText('3.65%').waitFor();
    await form.getByText('3 USDT', { exact: true }).waitFor();
    expect(await form.getByRole('checkbox').isChecked()).toBe(false);
    await send();
    await form.getByText('Confirm that you understand.').waitFor();
    await form.getByRole('checkbox').check();
    await send();
    await form.getByText('You’re saving').waitFor();
  });

  test('the rest of a quota is read again after a refusal, and when the form opens', async () => {
    const { server } = product;
    const coins = { USDT: '1000' };
    dataOf(await subscribe(server, await newUser(server, { coins }), { amount: '1000' }));
    const { taken } = await onDesk();
    const quota = String(Number(taken) + 5000);
    await save({ amount_max: '1000', user_max: '1000', quota });
    const { tokens } = await newUser(server, { coins });
    const page = await product.open({ tokens });
    const form = await openForm(page);
    const left = (amount: string) => page.getByText(`${amount} USDT of `);
    await save({ quota: String(Number(taken) + 150) });
    await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await form.getByRole('checkbox').check();
    await form.getByTestId('submit-staking').click();
    await form.getByText('Too little of this product is left.').waitFor();
    await left('150').first().waitFor();
    await save({ quota });
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await openSheet(page);
    await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await form.getByRole('checkbox').check();
    await form.getByTestId('submit-staking').click();
    await form.getByText('You’re saving').waitFor();
  });
});
