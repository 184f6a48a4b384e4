/** Opens the built app in its own context: size, theme, language, session. */
import type { Browser, Page } from 'playwright-core';
import type { Locale } from '../../../contract/languages.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { launchBrowser } from './browser.ts';

export const PHONE_SMALL = { width: 360, height: 740 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 800 };

export interface AppOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: 'dark' | 'light';
  /** Language of the browser, from which the app derives its own. */
  readonly locale?: Locale;
  /** The session's tokens; absent when signed out. */
  readonly tokens?: Tokens;
  /** True for the worker of the installed app; off by default. */
  readonly serviceWorkers?: 'allow' | 'block';
  /**
   * False if the test changes clock, scripts or network so that the page cannot be reused. `context` if it changes the
   * socket alone: the context, which knows the scripts of the app, is then reused, and the page is not.
   */
  readonly isKept?: false | 'context';
}

/**
 * A page of a test lives for seconds: to optimize its code takes longer than that code runs, and a heap that begins small
 * is collected while the app loads. A process for the GPU that is absent costs messages alone.
 */
const SHORT_LIVED = [
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=8 --initial-old-space-size=128',
  '--in-process-gpu',
];
let ofWorker: Promise<Browser> | undefined;

/**
 * The browser of this worker, which ends with it. Its files share it, so that each closes its contexts. One browser
 * for all workers would need a process in between, which forwards each message.
 */
export const workerBrowser = (): Promise<Browser> =>
  (ofWorker ??= launchBrowser({ args: SHORT_LIVED }));

/** A page on `origin` that has loaded nothing yet, in its own context. */
export async function openApp(
  browser: Browser,
  origin: string,
  options: AppOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: options.viewport ?? PHONE,
    hasTouch: (options.viewport ?? PHONE).width < 768,
    colorScheme: options.theme ?? 'dark',
    locale: options.locale ?? 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: options.serviceWorkers ?? 'block',
  });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  if (options.tokens !== undefined) await storeTokens(page, options.tokens);
  return page;
}

/** Stores the session as if this browser had signed in before. */
export async function storeTokens(page: Page, tokens: Tokens): Promise<void> {
  // A document of the same origin that runs no app code. An emptied page already shows one.
  if (page.url() === 'about:blank') await page.goto('/limits.json');
  await page.evaluate(
    (stored) =>
      localStorage.setItem('meridian.session', JSON.stringify({ tokens: stored, user: null })),
    tokens,
  );
}
