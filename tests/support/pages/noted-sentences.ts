/**
 * The short messages of a page. A toast lives for two seconds, and a test that polls from outside may miss it
 * on a busy machine. So the page itself records every shown text.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';

interface Listening {
  /** Moves the pointer to the sentence once it shows, so that it stays as it does for a reader. */
  readonly isHeld?: boolean;
  /** Records only texts inside this element. */
  readonly inside?: string;
}

/** Far more time than a sentence takes to show. */
const PATIENCE_MS = 1.5 * MINUTE_MS;

/**
 * Records from now on each sentence that shows on the loaded page, however briefly.
 * @param wanted the whole sentence, or a pattern.
 * @returns a function that returns the sentences so far, until the page loads another document.
 */
export async function noteSentences(
  page: Page,
  wanted: string | RegExp,
  { isHeld = false, inside = '*' }: Listening = {},
): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(
    ([sentence, mayHold, around]) => {
      const noted: string[] = [];
      /** Texts that exist and are not visible yet: of many toasts the older ones are hidden. */
      const unseen = new Set<Text>();
      /** The recorded text of a node, because one change of the page may report it more than once. */
      const known = new WeakMap<Text, string>();
      const isWanted = (text: string) =>
        typeof sentence === 'string' ? text === sentence : sentence.test(text);
      const take = (text: Text) => {
        const place = text.parentElement;
        const words = text.data.replaceAll(/\s+/g, ' ').trim();
        if (!isWanted(words) || place === null || place.closest(around) === null)
          return void unseen.delete(text);
        if (!place.checkVisibility()) return void unseen.add(text);
        unseen.delete(text);
        if (known.get(text) === words) return;
        known.set(text, words);
        noted.push(words);
        if (mayHold) place.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
      };
      const takeAll = (root: Node) => {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        if (root instanceof Text) take(root);
        while (texts.nextNode()) take(texts.currentNode as Text);
      };
      new MutationObserver((changes) => {
        for (const text of unseen) take(text);
        for (const { type, target, addedNodes } of changes)
          if (type === 'characterData') takeAll(target);
          else addedNodes.forEach(takeAll);
      }).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      return noted;
    },
    [wanted, isHeld, inside] as const,
  );
  return () => said.jsonValue();
}

/** Triggers the sentence and waits until it has shown. */
export async function shownAfter(
  page: Page,
  wanted: string | RegExp,
  action: () => Promise<unknown>,
  listening?: Listening,
): Promise<void> {
  const said = await noteSentences(page, wanted, listening);
  await action();
  await expect.poll(said, { timeout: PATIENCE_MS }).not.toEqual([]);
}
