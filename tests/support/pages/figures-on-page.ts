/** Layout of figures in the browser: whole, in one line, and visible. */
import type { Locator } from 'playwright-core';

/**
 * Faults of the figures inside `rows`: broken over lines, cut off, or outside of their row or the screen.
 * Empty without a fault.
 */
export const brokenFigures = (rows: Locator): Promise<readonly string[]> =>
  rows.evaluateAll((elements) => {
    const FIGURE = /\d(?:[\d.,\u{A0}\u{202F}]*\d)?M?/gu;
    /** Pixels of rounding that are no fault. */
    const SLACK_PX = 1;
    const screen = { left: 0, right: document.documentElement.clientWidth };

    /** The row, the screen, and every box between them and the figure that clips its content. */
    function panelsOf(node: Node, row: Element) {
      const panels = [{ name: 'screen', box: screen }];
      for (let at = node.parentElement; at !== null; at = at === row ? null : at.parentElement) {
        if (at === row || getComputedStyle(at).overflowX !== 'visible')
          panels.push({ name: at === row ? 'row' : 'panel', box: at.getBoundingClientRect() });
      }
      return panels;
    }

    function faultOf(node: Text, figure: RegExpExecArray, row: Element): string | undefined {
      const range = document.createRange();
      range.setStart(node, figure.index);
      range.setEnd(node, figure.index + figure[0].length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) return 'broken';
      for (const { name, box } of panelsOf(node, row)) {
        const isInside = lines.every(
          ({ left, right }) => left >= box.left - SLACK_PX && right <= box.right + SLACK_PX,
        );
        if (!isInside) return `outside of its ${name}`;
      }
      return undefined;
    }

    const faults: string[] = [];
    for (const row of elements) {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        // Text for screen readers only.
        if (node.parentElement?.closest('.sr-only')) continue;
        for (const figure of (node as Text).data.matchAll(FIGURE)) {
          const fault = faultOf(node as Text, figure, row);
          if (fault !== undefined) faults.push(`${fault}: ${(node as Text).data}`);
        }
      }
    }
    return faults;
  });
