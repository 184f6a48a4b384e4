/**
 * `npm run screenshots [-- name …] [--out folder]`: takes the screenshots of the README, or the
 * named ones, from the running product on its own exchange. They replace those in docs/screenshots.
 * `npm run screenshots -- all <locale> [--viewer name]`: takes a picture of every screen in that
 * language, or of those of one viewer, with letters twice as large, into gallery/<locale>. It checks
 * the texts of every screen. Exit code 1: a text does not fit its place; 2: an unknown name or locale.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES } from '../contract/languages.ts';
import { launchBrowser } from '../tests/support/pages/browser.ts';
import { startTestServer } from '../tests/support/servers/test-server.ts';
import { takeGallery } from './gallery.ts';
import { PICTURE_NAMES, takePictures } from './readme-pictures.ts';

const ROOT = path.join(import.meta.dirname, '..');

const { values, positionals: named } = parseArgs({
  options: { out: { type: 'string' }, viewer: { type: 'string' } },
  allowPositionals: true,
});
const isGallery = named[0] === 'all';
const locale = LOCALES.find((known) => known === named[1]);
const unknown = isGallery ? [] : named.filter((name) => !PICTURE_NAMES.includes(name));
if (isGallery && locale === undefined) {
  console.error(`Name the language: ${LOCALES.join(', ')}`);
  process.exit(2);
}
if (unknown.length > 0) {
  console.error(
    `No picture is called ${unknown.join(', ')}. There are: ${PICTURE_NAMES.join(', ')}`,
  );
  process.exit(2);
}

const server = await startTestServer({ env: { INDEX_LOG: 'on' } });
const browser = await launchBrowser();
try {
  if (locale === undefined) {
    const out = values.out ?? path.join(ROOT, 'docs/screenshots');
    await takePictures({ browser, out }, server, named.length > 0 ? named : PICTURE_NAMES);
  } else {
    const out = values.out ?? path.join(ROOT, 'gallery', locale);
    const faults = await takeGallery({ browser, server, locale, out, viewer: values.viewer });
    for (const fault of faults) console.error(`Does not fit: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
