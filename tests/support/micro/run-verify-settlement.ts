/** Runs `npm run verify:settlement` with files, as a user does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';

const ROOT = new URL('../../..', import.meta.url);

export async function runVerifySettlement(paths: readonly string[]) {
  const script = spawn(process.execPath, ['scripts/verify-settlement.ts', ...paths], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_NODE },
  });
  const [output, errors, [code]] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, 'close') as Promise<[number]>,
  ]);
  return { code, output, errors };
}
