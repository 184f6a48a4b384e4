/** `npm run qa` as a process: output, files, exit codes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WALKS_DEFAULT } from '../../qa/commands/paths.ts';
import { QUICK_NODE } from '../../scripts/quick-node.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'meridian-qa-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Milliseconds after which a hanging run is killed; its status is null then. */
const RUN_MAX_MS = 80_000;
const qa = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['qa/main.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_NODE },
    encoding: 'utf8',
    timeout: RUN_MAX_MS,
    killSignal: 'SIGKILL',
  });

describe('npm run qa', () => {
  test('lists the machines, all transitions covered', () => {
    const { status, stdout } = qa('list');

    expect(status).toBe(0);
    expect(stdout).toMatch(/^session +transitions (\d+) of \1, states (\d+) of \2$/m);
    expect(stdout).toMatch(/^socket-connection +transitions (\d+) of \1, states (\d+) of \2$/m);
  });

  test('writes a test plan to a file, in a folder that it makes', () => {
    const file = join(folder, 'not', 'there', 'session.feature');
    const { status, stdout, stderr } = qa('paths', 'session', '--format', 'gherkin', '--out', file);

    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^Feature: Session\n/);
  });

  test('ends with simple paths of a machine that has very many, and says how many it left out', () => {
    const file = join(folder, 'simple.txt');
    const { status, stderr } = qa('paths', 'fiat-order', '--simple', '--out', file);

    expect(status).toBe(0);
    const [, shown, most] =
      /^fiat-order: (\d+) walks of up to \d+ steps, instead of (\d+)/.exec(stderr) ?? [];
    expect(Number(most)).toBeGreaterThan(10_000);
    expect(Number(shown)).toBeLessThanOrEqual(WALKS_DEFAULT);
    expect(readFileSync(file, 'utf8')).toMatch(
      new RegExp(`^fiat-order: ${shown} paths \\(simple\\), `),
    );
  });

  test('ends with 2 and one clear line for an unknown machine', () => {
    const { status, stderr } = qa('paths', 'toaster');

    expect(status).toBe(2);
    expect(stderr).toMatch(/^unknown machine "toaster"; known machines: session, /);
  });
});
