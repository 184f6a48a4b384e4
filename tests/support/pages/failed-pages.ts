/** Prints the pages of a browser test that failed, because its error names only the element that did not come. */
import type { Page } from 'playwright-core';

const TEXT_LENGTH_MAX = 1_500;

/** Prints the address and the visible text of each page. Never throws, so that the error of the test stays the first. */
export async function printPages(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const text = await page
      .evaluate(() => document.body.innerText)
      .catch((error: unknown) => `no text: ${String(error)}`);
    console.error(`A page of the failed test: ${page.url()}\n${text.slice(0, TEXT_LENGTH_MAX)}`);
  }
}
