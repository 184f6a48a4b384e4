/** Token subscriptions on the pages of a user: every transition, the form, and the proof of an allocation. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Offering } from '../../../contract/ieo/ieo.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { smallCover } from '../../../qa/cover.ts';
import { allocationCheckModel } from '../../../qa/models/allocation-check.model.ts';
import { ieoOfferingModel } from '../../../qa/models/ieo-offering.model.ts';
import { ieoSubscriptionModel } from '../../../qa/models/ieo-subscription.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { openApp } from '../../support/pages/app-page.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { PageAllocationCheck, sentencesOf } from '../../support/ieo/page-allocation-check.ts';
import { PageOffering } from '../../support/ieo/page-offering.ts';
import { ROWS, sha256 } from '../../support/ieo/published-allocation.ts';
import { eventually } from '../../support/eventually.ts';
import { loseAnswersOf } from '../../support/pages/lost-answer.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';
import { openMarket } from '../../support/spot/new-market.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { PageRecord } from '../../support/wallet/page-record.ts';
import { ScriptedPage } from '../../support/wallet/scripted-page.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });

/** The demo offering that takes subscriptions. */
let open: Offering;
/** The page of all paths. */
let scripted: ScriptedPage;
beforeAll(async () => {
  const offerings = dataOf(await product.server.call('listOfferings', {}));
  open = ensure(
    offerings.find(({ state }) => state === 'subscribing'),
    'an open offering of the demo',
  );
  const { browser, server } = product;
  const tokens = await product.tokensOf('newcomer');
  scripted = await ScriptedPage.over(await openApp(browser, server.origin, { tokens }));
});

test('a subscription passes through each state on its page', async () => {
  for (const path of smallCover(generatePaths(ieoSubscriptionModel, 'edge'))) {
    const record = PageRecord.ieo(scripted);
    await record.start();
    await runPath(path, record, record.expected);
  }
});

test('an offering passes through each phase on its page', async () => {
  for (const path of smallCover(generatePaths(ieoOfferingModel, 'edge'))) {
    const offering = new PageOffering(scripted);
    await offering.start();
    await runPath(path, offering, offering.expected);
  }
});

test('the check of an allocation passes through each state on the page of its offering', async () => {
  const check = await PageAllocationCheck.over(scripted);
  for (const path of smallCover(generatePaths(allocationCheckModel, 'edge')))
    await runPath(path, check, check.expected);
});

test('the page names each fault of an allocation, and a subscription that is not in its lists', async () => {
  const check = await PageAllocationCheck.over(scripted);
  const [first, ...others] = ROWS;
  const more = [{ ...ensure(first, 'a row'), allocated: 11 }, ...others];
  const wrong = ['outputs_differ', 'allocation_differs'];
  expect(await check.faultsOf(more, wrong)).toEqual(sentencesOf(wrong));
  const missing = ['own_missing'];
  expect(await check.faultsOf(ROWS, missing, sha256('another'))).toEqual(sentencesOf(missing));
});

const quantityOf = (page: Page) => page.getByRole('textbox', { name: /^Subscription quantity/ });
const least = () => open.quantity_min;
/** One step more than the least quantity. */
const more = () => String(Number(open.quantity_min) + Number(open.step));

/** The date of a moment in the time zone of the page. */
const dateOn = (page: Page, time: number) =>
  page.evaluate((ms) => new Date(ms).toLocaleDateString('en-US', { dateStyle: 'medium' }), time);

test('an offering shows price, issuance, cycle and payment, and a yield only as the issuer says it', async () => {
  const page = await product.openAs('newcomer');
  const figure = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
  await page.goto(`/ieo-details?id=${open.id}`);
  await page.getByText('0.5 USDT').first().waitFor();
  await figure('Total supply').getByText('2,000,000 LUM').waitFor();
  const period = await figure('Subscription period').innerText();
  expect(period).toContain(await dateOn(page, open.opens_at));
  expect(period).toContain(await dateOn(page, open.closes_at));
  await figure('Annual yield, as the issuer says').getByText('8.5%').waitFor();
  await page.getByText('The issuer states this figure. The exchange promises no yield.').waitFor();
  await quantityOf(page).fill('200');
  await figure('Total payment').getByText('100 USDT').waitFor();
  // One user gets at most 10,000 of the 2,000,000.
  await quantityOf(page).fill('12000');
  await figure('Total payment').getByText('6,000 USDT').waitFor();
  expect(await page.getByTestId('estimate').innerText()).toBe('10,000 LUM');
  expect(await figure('Refund in that case').innerText()).toBe('1,000 USDT');
  await page.getByText('Subscribed: 0%').waitFor();
  const user = await newUser(product.server, { coins: { USDT: '25000' } });
  dataOf(await subscribeOffering(product.server, user, { quantity: '50000', offering: open }));
  await page.getByText('Subscribed: 2%').waitFor();
  // The issuer of this one says nothing about a yield.
  const silent = ensure(
    dataOf(await product.server.call('listOfferings', {})).find(
      ({ yield_ppm: yieldPpm }) => yieldPpm === null,
    ),
    'an offering without a yield',
  );
  await page.goto(`/ieo-details?id=${silent.id}`);
  await figure('Total supply').getByText(`4,000,000 ${silent.token_code}`).waitFor();
  expect(await page.getByText('as the issuer says').count()).toBe(0);
});

test('after a lost answer the page finds that a subscription was made, once', async () => {
  const page = await product.openAs('agent');
  await page.goto(`/ieo-details?id=${open.id}`);
  await quantityOf(page).fill(least());
  const lost = await loseAnswersOf(page, '/ieo/subscribe');
  await page.getByTestId('submit-ieo').click();
  await page.getByTestId('unknown-outcome').waitFor();
  expect(await page.getByTestId('submit-ieo').count()).toBe(0);
  await lost.mayAsk();
  await page.getByText('You’re subscribed').waitFor();
  expect(lost.counted.sent).toBe(1);
});

test('a user subscribes, raises, gets tokens without a reload, and checks the allocation', async () => {
  const page = await product.openAs('trader');
  await page.goto('/ieo-list');
  await page
    .getByTestId('offering')
    .filter({ hasText: `(${open.token_code})` })
    .getByRole('link')
    .click();
  await quantityOf(page).fill('0.5');
  await page.getByTestId('submit-ieo').click();
  await page.getByText(/^Enter .* to .*\.$/).waitFor();
  await quantityOf(page).fill(least());
  await page.getByTestId('submit-ieo').click();
  await page.getByText('You’re subscribed').waitFor();
  await page.getByText('Awaiting allocation').waitFor();
  await page.getByRole('button', { name: 'Raise again' }).click();
  await page.getByRole('button', { name: 'One step more' }).click();
  expect(await quantityOf(page).inputValue()).toBe(more());
  await page.getByRole('button', { name: 'Raise subscription' }).click();
  await page.getByText('You’re subscribed').waitFor();

  // A session that is idle for a week ends, so the page renews it half way.
  const halfMs = Math.ceil((open.closes_at - Date.now()) / 2) + SECOND_MS;
  await product.server.controlAdvance(halfMs);
  await page.reload();
  await page.getByText('Awaiting allocation').waitFor();
  await product.server.controlAdvance(halfMs);
  await page.getByText('Tokens and refund are in your spot account.').waitFor();
  await page.getByTestId('check-allocation').click();
  const check = page.getByTestId('allocation-check');
  await check.getByText(/^Checked: /).waitFor();
  await check.getByText('Your subscription is in the list.').waitFor();
});

test('an ended offering leads to the market of its token once an operator has opened it', async () => {
  const { server } = product;
  const ended = await eventually(async () =>
    ensure(
      dataOf(await server.call('listOfferings', {})).find(
        ({ token_code: code, progress }) => code === 'TIDE' && progress === 'distributed',
      ),
      'an offering that has ended',
    ),
  );
  // The trade tab sends a user without a verification away.
  const page = await product.openAs('trader');
  const progress = page.getByTestId('progress');
  await page.goto(`/ieo-details?id=${ended.id}`);
  await progress
    .getByText('Trading of the token starts at a time that a notice announces.')
    .waitFor();
  expect(await progress.getByRole('link').count()).toBe(0);
  const ids = { token: String(ended.token_currency_id), pay: String(ended.pay_currency_id) };
  const id = await openMarket(await signInOperator(server), ids);
  await page.reload();
  await progress.getByRole('link', { name: 'Trade TIDE/USDT' }).click();
  await page.waitForURL(`**/trade?id=${id}`);
  await page.getByRole('heading', { name: 'TIDE/USDT' }).waitFor();
});
