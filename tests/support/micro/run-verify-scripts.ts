/** Runs the scripts that check the exchange, as a user does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';

const ROOT = new URL('../../..', import.meta.url);

async function runScript(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_NODE },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, output, errors };
}

/** Runs `npm run verify:settlement` with files. */
export const runVerifySettlement = (paths: readonly string[]) =>
  runScript('scripts/verify-settlement.ts', paths);

/** Runs `npm run verify:refusal`. @param proof text and signature in one line, as the app copies them. */
export const runVerifyRefusal = (origin: string, proof: string) =>
  runScript('scripts/verify-refusal.ts', [origin, proof]);
