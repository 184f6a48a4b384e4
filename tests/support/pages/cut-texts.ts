/** Letters twice as large, and the texts that do not fit their places then. */
import type { Page } from 'playwright-core';

/** Browsers have 16 px. */
const LETTER_PX = 32;

/** Sets letters of twice the size in the browser's settings, which also count for media queries. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: LETTER_PX, fixed: LETTER_PX } });
}

export const hasLargeText = (page: Page): Promise<boolean> =>
  page.evaluate(
    (px) => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) === px,
    LETTER_PX,
  );

/** Finds texts that run past their panel, their control or the screen, and texts that are cut. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK_PX = 1;
    // Less than a line: the letters of some fonts are taller than their line.
    const LINE_PX = 12;
    // Content wider than its own line scrolls sideways; the text of a user may end in dots.
    const APART = '.sr-only, script, style, option, [aria-hidden=true], [class*=overflow-x-auto]';
    const HOLDERS = 'button, a, section, article, dl, form, header, main, [role=dialog]';
    const clips = (element: Element) => getComputedStyle(element).overflowX === 'hidden';
    const holderOf = (element: Element): Element =>
      element.matches(HOLDERS) || clips(element) || element.parentElement === null
        ? element
        : holderOf(element.parentElement);
    const isBeyond = (inner: DOMRect, holder: Element) => {
      const outer = holder.getBoundingClientRect();
      return (
        inner.right > Math.min(outer.right, innerWidth) + SLACK_PX ||
        inner.left < Math.max(outer.left, 0) - SLACK_PX ||
        (clips(holder) && inner.bottom > outer.bottom + LINE_PX)
      );
    };
    const shown = document.querySelector('[role=dialog]') ?? document.body;
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const cut = new Set<string>();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(APART) !== null || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const holder = holderOf(parent);
      const isShown = box.width > 0 && holder.clientWidth > 1;
      if (isShown && isBeyond(box, holder)) cut.add(`${node.textContent} in ${holder.tagName}`);
    }
    return [...cut];
  });
