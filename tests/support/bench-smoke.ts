/** Runs benches for seconds in their own processes, as `npm run bench -- <name> --smoke` does. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { QUICK_NODE } from '../../scripts/quick-node.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const BENCHES = path.join(ROOT, 'bench');
const run = promisify(execFile);

/** Benches that measure the built app in a browser. */
const IN_BROWSER = new Set(['candles', 'depth', 'lighthouse', 'market-list', 'micro-page']);

const all = readdirSync(BENCHES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(path.join(BENCHES, entry.name, 'run.ts')))
  .map(({ name }) => name);

/** All benches except {@link browserBenches}; a new bench is included. */
export const serverBenches: readonly string[] = all.filter((name) => !IN_BROWSER.has(name));
export const browserBenches: readonly string[] = all.filter((name) => IN_BROWSER.has(name));

/** True if the bench sends requests over HTTP and waits until they are durable. */
export const isEndToEnd = (name: string): boolean =>
  existsSync(path.join(BENCHES, name, 'client.ts'));

/**
 * @param signal of the test: a bench that outlives its test would slow down all others.
 * @returns its output. @throws Error with the output if the bench fails.
 */
export async function smoke(name: string, signal: AbortSignal): Promise<string> {
  const env = { ...process.env, ...QUICK_NODE };
  const args = ['bench/run.ts', name, '--smoke'];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env, signal });
  return stdout;
}
