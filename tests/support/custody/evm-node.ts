/** A real EVM node (hardhat) in its own process on a free port, which mines only on request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export const EVM_CHAIN_ID = 31_337;
/** The mnemonic of the node's funded accounts. */
export const RICH_MNEMONIC = 'test test test test test test test test test test test junk';

export interface EvmNode {
  readonly url: string;
  /** Makes the process hang: it accepts connections and answers none. */
  freeze(isFrozen: boolean): void;
  /** Stops the node and loses its chain, which was in memory. */
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
