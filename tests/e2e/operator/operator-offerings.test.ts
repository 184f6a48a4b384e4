/** Token offerings in the console: two operators bring one to its users, who get their tokens at its end. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { DESKTOP, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import {
  beginDecision,
  consoleOf,
  openSection,
  REASON,
  sidewaysOf,
  violations,
} from '../../support/operator/console-page.ts';
import { eventually } from '../../support/eventually.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { balanceOf, SPOT } from '../../support/users/balances.ts';
import { newUser } from '../../support/users/test-user.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
let author: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  author = await signInOperator(product.server);
  colleague = await signInColleague(product.server);
});

/** From the draft to the opening: shorter than a session without calls. */
const SOON_MS = 5 * MINUTE_MS;
const LENGTH_MS = MINUTE_MS;
/** The seed keeps tokens of this one for its own offering. */
const TOKEN = 'MRB';

type Sheet = Awaited<ReturnType<typeof beginDecision>>;

async function send(sheet: Sheet, button: string): Promise<void> {
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: button }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** The text of a date field in the time zone of the page, rounded up to a minute. */
const fieldText = (page: Page, time: number): Promise<string> =>
  page.evaluate(
    (ms) => {
      return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    },
    Math.ceil(time / MINUTE_MS) * MINUTE_MS,
  );

async function fillDraft(page: Page, sheet: Sheet): Promise<void> {
  await sheet.getByLabel('Token', { exact: true }).selectOption({ label: TOKEN });
  const opensMs = Date.now() + SOON_MS;
  const values = {
    'Issue price': '0.5',
    'Subscription step': '100',
    'Total supply in steps': '10',
    'Most per user in steps': '40',
    'Least subscription in steps': '1',
    'Most subscription in steps': '8',
    'Preheat from': await fieldText(page, opensMs),
    'Subscription from': await fieldText(page, opensMs),
    'Subscription until': await fieldText(page, opensMs + LENGTH_MS),
  };
  for (const [label, value] of Object.entries(values))
    await sheet.getByLabel(label, { exact: true }).fill(value);
}

test('an operator discards a draft', async () => {
  const page = await consoleOf(product, colleague, '/offerings', { viewport: PHONE_SMALL });
  const sheet = await beginDecision(page, 'New draft');
  await fillDraft(page, sheet);
  await sheet.getByLabel('Most per user in steps').fill('4');
  await send(sheet, 'Save');
  await send(await beginDecision(page, 'Discard'), 'Discard');
  await page.getByRole('listitem').first().getByText('Discarded').waitFor();
});

test('two operators publish an offering, a user subscribes, and has tokens when it ends', async () => {
  const page = await consoleOf(product, author, '/', { viewport: PHONE_SMALL });
  await openSection(page, 'Token offers');
  const sheet = await beginDecision(page, 'New draft');
  await fillDraft(page, sheet);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  // A user gets at most what is offered.
  await sheet.getByRole('button', { name: 'Save' }).click();
  const cap = sheet.getByLabel('Most per user in steps');
  await expect.poll(() => cap.getAttribute('aria-invalid')).toBe('true');
  await cap.fill('4');
  expect(await violations(page)).toEqual([]);
  await send(sheet, 'Save');
  const draft = page.getByRole('listitem').filter({ hasText: 'Draft' }).getByRole('region');
  await draft.getByText('Raises at most 500 USDT').waitFor();
  const { offerings } = await author.ask('getOfferingDesk', {});
  const { id, token_currency_id: tokenId } = ensure(offerings[0], 'the draft');
  const funding = await beginDecision(page, 'Add or take funds');
  await funding.getByLabel('Coin').selectOption(String(tokenId));
  await funding.getByLabel('Change of the funds').fill('1000');
  await send(funding, 'Add or take funds');
  await page
    .getByRole('region', { name: `1,000 ${TOKEN}` })
    .getByText('Awaiting approval')
    .waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);

  const other = await consoleOf(product, colleague, '/offerings', { viewport: DESKTOP });
  const row = other.getByRole('region', { name: `${TOKEN} · ${id}` });
  await row.getByRole('button', { name: 'Publish' }).click();
  const early = other.getByRole('dialog');
  await early.getByText('Too few tokens are free.', { exact: false }).waitFor();
  await other.keyboard.press('Escape');
  await early.waitFor({ state: 'hidden' });
  const waiting = other.getByRole('region', { name: `1,000 ${TOKEN}` });
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await send(other.getByRole('dialog'), 'Approve');
  await waiting.getByText('Booked').waitFor();
  await row.getByRole('button', { name: 'Publish' }).click();
  const publication = other.getByRole('dialog');
  await publication.getByText('its terms are final', { exact: false }).waitFor();
  expect(await violations(other)).toEqual([]);
  await send(publication, 'Publish');
  await row.getByText('Not started').waitFor();
  expect(await sidewaysOf(other)).toBeLessThanOrEqual(0);

  const { server } = product;
  const user = await newUser(server, { coins: { USDT: '100' } });
  const stateOf = async () =>
    dataOf(await server.call('listOfferings', {})).find((each) => each.id === id);
  await server.controlAdvance(SOON_MS + MINUTE_MS);
  await eventually(async () => expect((await stateOf())?.state).toBe('subscribing'));
  dataOf(await subscribeOffering(server, user, { quantity: '200', offering: { id } }));
  await server.controlAdvance(LENGTH_MS);
  await eventually(async () => {
    const tokens = await balanceOf(server, user, TOKEN, SPOT);
    expect(tokens).toEqual({ available: '200', frozen: '0' });
  });
  await eventually(async () => expect((await stateOf())?.progress).toBe('distributed'));
});

test('an operator adds a trading pair, which is in the list at once, and opens it', async () => {
  const page = await consoleOf(product, author, '/markets', { viewport: PHONE_SMALL });
  const sheet = await beginDecision(page, 'Add trading pair');
  await sheet.getByLabel('Coin', { exact: true }).selectOption({ label: 'DOGE' });
  await sheet.getByLabel('Quote coin').selectOption({ label: 'BTC' });
  const values = {
    'Opening price': '0.5',
    'Lowest order value': '1',
    'Decimals of prices': '4',
    'Decimals of quantities': '2',
    'Price band (ppm)': '200000',
    'Maker fee (ppm)': '1000',
    'Taker fee (ppm)': '2000',
  };
  for (const [label, value] of Object.entries(values)) await sheet.getByLabel(label).fill(value);
  expect(await violations(page)).toEqual([]);
  await send(sheet, 'Add trading pair');
  const added = page.getByRole('region', { name: 'DOGE/BTC' });
  await added.getByText('Paused').waitFor();
  await added.getByRole('button', { name: 'Change status' }).click();
  const change = page.getByRole('dialog');
  await change.getByLabel('Status').selectOption('trading');
  await send(change, 'Change status');
  await added.getByText('Open', { exact: true }).waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
});
