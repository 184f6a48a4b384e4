/**
 * Pages that pass from one test of a file to the next and are emptied in between. A browser reads, compiles
 * and warms up the app for each new context, which is most of the cost of a short test. A test with lasting
 * changes to a page (its clock, scripts, a routed socket) opens one with `isKept: false`.
 */
import type { Browser, Page } from 'playwright-core';
import { openApp, PHONE, storeTokens, type AppOptions } from './app-page.ts';

/** A document of the app and the console that runs no code of either. */
const EMPTY = '/theme.js';

interface KeptPage {
  /** The options of the page's context. */
  readonly look: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly page: Page;
}

export class KeptPages {
  readonly #idle: KeptPage[] = [];
  readonly #taken: KeptPage[] = [];
  readonly #apart: Page[] = [];

  /** Like `openApp`. */
  async open(browser: Browser, origin: string, wanted: AppOptions): Promise<Page> {
    if (wanted.isKept === false) {
      const page = await openApp(browser, origin, wanted);
      this.#apart.push(page);
      return page;
    }
    const { tokens, ...options } = wanted;
    const { viewport = PHONE } = options;
    const look = JSON.stringify([origin, options]);
    const known = this.#idle.findIndex((one) => one.look === look);
    const [kept = { look, viewport, page: await openApp(browser, origin, options) }] =
      known < 0 ? [] : this.#idle.splice(known, 1);
    this.#taken.push(kept);
    if (tokens !== undefined) await storeTokens(kept.page, tokens);
    return kept.page;
  }

  /** Takes back all pages opened since the last call, and resets them. */
  async takeBack(): Promise<void> {
    for (const page of this.#apart.splice(0)) await page.context().close();
    for (const kept of this.#taken.splice(0)) {
      const { page } = kept;
      const context = page.context();
      await context.setOffline(false);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
      await page.goto(EMPTY);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await context.clearCookies();
      await page.setViewportSize(kept.viewport);
      this.#idle.push(kept);
    }
  }
}
