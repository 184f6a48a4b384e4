/** Every section of the operator console on a light phone and on a dark desktop. */
import type { OperatorLedgerHealth } from '../../../contract/operator/schemas/exchange.ts';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { DESKTOP, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useConsole } from '../../support/operator/console-of-file.ts';
import {
  consoleOf,
  openSection,
  sectionsOf,
  sidewaysOf,
  violations,
} from '../../support/operator/console-page.ts';
import { newAddress, signUp } from '../../support/users/accounts.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });
let operator: TestOperator;
const showConsole = useConsole(product, () => operator, { viewport: PHONE_SMALL });

beforeAll(async () => {
  operator = await signInOperator(product.server);
});

test('a ledger with faults shows them, and an empty one is shown as empty', async () => {
  const page = await showConsole();
  const fault = `balance_differs: account ${'7'.repeat(60)} of USDT`;
  const disk = { free_gb: '3', warning_gb: '5', is_low: true };
  const books: OperatorLedgerHealth = {
    is_consistent: false,
    faults: [fault],
    unverified: null,
    totals: [],
    disk,
  };
  await page.route('**/api/operator/ledger/health*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: books } }),
  );
  await openSection(page, 'Ledger');
  await page.getByText('Errors found').waitFor();
  await page.getByRole('list', { name: 'Errors' }).getByText(fault).waitFor();
  await page.getByText('No ledger entries yet').waitFor();
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('a job that failed shows its time and error, and one that has not run yet is marked', async () => {
  const page = await showConsole();
  const listed = await operator.ask('listJobs', {});
  const failure = { at: 1_800_000_000_000, error: 'ChainUnavailableError' };
  const unrun = { last_run_at: null, last_duration_ms: null };
  const jobs = listed.map((job) => {
    if (job.name === 'chain_reading') return { ...job, last_failure: failure };
    return job.name === 'disk_room' ? { ...job, ...unrun } : job;
  });
  await page.route('**/api/operator/job/list*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: jobs } }),
  );
  await openSection(page, 'Background jobs');
  const rows = page.getByRole('list', { name: 'Background jobs' }).getByRole('article');
  await rows
    .filter({ hasText: 'Block scanner' })
    .getByText(/2027.*ChainUnavailableError/)
    .waitFor();
  await rows.filter({ hasText: 'Disk space check' }).getByText('Never').waitFor();
  expect(await rows.count()).toBe(listed.length);
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('withdrawals with damaged records are counted, and shown with instructions', async () => {
  const page = await showConsole();
  const person = { id: 1, uid: '12345678', account: 'ann@example.org' };
  const damaged = { id: '4711', person, currency_code: 'USDT', chain: 'development', amount: '40' };
  const withdrawals = [{ ...damaged, phase: 'requested', created_at: 0, found_at: 0 }];
  await page.route('**/api/operator/withdrawal/damaged*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: { withdrawals } } }),
  );
  await page.getByRole('link', { name: 'Stuck withdrawals 0' }).click();
  const section = page.getByRole('region', { name: 'Stuck withdrawals: 1' });
  await section.getByText(/have the record corrected or restored/).waitFor();
  const row = section.getByTestId('damaged-withdrawal');
  for (const text of ['40 USDT', 'Requested', 'npm run qa -- replay withdrawal 4711'])
    await row.getByText(text).waitFor();
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('halts that cannot be loaded are an error with a retry, and not an empty list', async () => {
  const page = await showConsole();
  const halts = '**/api/operator/chain_halt/list*';
  await page.route(halts, (route) => route.fulfill({ status: 503, json: {} }));
  await openSection(page, 'Withdrawals');
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'The paused networks couldn’t be loaded' });
  await alert.waitFor();
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await page.unroute(halts);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'hidden' });
});

test('the product name is above the sign-in form', async () => {
  const page = await product.openConsole();
  await page.goto('/');
  const [name, title] = await Promise.all(
    [page.getByText('Meridian', { exact: true }), page.getByRole('heading', { level: 1 })].map(
      async (one) => {
        const mark = one.locator('xpath=ancestor-or-self::*[@translate="no" or self::h1]');
        return ensure((await mark.boundingBox()) ?? undefined, 'a place on the page');
      },
    ),
  );
  expect(name?.x).toBe(title?.x);
});

test('the address of a user is shown in full at any length', async () => {
  const email = newAddress('somebody.with-a-first-name.and-a-second-one.and-a-family-name');
  await signUp(product.server, email);
  const page = await consoleOf(product, operator, `/users?text=${encodeURIComponent(email)}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const shown = page.getByRole('list', { name: 'Users' }).getByText(email);
  await shown.waitFor();
  const hiddenPx = () =>
    shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(hiddenPx).toBe(0);
  await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
});

/** Colors do not depend on sizes, and `token-contrast.test.ts` checks the contrast of all of them. */
const LOOKS = [
  { viewport: PHONE_SMALL, theme: 'light' },
  { viewport: DESKTOP, theme: 'dark' },
] as const;

test(
  'no section has an accessibility fault, on a light phone and on a dark desktop',
  // Two checks of each of many sections take long on a slow machine; the time is not measured.
  { timeout: 600_000 },
  async () => {
    const page = await consoleOf(product, operator);
    const links = await sectionsOf(page).getByRole('link').allInnerTexts();
    // The second line of a link has the number of waiting records.
    for (const [name = ''] of links.map((text) => text.split('\n'))) {
      await openSection(page, name);
      await page.waitForFunction(() => document.querySelector('.shimmer') === null);
      for (const { viewport, theme } of LOOKS) {
        await page.setViewportSize(viewport);
        await page.evaluate((shown) => (document.documentElement.dataset['theme'] = shown), theme);
        expect(await violations(page), `${name}, ${viewport.width} px, ${theme}`).toEqual([]);
        await expect
          .poll(() => sidewaysOf(page), { message: `${name} scrolls sideways` })
          .toBeLessThanOrEqual(0);
      }
    }
  },
);
