/** A figure is the same on all screens, whole on a tap, and never broken on a narrow phone. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../../contract/languages.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { PHONE_SMALL, storeTokens } from '../../support/pages/app-page.ts';
import { consoleOf } from '../../support/operator/console-page.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { takeAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, type FiatUser } from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import {
  depositsOf,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { brokenFigures } from '../../support/pages/figures-on-page.ts';
import type { Wanted } from '../../support/pages/kept-pages.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { visitScreen } from '../../support/pages/visit.ts';
import { useProduct } from '../../support/pages/product.ts';
import { noteOf } from '../../support/spot/trade-page.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { eventually } from '../../support/eventually.ts';
import { figureOf } from '../../support/wallet/wallet-page.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });
let operator: TestOperator;
/** A user with amounts of more digits than any screen shows. */
let owner: Withdrawer;
/** Buys a part of each ad. */
let taker: FiatUser;
const SHORT = '1.23456';
const WHOLE = '1.234567890123456789';
const ETH_USDT = 2;

beforeAll(async () => {
  operator = await signInOperator(product.server);
  owner = await newWithdrawer(product.server, { ETH: WHOLE, PEPE: '98765432109.876543219' }, 'ETH');
  taker = await newFiatUser(product.server);
});

const tokensOf = async (email: string) => dataOf(await signIn(product.server, email));
const pageOf = async (email: string, options: Wanted = {}): Promise<Page> =>
  product.open({ ...options, tokens: await tokensOf(email) });

/** A shortened figure; text for screen readers is left out. */
const shortened = (within: Page | Locator, text: string): Locator =>
  within.getByRole('button', { expanded: false }).filter({ hasText: text });

describe('the same figure on all screens', () => {
  test('the balance of a coin', async () => {
    const page = await pageOf(owner.email);
    await page.goto('/assets');
    const holding = page.getByTestId('holding').filter({ hasText: /Ethereum(?! Classic)/ });
    await holding.getByText(`Available ${SHORT}`).waitFor();
    expect(await holding.getByText(SHORT, { exact: true }).count()).toBeGreaterThan(1);
    await holding.click();
    const sheet = page.getByRole('dialog', { name: 'ETH' });
    await shortened(sheet, SHORT).first().waitFor();
    await visitScreen(page, '/withdrawal?coin=ETH');
    for (const name of ['Available', 'Available to withdraw'])
      await expect
        .poll(() => figureOf(page, name), { message: name })
        .toMatch(new RegExp(`^${SHORT} ETH`));
    await visitScreen(page, '/transfer?coin=ETH');
    await shortened(page, `${SHORT} ETH available`).waitFor();
    await visitScreen(page, `/trade?id=${ETH_USDT}`);
    await page.getByRole('radio', { name: 'Sell' }).check({ force: true });
    await expect.poll(() => figureOf(page, 'Available')).toMatch(new RegExp(`^${SHORT} ETH`));

    const { uid } = dataOf(await product.server.call('getUserInfo', {}, { token: owner.token }));
    const desk = await consoleOf(product, operator, `/users?text=${uid}`);
    await desk.getByRole('link', { name: owner.email }).click();
    await expect.poll(() => figureOf(desk, 'ETH')).toMatch(new RegExp(`^${SHORT}(?!\\d)`));
  });

  test('the remainder of an ad', async () => {
    const merchant = await newMerchant(product.server, '2000');
    const ad = await postAd(merchant);
    dataOf(await takeAd(taker, ad, { amount: '100' }));
    const { remaining } = await merchant.ask('getOwnFiatAd', { id: ad.id });
    expect(remaining).toMatch(/^985\.714285/);
    const left = '985.71';

    const page = await pageOf(merchant.email);
    await page.goto('/my-shop');
    const own = page.getByRole('article', { name: `Ad ${ad.id}` });
    await shortened(own.getByTestId('part-remaining'), left).waitFor();
    await own.getByRole('button', { name: 'Cancel ad' }).click();
    await page.getByText(`What hasn’t sold (${left} USDT)`, { exact: false }).waitFor();

    const market = await pageOf(taker.email);
    await market.goto('/fiat?coin=USDT&fiat=CNY');
    const listed = market.getByTestId('fiat-ad').filter({ hasText: merchant.shopName });
    await shortened(listed, `${left} USDT`).waitFor();

    const desk = await consoleOf(product, operator, `/fiat-ads?id=${ad.id}`);
    await desk.getByRole('link', { name: new RegExp(`#${ad.id} .*${remaining}$`) }).waitFor();
    await desk.getByRole('link').getByText(left, { exact: true }).waitFor();
    await expect.poll(() => figureOf(desk, 'Remaining')).toMatch(new RegExp(`^${left} USDT`));
  });

  test('the turnover of a day, with one label', async () => {
    const page = await pageOf(owner.email);
    // The figure must not change between two reads.
    const matches = dataOf(await product.server.call('listCurrencyMatches', {}));
    await routeCalls(page, 'market/currency_matches', (call) =>
      call.fulfill({ code: 1, msg: '', data: matches }),
    );
    await page.goto('/market?tab=rankings&by=turnover');
    const row = page.getByTestId('market-row').filter({ hasText: 'BTC/USDT' });
    const note = await row.getByText(/^Volume [\d,.]+M?$/).innerText();
    await visitScreen(page, '/market');
    await row.getByText(note, { exact: true }).waitFor();
    await visitScreen(page, '/coinKline?id=1&symbol=BTC/USDT');
    await expect
      .poll(() => figureOf(page, '24h volume (USDT)'))
      .toMatch(new RegExp(`^${note.replace('Volume ', '')}`));
    await page.getByText(/^Volume [\d,.]+M? USDT/).waitFor();
  });
});

describe('every digit', () => {
  test('shows on a tap and hides on a second one, and so with the keyboard', async () => {
    const page = await pageOf(owner.email, { viewport: PHONE_SMALL });
    await page.goto('/transfer?coin=ETH');
    const figure = page.getByRole('button').filter({ hasText: 'ETH available' });
    const shows = async (text: string, isWhole: boolean) => {
      await expect.poll(() => figure.innerText()).toMatch(new RegExp(`^${text} ETH available\\s`));
      expect(await figure.getAttribute('aria-expanded')).toBe(String(isWhole));
      expect(await noteOf(figure)).toBe(isWhole ? '' : `${WHOLE} ETH available`);
      expect(await brokenFigures(figure)).toEqual([]);
    };
    await shows(SHORT, false);
    await figure.tap();
    await shows(WHOLE, true);
    await figure.tap();
    await shows(SHORT, false);
    // The browser ends the pressed state of a tap later, and with it a press of Space that has begun.
    await page.waitForFunction(() => document.querySelector('button:active') === null);
    for (const key of ['Enter', 'Space']) {
      await figure.press(key);
      await shows(WHOLE, true);
      await figure.press(key);
      await shows(SHORT, false);
    }
  });

  test('of a turnover fits in one line next to the prices of the day', async () => {
    const page = await pageOf(owner.email, { viewport: PHONE_SMALL });
    await page.goto('/coinKline?id=1&symbol=BTC/USDT');
    const figure = page.locator('dt:has-text("24h") + dd').getByRole('button');
    await figure.tap();
    await expect.poll(() => figure.getAttribute('aria-expanded')).toBe('true');
    expect(await brokenFigures(figure)).toEqual([]);
    expect(await brokenFigures(page.locator('dl > div'))).toEqual([]);
  });
});

/** Checks that no figure in the rows is cut or broken, at any text size of the page. */
async function expectWhole(page: Page, testId: string, count = 1): Promise<void> {
  const rows = page.getByTestId(testId);
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  await page.evaluate(() => document.fonts.ready);
  expect(await brokenFigures(rows), `${page.url()} ${testId}`).toEqual([]);
}

describe.each(['en-US', 'de-DE', 'th-TH'] satisfies Locale[])('at 360 px in %s', (locale) => {
  let page: Page;
  beforeAll(async () => {
    page = await pageOf(owner.email, { viewport: PHONE_SMALL, locale, isOfFile: true });
  });

  test('no figure of a market row is broken or cut', async () => {
    for (const path of ['/market', '/market?tab=rankings&by=turnover', '/home']) {
      await visitScreen(page, path);
      await expectWhole(page, 'market-row', 2);
    }
    await visitScreen(page, '/market?tab=rankings&by=turnover');
    // The home screen stays in the document, hidden.
    const price = page.locator('[data-testid="market-row"]:visible [data-testid="price"]').first();
    await expect.poll(() => price.getAttribute('data-stale')).toBe('false');
    await page.context().setOffline(true);
    await expect.poll(() => price.getAttribute('data-stale')).toBe('true');
    await expectWhole(page, 'market-row', 2);
    await page.context().setOffline(false);
  });

  test('no figure of a holding or of a record is broken or cut', async () => {
    await recordsOfOwner();
    await visitScreen(page, '/assets');
    await expectWhole(page, 'holding', 2);
    for (const path of ['/recharge-record', '/withdrawal-record', '/transfer-record']) {
      await visitScreen(page, path);
      await expectWhole(page, 'record');
    }
  });

  test('no figure of a fiat ad is broken or cut', async () => {
    const merchant = await merchantOfLongAd();
    await visitScreen(page, '/fiat?coin=USDT&fiat=CNY');
    await expectWhole(page, 'fiat-ad');
    await storeTokens(page, await tokensOf(merchant));
    await page.goto('/my-shop');
    await expectWhole(page, 'own-ad');
  });
});

let longAd: Promise<string> | undefined;

/** Posts an ad with many digits, of which a part is taken, once for all languages. @returns the merchant's email. */
const merchantOfLongAd = (): Promise<string> => (longAd ??= postLongAd());

async function postLongAd(): Promise<string> {
  const merchant = await newMerchant(product.server, '98765432.12345678');
  const ad = await postAd(merchant, 'sell', {
    total: '98765432.12345678',
    max_amount: '98765432',
  });
  dataOf(await takeAd(taker, ad, { amount: '100' }));
  return merchant.email;
}

let records: Promise<void> | undefined;

/** Makes a deposit, a withdrawal and a transfer with many digits, once for all languages. */
const recordsOfOwner = (): Promise<void> => (records ??= makeRecords());

async function makeRecords(): Promise<void> {
  const { server } = product;
  const chain = new ChainControl(server);
  await chain.deposit(owner.token, 'PEPE', '123456789.123456789012345678');
  await chain.mine();
  await eventually(async () => expect(await depositsOf(server, owner)).toHaveLength(1));
  dataOf(await withdraw(server, owner, { amount: '0.123456789012345678' }));
  const coins = dataOf(await server.call('listWalletCoins', {}, { token: owner.token }));
  const pepe = coins.find(({ currency_code: code }) => code === 'PEPE');
  dataOf(
    await server.call(
      'createTransfer',
      {
        currency_id: String(pepe?.currency_id),
        from_account_type_id: '1',
        to_account_type_id: '3',
        amount: '12345678901.123456789',
      },
      { token: owner.token, headers: { 'idempotency-key': newKey() } },
    ),
  );
}
