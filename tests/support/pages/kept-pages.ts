/**
 * Pages that pass from one test of a worker to the next and are emptied in between. A browser starts a process,
 * then reads, compiles and warms up the app for each new context, which is most of the cost of a short test. A
 * test with lasting changes to a page (its clock, scripts, a routed socket) opens one with `isKept`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { endCallRoutes } from './call-routes.ts';
import { openApp, PHONE, storeTokens, type AppOptions } from './app-page.ts';

/** A document of the app and the console that runs no code of either. */
const EMPTY = '/theme.js';
/** An idle page takes the memory of a process. */
const IDLE_MAX = 6;

interface KeptPage {
  /** Settings that the page's context cannot change. */
  readonly look: string;
  readonly page: Page;
  /** True if its file uses it over several tests. */
  readonly isOfFile: boolean;
}

/** How a page is opened. */
export interface Wanted extends AppOptions {
  /** True for a page that stays as it is until the end of the file. */
  readonly isOfFile?: boolean;
}

export class KeptPages {
  /** The least recently used first. */
  readonly #idle: KeptPage[] = [];
  #taken: KeptPage[] = [];
  readonly #apart: Page[] = [];

  /** Like `openApp`. */
  async open(browser: Browser, origin: string, wanted: Wanted): Promise<Page> {
    if (wanted.isKept === false) {
      const page = await openApp(browser, origin, wanted);
      this.#apart.push(page);
      return page;
    }
    const { tokens, viewport = PHONE, theme = 'dark', isOfFile = false, ...rest } = wanted;
    const hasTouch = viewport.width < 768;
    const { locale = 'en-US', serviceWorkers = 'block' } = rest;
    const look = JSON.stringify([origin, hasTouch, locale, serviceWorkers]);
    const known = this.#idle.findLastIndex((kept) => kept.look === look);
    const page =
      this.#idle.splice(known, known < 0 ? 0 : 1)[0]?.page ??
      (await openApp(browser, origin, { ...rest, viewport, theme }));
    this.#taken.push({ look, page, isOfFile });
    if (known >= 0) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
    }
    if (tokens !== undefined) await storeTokens(page, tokens);
    if (wanted.isKept !== 'context') return page;
    const other = await page.context().newPage();
    await other.setViewportSize(viewport);
    await other.emulateMedia({ colorScheme: theme });
    return other;
  }

  /** True for the context of a page that is kept, idle or in use. */
  has(context: BrowserContext): boolean {
    return [...this.#idle, ...this.#taken].some(({ page }) => page.context() === context);
  }

  /** Takes back and resets the pages of the last test, or all at the end of a file. */
  async takeBack(until: 'test' | 'file'): Promise<void> {
    for (const page of this.#apart.splice(0)) await page.context().close();
    const back = this.#taken.filter(({ isOfFile }) => until === 'file' || !isOfFile);
    this.#taken = this.#taken.filter((kept) => !back.includes(kept));
    for (const kept of back) {
      await reset(kept.page);
      this.#idle.push(kept);
    }
    const surplus = this.#idle.splice(0, Math.max(0, this.#idle.length - IDLE_MAX));
    for (const { page } of surplus) await page.context().close();
  }
}

async function reset(page: Page): Promise<void> {
  const context = page.context();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await endCallRoutes(page);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
  await emptyPage(page);
  await context.clearCookies();
  await context.clearPermissions();
}

/** Leaves the app, and clears what it has stored on the page. */
export async function emptyPage(page: Page): Promise<void> {
  // A navigation of the app that is under way cuts the first one.
  await page.goto(EMPTY).catch(() => page.goto(EMPTY));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
