/** What a page says about a refusal: next to the form, and as a toast that is for the eyes alone. */
import type { Locator, Page } from 'playwright-core';

/** A toast that is not read out: the page says the same where it belongs. */
export const FOR_EYES = '[aria-hidden="true"]';

/** The sentence where the form or the screen shows it, and not in the toast that says it for a moment. */
export const shownBeside = (page: Page, sentence: string | RegExp): Locator =>
  page.getByText(sentence).and(page.locator(`:not(${FOR_EYES} *)`));
