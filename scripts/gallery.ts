/** The gallery of a language: a picture of each screen on a small phone, with letters twice as large. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Locale } from '../contract/languages.ts';
import { PHONE_SMALL } from '../tests/support/pages/app-page.ts';
import { cutTexts } from '../tests/support/pages/cut-texts.ts';
import { screensInLargeText } from '../tests/support/pages/screens-in-large-text.ts';
import type { TestServer } from '../tests/support/servers/test-server.ts';

/** Longer screens are cut off in the picture, not on the screen. */
const HEIGHT_PX_MAX = 6_000;

interface Gallery {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly locale: Locale;
  /** Folder of the pictures. */
  readonly out: string;
  /** Takes pictures of the screens of this viewer only; the texts of all are checked. */
  readonly viewer?: string | undefined;
}

/** Letters of all scripts, where a system has them; the browser that npm brings has those of a few. */
const SYSTEM_FONTS = '/usr/share/fonts';
if (existsSync(SYSTEM_FONTS) && readdirSync(SYSTEM_FONTS).length > 0)
  process.env['FONTCONFIG_PATH'] ??= '/etc/fonts';

/** Takes the pictures. @returns the texts that do not fit, each with its screen. */
export async function takeGallery(gallery: Gallery): Promise<string[]> {
  const { browser, server, locale, out, viewer } = gallery;
  mkdirSync(out, { recursive: true });
  const faults: string[] = [];
  let count = 0;
  let taken = 0;
  for await (const { name, page } of screensInLargeText({ browser, server, locale })) {
    const cut = await cutTexts(page);
    if (cut.length > 0) faults.push(`${name}: ${cut.join(' | ')}`);
    count += 1;
    if (viewer !== undefined && !name.startsWith(`${viewer} `)) continue;
    taken += 1;
    const file = `${String(count).padStart(2, '0')} ${name}`.replaceAll(/[^\w-]+/g, '-');
    await showWhole(page);
    await page.screenshot({ path: path.join(out, `${file}.png`) });
    await page.setViewportSize(PHONE_SMALL);
  }
  console.log(`${count} screens checked, ${taken} pictures in ${out}`);
  return faults;
}

/** Makes the window as tall as its content. */
async function showWhole(page: Page): Promise<void> {
  const hiddenPx = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main')].map(({ parentElement }) =>
        parentElement === null ? 0 : parentElement.scrollHeight - parentElement.clientHeight,
      ),
    ),
  );
  const height = Math.min(HEIGHT_PX_MAX, PHONE_SMALL.height + Math.max(0, hiddenPx));
  await page.setViewportSize({ ...PHONE_SMALL, height });
}
