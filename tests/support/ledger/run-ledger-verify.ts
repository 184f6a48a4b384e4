/** `npm run ledger:verify` on a data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export async function runLedgerVerify(
  dataDir: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['scripts/ledger-verify.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, ...QUICK_NODE, DATA_DIR: dataDir, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
