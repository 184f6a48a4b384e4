/** The setup of the browser tests: the built app must exist, and a browser must be unpacked before its workers start theirs. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './browser.ts';

export async function setup(): Promise<void> {
  const built = path.join(import.meta.dirname, '../../../dist/client/index.html');
  if (!existsSync(built)) throw new Error('Browser tests run against the built app: npm run build');
  await findChromium();
}
