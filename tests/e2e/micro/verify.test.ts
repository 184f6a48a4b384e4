/** The public pages: the check, signed out, red for every change; and the fairness report. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { DESKTOP, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { sidewaysOf, violations } from '../../support/operator/console-page.ts';
import { drawnResults } from '../../support/micro/drawn-results.ts';
import { naiveDays } from '../../support/micro/naive-fairness.ts';
import { PAGE_PRODUCT } from '../../support/micro/page-micro-order.ts';
import { tamperedFiles } from '../../support/micro/tampered-files.ts';
import { publishKey, verdictOn } from '../../support/micro/verify-page.ts';
import type { Wanted } from '../../support/pages/kept-pages.ts';
import { OTHER_KEY } from '../../support/micro/index/memory-index.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

const { file, secondHistory, changes } = await tamperedFiles();

let page: Page;
beforeAll(async () => {
  page = await openCheckPage({ isOfFile: true });
  await verdictOn(page, file);
});

/** A page of a visitor; the exchange publishes the key of the file. */
async function openCheckPage(
  options: Wanted,
  prepare?: (opened: Page) => Promise<unknown>,
): Promise<Page> {
  const opened = await product.open({ viewport: PHONE_SMALL, ...options });
  await prepare?.(opened);
  await publishKey(opened);
  await opened.goto('/micro-verify');
  await opened.getByLabel('Settlement file').waitFor();
  return opened;
}

test('a visitor sees an honest file pass all ten checks, without an account', async () => {
  expect(await verdictOn(page, file)).toEqual({ summary: 'passed', names: [] });
  expect(await page.locator('[data-verdict="passed"]').count()).toBe(10);
  expect(new URL(page.url()).pathname).toBe('/micro-verify');
});

test.each(changes)('%s is red', async (_, changed, check) => {
  const { summary, names } = await verdictOn(page, changed);

  expect(summary).toBe('failed');
  expect(names).toContain(`check-${check}`);
});

test('a minute that is not signed yet is named, and nothing is called wrong', async () => {
  const early = { ...file, minutes: file.minutes.slice(0, 2) };

  expect(await verdictOn(page, early)).toMatchObject({ summary: 'open' });
  expect(await page.getByTestId('check-payout').textContent()).toContain('12:02:00.000 UTC');
});

test('another file is refused, and the next one is checked', async () => {
  await page.getByLabel('Settlement file').setInputFiles({
    name: 'picture.json',
    mimeType: 'application/json',
    buffer: Buffer.from('not json'),
  });
  await page.getByText('This is neither a settlement file nor a receipt.').waitFor();

  expect(await verdictOn(page, file)).toMatchObject({ summary: 'passed' });
});

test('a pasted file, receipt and link are checked, and other text is refused', async () => {
  const paste = async (text: string) => {
    await page.getByLabel('Or paste a receipt').fill(text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
  };
  const { token } = ensure(readReceipt(file.receipt.text), 'the receipt');
  await paste(`  ${JSON.stringify(changes[0]?.[1])}\n`);
  await page.locator('[data-testid="verify-summary"][data-summary="failed"]').waitFor();
  await paste(`  ${JSON.stringify(file)}\n`);
  await page.locator('[data-testid="verify-summary"][data-summary="passed"]').waitFor();
  await paste(JSON.stringify(file).slice(0, -1));
  await page.getByText('This is neither a settlement file nor a receipt.').waitFor();
  expect(await page.getByTestId('verify-summary').count()).toBe(0);
  // The exchange of this test has no such order.
  await paste(token);
  await page.getByText('There’s no fast contract with this receipt.').waitFor();

  const asked: (string | null)[] = [];
  await page.route('**/api/public/micro/settlement*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('receipt'));
    return route.fulfill({ json: { code: 1, msg: 'ok', data: file } });
  });
  for (const text of [file.receipt.text, `https://exchange.test/micro-verify?receipt=${token}`]) {
    await paste('{}');
    await page.getByText('This is neither a settlement file nor a receipt.').waitFor();
    await paste(text);
    await page.locator('[data-testid="verify-summary"][data-summary="passed"]').waitFor();
  }
  expect(asked).toEqual([token, token]);
  await page.unroute('**/api/public/micro/settlement*');
});

test('the page works without a connection, and knows the minutes that it saw', async () => {
  await page.context().setOffline(true);
  const verdict = await verdictOn(page, file);
  const second = await verdictOn(page, secondHistory);
  await page.context().setOffline(false);

  expect(verdict).toMatchObject({ summary: 'passed' });
  expect(second).toEqual({ summary: 'failed', names: ['check-history'] });
});

const withoutSubtle = () =>
  Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });
const withoutEd25519 = () => {
  const refuse = () => Promise.reject(new DOMException('Ed25519', 'NotSupportedError'));
  Object.assign(SubtleCrypto.prototype, { generateKey: refuse, importKey: refuse });
};
/** Names of the scripts of the libraries. */
const HASHES = ['/sha2-', '/utils-'];
const SIGNATURES = ['/ed25519-'];

/** Waits until the page has loaded these scripts and their imports. */
async function loaded(opened: Page, scripts: readonly string[]): Promise<void> {
  await opened.waitForFunction((names) => {
    const known = performance.getEntriesByType('resource');
    return names.every((name) => known.some((entry) => entry.name.includes(name)));
  }, scripts);
  await opened.waitForLoadState('networkidle');
}

test('a browser without such functions gets the same verdicts from a library', async () => {
  const old = await openCheckPage({ isKept: false }, (opened) =>
    opened.addInitScript(withoutSubtle),
  );

  expect(await verdictOn(old, file)).toEqual({ summary: 'passed', names: [] });
  await old.getByText('a library of this page did').waitFor();
  const forged = { ...file, receipt: { ...file.receipt, signature: 'A'.repeat(86) } };
  expect(await verdictOn(old, forged)).toEqual({ summary: 'failed', names: ['check-receipt'] });
});

test.each([
  ['with its own functions', () => {}, []],
  ['without WebCrypto', withoutSubtle, [...HASHES, ...SIGNATURES]],
  ['without Ed25519', withoutEd25519, SIGNATURES],
] as const)(
  'a browser %s that goes offline before its first check checks',
  async (_, lack, scripts) => {
    const fresh = await openCheckPage({ isKept: false }, (opened) => opened.addInitScript(lack));
    await loaded(fresh, scripts);
    await fresh.unroute('**/index-key.json');
    await fresh.context().setOffline(true);

    // The page kept the key that the exchange published when it opened.
    expect(await verdictOn(fresh, file)).toEqual({ summary: 'passed', names: [] });
    const usesLibrary = await fresh.getByText('a library of this page did').isVisible();
    expect(usesLibrary).toBe(scripts.length > 0);
  },
);

test('a browser that never saw the key says that it has nothing to compare with', async () => {
  const fresh = await product.open({ viewport: PHONE_SMALL, isKept: false });
  await fresh.route('**/index-key.json', (route) => route.abort());
  await fresh.goto('/micro-verify');
  await loaded(fresh, []);
  await fresh.context().setOffline(true);

  expect(await verdictOn(fresh, file)).toEqual({ summary: 'open', names: ['check-history'] });
  expect(await fresh.locator('[data-verdict="passed"]').count()).toBe(9);
  await fresh.getByText('has nothing to compare with yet').waitFor();
});

test('another key than at the first visit is red, also without a connection', async () => {
  const fresh = await openCheckPage({ isKept: false });
  await loaded(fresh, []);
  await fresh.context().setOffline(true);

  const { summary, names } = await verdictOn(fresh, { ...file, public_key: OTHER_KEY.publicKey });
  expect(summary).toBe('failed');
  expect(names).toContain('check-history');
});

test('a library that does not load is named, and the file is not called wrong', async () => {
  const library = '**/assets/ed25519-*';
  const poor = await openCheckPage({ isKept: false }, async (opened) => {
    await opened.addInitScript(withoutEd25519);
    await opened.route(library, (route) => route.abort());
  });
  await poor.getByLabel('Settlement file').setInputFiles({
    name: 'settlement.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await poor.getByText('A part of this page that this browser needs').waitFor();
  expect(await poor.getByText('This is neither a settlement file').count()).toBe(0);
  await poor.unroute(library);
  // A browser keeps a failed import until the page is loaded again.
  await poor.reload();
  await poor.getByLabel('Settlement file').waitFor();
  expect(await verdictOn(poor, file)).toEqual({ summary: 'passed', names: [] });
});

test('the verdicts have no accessibility faults and fit every width', async () => {
  await verdictOn(page, file);
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

test('the fairness report is red for an exchange that bends its prices, and green for a fair one', async () => {
  const opened = await product.open({ viewport: PHONE_SMALL });
  let bend = 0;
  const answer = (path: string, data: () => unknown) =>
    routeCalls(opened, `micro/${path}`, (call) =>
      call.fulfill({ code: 1, msg: 'ok', data: data() }),
    );
  await answer('products', () => [PAGE_PRODUCT]);
  await answer('fairness', () => ({
    currency_code: 'USDT',
    counted_until: Date.UTC(2026, 10, 27),
    days: naiveDays(drawnResults({ seed: 1, minutes: 600, seconds: 30, bend })),
  }));
  const seen: unknown[] = [];
  for (bend of [0, 0.8]) {
    await opened.goto('/micro-fairness');
    const badge = opened.getByTestId('lean');
    await badge.waitFor();
    seen.push([await badge.getAttribute('data-verdict'), await badge.textContent()]);
  }
  expect(seen).toEqual([
    ['fair', 'No sign of rigged prices'],
    ['against', 'Prices moved against the larger side'],
  ]);
});
