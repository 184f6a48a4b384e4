import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'meridian-qa-'));
afterAll(() => rmSync(folder, { recursive: true }));

const qa = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['qa/main.ts', ...args], { cwd: ROOT, encoding: 'utf8' });

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

  test('ends with 2 and one clear line for an unknown machine', () => {
    const { status, stderr } = qa('paths', 'toaster');

    expect(status).toBe(2);
    expect(stderr).toMatch(/^unknown machine "toaster"; known machines: session, /);
  });
});
