/** Opens the built app in a context of its own: size, theme, language, and who is signed in. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Locale } from '../../contract/languages.ts';
import type { Tokens } from '../../contract/identity/identity.ts';

export const PHONE_SMALL = { width: 360, height: 740 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 800 };

export interface AppOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: 'dark' | 'light';
  /** Language of the browser; the app derives its own from it. */
  readonly locale?: Locale;
  /** Signed in with these tokens; absent: signed out. */
  readonly tokens?: Tokens;
  /** The installed app's worker; off unless a test is about it. */
  readonly serviceWorkers?: 'allow' | 'block';
  /** Of a file that keeps its pages: false for one whose clock, scripts or socket the test changes. */
  readonly isKept?: false;
}

/** Connects to the browser that `browser-setup.ts` started. */
export async function connectBrowser(): Promise<Browser> {
  return await chromium.connect(inject('browserEndpoint'));
}

/** A page on `origin` that has loaded nothing yet. Its context holds whatever the test does. */
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

/** As if this browser had signed in before. */
export async function storeTokens(page: Page, tokens: Tokens): Promise<void> {
  // A document of the same origin that runs none of the app.
  await page.goto('/limits.json');
  await page.evaluate(
    (stored) =>
      localStorage.setItem('meridian.session', JSON.stringify({ tokens: stored, user: null })),
    tokens,
  );
}
