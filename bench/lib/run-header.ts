/** The header of a run: its commit, the machine, and other load. Figures cannot be compared without it. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { isSmoke } from './mode.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** @returns one line: `orders at 4cb5083 with changes, 2026-11-23T10:00Z, Node 24.21.0, 2 cores, load 0.4`. */
export function runHeader(name: string): string {
  const parts = [
    `${name} at ${commit()}`,
    new Date().toISOString().replace(/:\d\d\.\d+Z$/, 'Z'),
    `Node ${process.versions.node}`,
    `${availableParallelism()} cores`,
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ];
  const smoke = isSmoke ? '; a smoke run: its figures mean nothing' : '';
  return parts.join(', ') + smoke;
}

/** Works outside a clone too, as in an unpacked archive. */
function commit(): string {
  try {
    const hash = git('rev-parse', '--short', 'HEAD');
    return git('status', '--porcelain') === '' ? hash : `${hash} with changes`;
  } catch {
    return 'an unknown commit';
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}
