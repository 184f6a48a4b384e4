/**
 * Finds and starts a Chromium: `CHROME_PATH`, one installed on the system, Playwright's own, else the
 * one inside the `@sparticuz/chromium` package, so that `npm ci` alone is enough on Linux x64.
 */
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sharedMemoryBytes } from '../shared-memory.ts';

/** Flags for a closed network and for software rendering, which is equal on every machine. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Far more than all pages of a run share. */
const SHARED_BYTES_MIN = 2 ** 30;

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];

const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Starts a headless Chromium, a second time if the first ends at its start: a thread of it was seen to crash then.
 * `options.args` are added to ours. @throws Error if none is found.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const all = { ...options, ...(await chromiumOptions(options)) };
  return await chromium.launch(all).catch(() => chromium.launch(all));
}

async function chromiumOptions({ executablePath, args = [] }: LaunchOptions) {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: executablePath ?? (await findChromium()),
    // Playwright lets pages share memory through files of the temporary folder, for containers with 64 MB of it.
    ignoreDefaultArgs: sharedMemoryBytes() >= SHARED_BYTES_MIN ? ['--disable-dev-shm-usage'] : [],
    args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : []), ...args],
  };
}

/** Path of the browser that {@link launchBrowser} starts. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names no file: ${named}`);
  }
  const found = [...onPath(), ...FIXED_PLACES, chromium.executablePath()].find(
    (candidate) => candidate !== '' && existsSync(candidate),
  );
  return found ?? (await unpackChromium());
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
}

async function unpackChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no Chromium found: install one or set CHROME_PATH to its path');
  }
  // The package reads it on import; without it, it does not unpack the libraries it needs.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return await packed.executablePath();
}
