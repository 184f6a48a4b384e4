/**
 * Fast contracts on their pages, on a weekday: an order on a coin and one on a forex pair from the ticket to the check of the
 * result, the gates before it, own limits, and a closed market.
 */
import type { Locator, Page } from 'playwright-core';
import { encode } from 'uqr';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { DESKTOP, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { sidewaysOf, violations } from '../../support/operator/console-page.ts';
import { nextForexWeekend } from '../../support/micro/forex-week.ts';
import { addShortProduct, setIndex } from '../../support/micro/micro-users.ts';
import { runVerifyRefusal } from '../../support/micro/run-verify-scripts.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { FAST, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const INSTRUMENT = 'BTC/USDT';
/** Long enough for a slow machine to see it run and to move the price. */
const SECONDS = 12;
const PAGE = `/micro-trade?${new URLSearchParams({ instrument: INSTRUMENT }).toString()}`;
const FOREX = 'EUR/USD';
const FOREX_PAGE = `/forex-micro-trade?${new URLSearchParams({ instrument: FOREX }).toString()}`;
const product = useProduct(
  { MARKET_MAKER: 'off', INDEX_LOG: 'on' },
  {
    keepsPages: true,
    prepare: async (database) => {
      await addShortProduct(database, SECONDS);
      await addShortProduct(database, SECONDS, { instrument: FOREX });
    },
  },
);

let page: Page;
beforeAll(async () => {
  const { server } = product;
  const now = await server.controlAdvance(0);
  // Wednesday at noon, when forex is open.
  await server.controlAdvance(nextForexWeekend(now).opensAt + 62 * HOUR_MS - now);
  await setIndex(server, '97000');
  await setIndex(server, '1.0862', FOREX);
  const { accessToken: token } = await product.tokensOf('trader');
  dataOf(await transfer(server, { token }, { from: SPOT, to: FAST, amount: '100' }));
  page = await product.openAs('trader', { viewport: PHONE_SMALL, isOfFile: true });
  await page.goto(PAGE);
  await page.locator('[data-testid="index-price"][data-pulse="live"]').waitFor();
});

/** Chooses the short duration and a stake; the price is live. */
async function fillIn(stake: string, on = page): Promise<void> {
  await on.locator('[data-testid="index-price"][data-pulse="live"]').waitFor();
  await on.getByText(`${SECONDS} s +`).click();
  await on.getByRole('textbox', { name: 'Stake' }).fill(stake);
}

const STALE = 'There’s no fresh index price right now.';

/** Places the order of the ticket, and returns whether the page answers with `text` and not that the index is late. */
async function placeOnce(text: string, on: Page, button: string): Promise<boolean> {
  await on.getByTestId(button).click();
  // A refusal is shown by the ticket, and for a while by a toast.
  const answer = on.getByText(text).first();
  // A button that is disabled in the middle of a press places nothing, so that there is no answer.
  await answer
    .or(on.getByText(STALE))
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  return answer.isVisible();
}

/** Tries to place an order until the page answers with `text`: on a slow machine the index can be late, and the page says so. */
async function placeUntil(
  text: string,
  on = page,
  { address = PAGE, button = 'micro-up' } = {},
): Promise<void> {
  const isAnswered = async () => {
    // A load, because after a link the answer to an earlier try may still show.
    await on.goto(address);
    await fillIn('10', on);
    return placeOnce(text, on, button);
  };
  await expect.poll(isAnswered, { timeout: 40_000 }).toBe(true);
}

/** The rows of a drawn QR code: whether each of its modules is dark. */
async function modulesOf(code: Locator): Promise<boolean[][]> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const path = ensure(await code.locator('path').getAttribute('d'), 'the dark modules');
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    ensure(rows[Number(y)], 'a row')[Number(x)] = true;
  return rows;
}

const ACCEPTED = 'Accepted, with a signed receipt.';

/** Checks again until the minutes of the contract are signed, and returns the whole verdict. */
async function finalVerdict(on: Page): Promise<string | null> {
  const summary = on.getByTestId('verify-summary');
  await summary.waitFor();
  const again = on.getByRole('button', { name: 'Check again' });
  if (await again.isVisible()) await again.click();
  await summary.waitFor();
  return summary.getAttribute('data-summary');
}

test('an order opens, runs on the times of the index, is won, and its result can be checked', async () => {
  await placeUntil(ACCEPTED);
  await page.locator('[data-testid="micro-order"]:not([data-phase="opening"])').waitFor();
  await page.getByTestId('opening-line').waitFor({ state: 'attached' });
  expect(Number(await page.getByTestId('window').getAttribute('width'))).toBeGreaterThan(0);
  expect(await page.getByTestId('price-level').count()).toBeGreaterThan(0);
  // The newest price lies left of the labels of the axis, which are up to 60 px wide.
  const dot = ensure(await page.getByTestId('index-dot').boundingBox(), 'the newest price');
  const label = ensure(await page.getByTestId('price-level').first().boundingBox(), 'a label');
  expect(dot.x + dot.width).toBeLessThanOrEqual(label.x);
  await setIndex(product.server, '97010');
  await page.getByText(`${INSTRUMENT}: Won. Payout 18.5 USDT`).waitFor();
  await page.getByText('No open fast contracts').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByTestId('micro-history-row').first().click();
  const sheet = page.getByRole('dialog', { name: 'Result' });
  expect(await sheet.textContent()).toMatch(/OutcomeWon.*Payout18\.5 USDT/);
  const link = sheet.getByRole('link', { name: 'Check this result' });
  const address = new URL(ensure(await link.getAttribute('href'), 'its address'), page.url());
  expect(address.searchParams.get('receipt')).toMatch(/^[\w-]{22}$/);
  const code = sheet.getByRole('img', { name: 'Check this result' });
  expect(await modulesOf(code)).toEqual(encode(address.href, { border: 2 }).data);
  await link.click();

  await page.getByTestId('verify-summary').waitFor();
  expect(await page.getByTestId('check-receipt').getAttribute('data-verdict')).toBe('passed');
  expect(await page.locator('[data-verdict="failed"]').count()).toBe(0);

  await product.server.controlAdvance(MINUTE_MS);
  await expect.poll(() => finalVerdict(page), { timeout: 40_000 }).toBe('passed');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save file' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('settlement.json');
  const visitor = await product.open({ viewport: PHONE_SMALL });
  await visitor.goto('/micro-verify');
  await visitor.getByLabel('Settlement file').setInputFiles(await saved.path());
  await visitor.locator('[data-testid="verify-summary"][data-summary="passed"]').waitFor();
  expect(await visitor.locator('[data-verdict="passed"]').count()).toBe(10);
  expect(await visitor.getByRole('main').textContent()).toContain('Payout18.5 USDT');
});

test('an order on a fall opens at the price of the pair, is won, and its result can be checked', async () => {
  await placeUntil(ACCEPTED, page, { address: FOREX_PAGE, button: 'micro-down' });
  const running = page.locator('[data-testid="micro-order"]:not([data-phase="opening"])');
  await running.waitFor();
  expect(await running.textContent()).toContain('1.08620');
  await setIndex(product.server, '1.0861', FOREX);
  await page.getByText(`${FOREX}: Won. Payout 18.5 USDT`).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByTestId('micro-history-row').first().click();
  await page.getByRole('dialog', { name: 'Result' }).getByText('Check this result').click();

  await page.getByTestId('verify-summary').waitFor();
  expect(await page.locator('[data-verdict="failed"]').count()).toBe(0);
  expect(await page.getByTestId('check-receipt').getAttribute('data-verdict')).toBe('passed');
});

test('a newcomer is led past identity and risks to the first order, and an own break refuses the next', async () => {
  const { server } = product;
  const own = await product.openAs('newcomer', { viewport: PHONE_SMALL });
  const up = own.getByTestId('micro-up');
  await own.goto(PAGE);
  await own.getByText('Complete identity verification to start trading.').waitFor();
  const way = own.getByRole('link', { name: 'View status' });
  expect(await way.getAttribute('href')).toBe('/user-center');
  expect(await up.count()).toBe(0);

  await server.certify(demoAccount('newcomer'), undefined, { acceptsRisks: false });
  // The control interface changes the user and sends no event.
  await own.reload();
  await own.getByRole('button', { name: 'Read the risk notice' }).click();
  expect(await up.count()).toBe(0);
  const notice = own.getByRole('dialog', { name: 'Risks of fast contracts' });
  await notice.getByText('Too few accounts have traded fast contracts yet').waitFor();
  const accept = notice.getByTestId('accept-risk');
  expect(await accept.getAttribute('aria-disabled')).toBe('true');
  await notice.getByRole('checkbox').check();
  await accept.click();
  await up.waitFor();
  await own.reload();
  await up.waitFor();

  await server.grant(demoAccount('newcomer'), 'USDT', '100');
  const { accessToken: token } = await product.tokensOf('newcomer');
  dataOf(await transfer(server, { token }, { from: SPOT, to: FAST, amount: '100' }));
  await placeUntil(ACCEPTED, own);
  const placed = await orderIds(token);
  expect(placed).not.toEqual([]);
  await own.getByRole('button', { name: 'My limits' }).click();
  const sheet = own.getByRole('dialog', { name: 'My limits' });
  await sheet.getByLabel('Take a break').selectOption({ label: '24 hours' });
  await sheet.getByRole('button', { name: 'Save limits' }).click();
  await own.getByText('Limits saved').waitFor();
  await sheet.getByText(/^Break until .*You can place orders again after it\.$/).waitFor();
  await placeUntil('Your trading break is still running.', own);
  expect(await orderIds(token)).toEqual(placed);
});

/** The orders of a user; one that ends between the two calls is in both. */
async function orderIds(token: string): Promise<readonly string[]> {
  const open = dataOf(await product.server.call('listMicroOrders', {}, { token }));
  const { orders } = dataOf(await product.server.call('listMicroHistory', {}, { token }));
  return [...new Set([...open, ...orders].map(({ id }) => id))].toSorted();
}

test('a tile of home leads to the page', async () => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Fast contract', exact: true }).click();
  await page.waitForURL('**/micro-trade');
  await page.getByTestId('micro-up').waitFor();
});

test('a lower limit of the user counts at once, and the refusal says so with a proof of it', async () => {
  await visitScreen(page, PAGE);
  await fillIn('10');
  await page.getByRole('button', { name: 'My limits' }).click();
  const sheet = page.getByRole('dialog', { name: 'My limits' });
  await sheet.getByRole('textbox', { name: 'Loss limit per day' }).fill('5');
  await sheet.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('Limits saved').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const { accessToken: token } = await product.tokensOf('trader');
  const placed = await orderIds(token);
  const refusal = 'This order could exceed your daily loss limit.';
  const place = () => placeOnce(refusal, page, 'micro-down');
  await expect.poll(place, { timeout: 40_000 }).toBe(true);

  await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
  expect(await orderIds(token)).toEqual(placed);
  // All pages of a browser share the clipboard, so that the text is read where it is written.
  const copied = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.clipboard.writeText = async (text) => resolve(text);
      }),
  );
  await page.getByRole('button', { name: 'Copy the signed refusal' }).click();
  const proof = await copied;
  expect(proof).toMatch(/^meridian-micro-refusal\/1 .* BTC\/USDT down 10 /);
  const checked = await runVerifyRefusal(product.server.origin, proof);
  expect(checked).toMatchObject({ code: 0, errors: '' });
});

test('a closed market says when it opens, and takes no order', async () => {
  const letPass = await routeCalls(page, 'micro/products', async (call) => {
    const reply = await call.fetch();
    const body = (await reply.json()) as { data: object[] };
    const data = body.data.map((info) => ({ ...info, next_open: Date.UTC(2026, 10, 29, 22) }));
    await call.fulfill({ ...body, data });
  });
  await page.goto('/forex-micro-trade');

  await page.getByTestId('micro-notice').getByText('The market is closed until').waitFor();
  expect(await page.getByTestId('micro-up').isDisabled()).toBe(true);
  letPass();
});

test('a phone shows the buttons with their profit without scrolling', async () => {
  await visitScreen(page, PAGE);
  await fillIn('10');
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const up = page.getByTestId('micro-up');
    const box = ensure(await up.boundingBox(), 'the button');
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
    expect(await up.textContent()).toBe('Up+8.5 USDT');
  }
});

test.each(['en-US', 'de-DE'] as const)('durations are in one row at 360 px, %s', async (locale) => {
  const small = await product.openAs('trader', { viewport: PHONE_SMALL, locale });
  await small.goto(PAGE);
  const chips = small.locator('label:has(> input[type=radio])');
  await chips.nth(4).waitFor();
  const tops = await chips.evaluateAll((all) =>
    all.map((chip) => chip.getBoundingClientRect().top),
  );
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size).toBe(1);
});

test('a cut network is shown at once, and its end, too', async () => {
  await visitScreen(page, PAGE);
  const banner = page.getByText('You’re offline.');
  await page.context().setOffline(true);
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
  await page.locator('[data-testid="index-price"][data-pulse="live"]').waitFor();
});

test('the page has no accessibility faults and fits every width', async () => {
  await visitScreen(page, PAGE);
  await fillIn('10');
  for (const [viewport, theme] of [
    [PHONE_SMALL, 'light'],
    [DESKTOP, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  }
});
