/** Operators settle disputes over fiat orders, moderate ads, and see the chart of any record. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useConsole } from '../../support/operator/console-of-file.ts';
import {
  auditEntries,
  beginDecision,
  consoleOf,
  decide,
  openSection,
  REASON,
  sidewaysOf,
  violations,
} from '../../support/operator/console-page.ts';
import {
  disputedOrder,
  orderOf,
  paidOrder,
  placedOrder,
  write,
} from '../../support/fiat/fiat-orders.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
let operator: TestOperator;
const showConsole = useConsole(product, () => operator);
beforeAll(async () => {
  operator = await signInOperator(product.server);
});

const WORDS = 'The statement of the bank shows the transfer.';
const chartOf = (page: Page) => page.getByTestId('state-chart');
const stateOf = (page: Page, path: string) =>
  chartOf(page).locator(`[data-state="${path}"]`).getAttribute('data-look');

test('a dispute is read from both sides, discussed and awarded, and both sides read the reason', async () => {
  const scene = await disputedOrder(product.server);
  const { buyer, seller, order } = scene;
  await write(seller, order, '<img src=x onerror=alert(1)> nothing came');
  const page = await showConsole();
  await page.getByRole('link', { name: 'Appeals awaiting decision 1' }).click();
  await page.getByRole('link', { name: /100 USDT/ }).click();
  await page.getByTestId('side-buyer').getByText(buyer.email).waitFor();
  await page.getByTestId('side-seller').getByText(scene.merchant.shopName).waitFor();
  await page.getByText('6222 0210 0111 2239').waitFor();
  await page.getByRole('button', { name: 'Enlarge Payment proof 1' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('<img src=x onerror=alert(1)> nothing came').waitFor();
  await decide(page, 'Message both parties', 'Send', (sheet) =>
    sheet.getByLabel('Message').fill('Please show the statement of today.'),
  );
  await page.getByText('Please show the statement of today.').waitFor();
  expect(await violations(page), 'a dispute').toEqual([]);

  await decide(page, 'Award to the buyer', 'Award to the buyer', async (sheet) => {
    await sheet.getByText(`The buyer ${buyer.email} immediately gets 100 USDT`).waitFor();
    await sheet.getByLabel('Reason for the decision').fill(WORDS);
  });
  await page.getByText('Decided by Demo operator').waitFor();
  expect((await buyer.fiatBalance()).available).toBe('1100');
  for (const person of [buyer, seller])
    expect((await orderOf(person, order.id)).award_text).toBe(WORDS);
  const [last = '', first = ''] = await auditEntries(page);
  expect(last).toContain('Appeal decided for the buyer');
  expect(first).toContain('Message sent in an appeal');
  for (const entry of [last, first]) expect(entry).toContain(REASON);
});

test('a payment judged false is counted before it has consequences', async () => {
  const { buyer, order } = await disputedOrder(product.server);
  const page = await showConsole(`/disputes?id=${order.id}`);
  await decide(page, 'Award to the seller', 'Award to the seller', async (sheet) => {
    await sheet.getByText('the order is canceled').waitFor();
    await sheet
      .getByRole('switch', { name: 'The buyer marked the order as paid without paying' })
      .click();
    await sheet.getByText('false payment claim 1 within 30 days. At 3').waitFor();
    expect(await violations(page), 'a verdict').toEqual([]);
    await sheet.getByLabel('Reason for the decision').fill('There is no such transfer.');
  });
  await page.getByTestId('side-buyer').getByText('1 of 3').waitFor();
  expect((await buyer.ask('getFiatStanding', {})).false_payments).toBe(1);
});

test('the third payment judged false freezes the account, as announced before', async () => {
  const { server } = product;
  let scene = await disputedOrder(server);
  const { taker } = scene;
  const verdict = { to: 'seller', is_payment_false: '1', text: WORDS, reason: REASON } as const;
  for (let count = 1; count < LIMITS.fiat_false_payments_max; count += 1) {
    await operator.ask('awardDispute', { id: scene.order.id, ...verdict });
    scene = await disputedOrder(server, 'buyer', { taker });
  }
  const page = await showConsole(`/disputes?id=${scene.order.id}`);
  await decide(page, 'Award to the seller', 'Award to the seller', async (sheet) => {
    await sheet
      .getByRole('switch', { name: 'The buyer marked the order as paid without paying' })
      .click();
    await sheet.getByText('payment claim 3 within 30 days. The buyer’s account will be').waitFor();
    await sheet.getByLabel('Reason for the decision').fill('There is no such transfer either.');
  });
  await page.getByTestId('side-buyer').getByText('Disabled').waitFor();
  expect(errorOf(await taker.call('getUserInfo', {}))).toBe('user_disabled');
});

test('a verdict on a dispute that another operator has decided is refused, and the record shows who it was', async () => {
  const { order } = await disputedOrder(product.server);
  const page = await showConsole(`/disputes?id=${order.id}`);
  const sheet = await beginDecision(page, 'Award to the seller');
  // The page does not learn of it before its own decision.
  await page.route('**/api/operator/dispute/detail*', (route) => route.abort());
  await operator.ask('awardDispute', { id: order.id, to: 'buyer', text: WORDS, reason: REASON });
  await sheet.getByLabel('Reason for the decision').fill('Too late.');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Award to the seller' }).click();
  await sheet.getByText('This changed after you opened it').waitFor();
  await page.unroute('**/api/operator/dispute/detail*');
  await sheet.getByTestId('moved').getByText('there’s nothing left to decide here').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Decided by Demo operator').waitFor();
  const award = page.getByRole('button', { name: 'Award to the seller' });
  await expect.poll(() => award.count()).toBe(0);
});

test('an ad is found by its shop and taken down, with a reason for its merchant', async () => {
  const { merchant, ad } = await placedOrder(product.server);
  const page = await showConsole();
  await openSection(page, 'P2P ads');
  await page.getByLabel('Shop name or ad number').fill(merchant.shopName);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: new RegExp(`#${ad.id}`) }).click();
  await page.getByText('900.00 USDT').waitFor();
  expect(await violations(page), 'an ad').toEqual([]);
  await decide(page, 'Take down', 'Take down', (sheet) =>
    sheet.getByLabel('Message to the user').fill('The remark asks for cash.'),
  );
  await page.getByText('Taken down · Removed by an operator').waitFor();
  expect(await merchant.ask('getOwnFiatAd', { id: ad.id })).toMatchObject({
    state: 'removed',
    removal_text: 'The remark asks for cash.',
  });
});

test('the history of an order shows its chart with the present state marked, allowed steps, and reasons for refusals', async () => {
  const { order } = await paidOrder(product.server);
  const page = await showConsole('/courses');
  await page.getByLabel('Record number').fill(order.id);
  await page.getByRole('button', { name: 'Search' }).click();
  await chartOf(page).waitFor();
  const looks = ['unpaid', 'confirming.inTime.paid', 'rightsProtection', 'completed'];
  expect(await Promise.all(looks.map((path) => stateOf(page, path)))).toEqual([
    'passed',
    'present',
    'other',
    'other',
  ]);
  const rows = (isTaken: boolean) =>
    chartOf(page).locator(`[data-taken=${isTaken}]`).allTextContents();
  expect(await rows(true)).toEqual(['payment.declare']);
  expect(await rows(false)).toContain('receipt.confirm');
  const open = page.getByTestId('course-open').locator('[data-event="receipt.confirm"]');
  expect(await open.innerText()).toMatch(/✓\s*Seller[^✕]*completed/);
  const refused = page.getByTestId('course-refused').locator('[data-event="order.cancel"]');
  expect(await refused.innerText()).toContain(
    'Available only in the state unpaid or rightsProtection.',
  );
  expect(await refused.innerText()).toContain('Available only to: Buyer.');
  expect(await page.getByRole('timer').innerText()).toMatch(/^(24:00:00|23:5\d:\d\d)$/);
  expect(await page.getByTestId('course-context').innerText()).toMatch(/postponements\s+0/);
  expect(await page.getByRole('list', { name: 'Step by step' }).innerText()).toContain(
    'payment.declare',
  );
  expect(await violations(page)).toEqual([]);
});

test('the chart can be dragged on a phone without moving the page', async () => {
  const { order } = await paidOrder(product.server);
  const page = await consoleOf(product, operator, `/courses?kind=fiat-order&text=${order.id}`, {
    viewport: PHONE_SMALL,
  });
  const widthsPx = () =>
    chartOf(page).evaluate((frame) => {
      frame.scrollTo({ left: 1_000 });
      return { beyond: frame.scrollWidth - frame.clientWidth, moved: frame.scrollLeft };
    });
  await expect.poll(async () => (await widthsPx()).beyond).toBeGreaterThan(0);
  const { beyond, moved } = await widthsPx();
  expect(moved).toBe(beyond);
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
});
