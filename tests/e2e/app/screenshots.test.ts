/** `npm run screenshots` takes usable pictures of the built product, and finds texts that do not fit. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';
import { ROOT } from '../../support/documented-examples.ts';
import { SCREENS } from '../../support/pages/screens.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

/** Offsets of width and height in every PNG. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

const screenshots = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/screenshots.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...QUICK_NODE },
  });

test('a named picture is taken, and no other', () => {
  const out = folders.make();
  const { status, stdout, stderr } = screenshots('recharge-light-390', '--out', out);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe('recharge-light-390.png\n');
  expect(readdirSync(out)).toEqual(['recharge-light-390.png']);
  const png = readFileSync(path.join(out, 'recharge-light-390.png'));
  expect([png.readUInt32BE(WIDTH_AT), png.readUInt32BE(HEIGHT_AT)]).toEqual([390, 844]);
  // An empty page takes a tenth of this.
  expect(png.length).toBeGreaterThan(15_000);
});

test('an unknown picture name is refused, with the existing ones', () => {
  const { status, stderr } = screenshots('home');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^No picture is called home\. There are: home-dark-390, /);
});

test('an unknown gallery language is refused, with the existing ones', () => {
  const { status, stderr } = screenshots('all', 'de');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Name the language: .*de-DE/);
});

/** Folder of the letters of the browser that npm brings, equal on every machine. */
const OWN_FONTS = path.join(tmpdir(), 'fonts');

test(
  'the gallery of German has each screen of a viewer, and no text of any screen overflows at twice the size',
  // More than seventy screens, one after the other.
  { timeout: 600_000 },
  async () => {
    const out = folders.make();
    const fonts = existsSync(OWN_FONTS) ? { FONTCONFIG_PATH: OWN_FONTS } : {};
    // A picture costs more than the check of its screen.
    const words = ['scripts/screenshots.ts', 'all', 'de-DE', '--viewer', 'nobody', '--out', out];
    const env = { ...process.env, ...QUICK_NODE, ...fonts };
    // It rejects with the texts that do not fit.
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT, env });
    expect(Number(/^(\d+) screens checked/m.exec(stdout)?.[1])).toBeGreaterThan(70);
    expect(readdirSync(out)).toHaveLength(SCREENS.nobody.length);
  },
);
