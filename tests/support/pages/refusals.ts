/** The messages of a page about a refusal: next to the form, and as a toast that is hidden from screen readers. */
import type { Locator, Page } from 'playwright-core';

/** A toast that is not read out, because the page has the same text in its place. */
export const FOR_EYES = '[aria-hidden="true"]';

/** The sentence in the form or on the screen, not in the toast. */
export const shownBeside = (page: Page, sentence: string | RegExp): Locator =>
  page.getByText(sentence).and(page.locator(`:not(${FOR_EYES} *)`));
