/** Settings with which a server measures its own process, and the questions to it. */
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** Since the last question. Memory is that after a collection. */
export interface ProcessFigures {
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Resident memory. */
  readonly rssMb: number;
  /** Memory of objects and buffers. */
  readonly usedMb: number;
}

/**
 * Variables of a measured process.
 * @param dataDir of its server; the socket of the probe lies in it.
 * @param preloaded further files of this folder that the process loads first.
 */
export const measuredNode = (
  dataDir: string,
  ...preloaded: string[]
): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: ['process-probe.ts', ...preloaded]
    .map((file) => `--import ${pathToFileURL(path.join(import.meta.dirname, file)).href}`)
    .join(' '),
  BENCH_PROBE: socketOf(dataDir),
});

export async function askProcess(dataDir: string): Promise<ProcessFigures> {
  return JSON.parse(await text(connect(socketOf(dataDir)))) as ProcessFigures;
}

const socketOf = (dataDir: string): string => path.join(dataDir, 'probe.sock');
