/** Shows the pages of a browser test that failed, because its error names only the element that did not come. */
import type { Page } from 'playwright-core';

const TEXT_LENGTH_MAX = 1_500;

/** The address and the visible text of each page. Never throws. */
export async function textsOf(pages: readonly Page[]): Promise<string> {
  const texts: string[] = [];
  for (const page of pages) {
    const text = await page
      .evaluate(() => document.body.innerText)
      .catch((error: unknown) => `no text: ${String(error)}`);
    texts.push(`A page of the failed test: ${page.url()}\n${text.slice(0, TEXT_LENGTH_MAX)}`);
  }
  return texts.join('\n\n');
}
