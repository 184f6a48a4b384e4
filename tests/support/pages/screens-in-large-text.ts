/** All screens of the app and the console on a small phone, with letters twice as large. */
import type { Browser, Page } from 'playwright-core';
import type { Locale } from '../../../contract/languages.ts';
import { openApp, PHONE_SMALL } from './app-page.ts';
import { storeOperator } from '../operator/console-page.ts';
import { doubleTextSize, hasLargeText } from './cut-texts.ts';
import { documents } from '../desk/documents.ts';
import { textsOf } from './failed-pages.ts';
import { dataOf } from '../users/accounts.ts';
import { signInOperator } from '../operator/operators.ts';
import { demoTokens } from './product.ts';
import { addRecords, SCREENS, type Viewer } from './screens.ts';
import type { TestServer } from '../servers/test-server.ts';
import { visit, visitScreen } from './visit.ts';

/** A screen that shows all of its data. */
interface ShownScreen {
  /** The viewer or `console`, and the address. */
  readonly name: string;
  readonly page: Page;
}

interface Look {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly locale: Locale;
  readonly theme?: 'dark' | 'light';
}

/** Makes one record of each kind, then shows screen after screen; a screen stays until the next is asked for. */
export async function* screensInLargeText(look: Look): AsyncGenerator<ShownScreen> {
  const { server } = look;
  const records = await addRecords(server);
  for (const viewer of ['nobody', 'newcomer', 'trader', 'merchant', 'agent'] as const) {
    const addresses = [...SCREENS[viewer], ...(viewer === 'trader' ? records : [])];
    yield* screensOf(look, viewer, addresses);
    if (viewer === 'newcomer') yield* screensOfReview(look);
  }
  yield* screensOfConsole(look);
}

async function* screensOf(
  look: Look,
  viewer: Viewer,
  addresses: readonly string[],
): AsyncGenerator<ShownScreen> {
  const tokens = viewer === 'nobody' ? {} : { tokens: await demoTokens(look.server, viewer) };
  const page = await openLarge(look, look.server.origin, tokens);
  for (const address of addresses) {
    await visitScreen(page, address);
    await settle(page).catch(async (cause: unknown) => {
      throw new Error(await textsOf([page]), { cause });
    });
    yield { name: `${viewer} ${address}`, page };
  }
  await page.context().close();
}

/** Submits the documents of the newcomer. */
async function* screensOfReview(look: Look): AsyncGenerator<ShownScreen> {
  const { accessToken: token } = await demoTokens(look.server, 'newcomer');
  dataOf(await look.server.call('submitVerification', await documents(look.server), { token }));
  yield* screensOf(look, 'newcomer', ['/user-review']);
}

/** All sections, and the first record of those that list records. */
async function* screensOfConsole(look: Look): AsyncGenerator<ShownScreen> {
  const { token } = await signInOperator(look.server);
  const page = await openLarge(look, look.server.operatorOrigin);
  await storeOperator(page, token);
  await page.goto('/');
  const links = page.locator('nav a[href^="/"]');
  await links.first().waitFor({ state: 'attached' });
  const sections = new Set(
    await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? '/')),
  );
  for (const section of sections) {
    await visit(page, section);
    await page
      .locator(`nav a[href="${section}"][aria-current=page]`)
      .waitFor({ state: 'attached' });
    await settle(page);
    yield { name: `console ${section}`, page };
    const record = page.locator('main a[href*="id="]').first();
    if ((await record.count()) === 0) continue;
    const address = (await record.getAttribute('href')) ?? section;
    await record.click();
    await page.waitForURL(`**${address}`);
    // The way back to the list, which a phone does not show then.
    await page.locator('main').locator('xpath=../..').locator('header button').waitFor();
    await settle(page);
    yield { name: `console ${address}`, page };
  }
  await page.context().close();
}

async function openLarge(
  { browser, locale, theme = 'light' }: Look,
  origin: string,
  options: Parameters<typeof openApp>[2] = {},
): Promise<Page> {
  const page = await openApp(browser, origin, { ...options, viewport: PHONE_SMALL, locale, theme });
  await doubleTextSize(page);
  return page;
}

/** Waits until the screen has its data, and letters twice as large. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.shimmer') === null && document.getAnimations().length === 0,
  );
  if (!(await hasLargeText(page))) throw new Error(`${page.url()} has small letters`);
}
