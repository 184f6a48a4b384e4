/** A real EVM node (hardhat) as a process of its own on a free port, mining only when told to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export const EVM_CHAIN_ID = 31_337;
/** Of the node's own rich accounts. */
export const RICH_MNEMONIC = 'test test test test test test test test test test test junk';

export interface EvmNode {
  readonly url: string;
  /** Makes the process hang as it is: connections are taken, nothing is answered. */
  freeze(isFrozen: boolean): void;
  /** Its chain is gone with it: it was in memory. */
  stop(): Promise<void>;
}

const SCRIPT = path.join(import.meta.dirname, 'evm-node-process.ts');

export async function startEvmNode(): Promise<EvmNode> {
  const folder = mkdtempSync(path.join(tmpdir(), 'meridian-evm-'));
  const child = spawn(process.execPath, [SCRIPT, folder], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /JSON-RPC server at (http:\/\/[\d.:]+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`the EVM node ended: ${output}`)));
  });
  return {
    url,
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        await closed;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
