/** The page that checks settlement files: the key that it reads, and its verdict on a file. */
import type { Page } from 'playwright-core';
import { KEY } from './index/memory-index.ts';

/** The exchange publishes the key of the file. */
export const publishKey = (page: Page) =>
  page.route('**/index-key.json', (route) =>
    route.fulfill({ json: { algorithm: 'Ed25519', public_key: KEY.publicKey } }),
  );

/** Chooses a file, and returns the whole verdict and the checks that did not pass. */
export async function verdictOn(page: Page, chosen: unknown) {
  const summary = page.getByTestId('verify-summary');
  await page.getByLabel('Settlement file').setInputFiles({
    name: 'settlement.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(chosen)),
  });
  await summary.waitFor();
  const open = await page.locator('[data-verdict]:not([data-verdict="passed"])').all();
  const names = await Promise.all(open.map((one) => one.getAttribute('data-testid')));
  return { summary: await summary.getAttribute('data-summary'), names };
}
