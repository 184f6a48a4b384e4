/** The cost of a new kind of record: an imaginary one is entered in a copy of the sources, which is then compiled. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOMY_COMPILER } from '../../../scripts/roomy-compiler.ts';
import { cloneInto } from '../../support/fresh-clone.ts';
import {
  addUnhandledAction,
  enterImaginaryKind,
  TOUCHED_FILES,
} from '../../support/imaginary-kind.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** All projects that run; the tests of a kind are not counted. */
const PROJECTS = ['contract', 'machines/domain', 'machines/app', 'streams', 'src', 'server', 'qa'];
/** The compiler's cache, so that only changes are compiled. */
const TYPES = '.cache/types';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meridian-kind-'));
  cloneInto(folder);
  if (existsSync(path.join(ROOT, TYPES)))
    cpSync(path.join(ROOT, TYPES), path.join(folder, TYPES), {
      recursive: true,
      // The sources next to it are newer, so changes since then are compiled.
      preserveTimestamps: true,
    });
  enterImaginaryKind(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(folder, script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...ROOMY_COMPILER },
  });
test('a new kind of record touches at most the twelve files that ARCHITECTURE names', () => {
  const text = readFileSync(path.join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = text.split('## How to add a record kind\n');
  const [table = ''] = section.split('\n## ');
  const named = [...table.matchAll(/^\| \d+ \| `([^`]+)` \|/gm)].map(([, file]) => file);
  const imaginary = named.map((file) =>
    String(file).replaceAll('<area>', 'wallet').replaceAll('<kind>', 'coupon'),
  );
  expect(imaginary.toSorted()).toEqual(TOUCHED_FILES);
  expect(TOUCHED_FILES.length).toBeLessThanOrEqual(12);
});

test('the new kind compiles with those files, and an unhandled action does not compile', () => {
  // Both at once, because each run of the compiler looks at most of the sources.
  addUnhandledAction(folder);
  const { status, stdout } = run('node_modules/typescript/bin/tsc', [
    '-b',
    // Several threads would look at the same types several times.
    '--singleThreaded',
    '--pretty',
    'false',
    ...PROJECTS,
  ]);
  expect(status).not.toBe(0);
  const errors = stdout.split('\n').filter((line) => /^\S.* error TS\d+: /.test(line));
  expect(errors).toEqual([expect.stringContaining('server/areas/wallet/coupon-steps.ts')]);
  expect(stdout).toContain("'printCoupon'");
}, 400_000);

test('the events of the new kind are sent and documented', () => {
  const docs = run('qa/main.ts', ['docs']);
  expect(docs.stderr).toBe('');
  const channels = readFileSync(path.join(folder, 'docs/generated/channels.md'), 'utf8');
  expect(channels).toContain('| `coupon` | `{ id, state, revision }` |');
  expect(existsSync(path.join(folder, 'docs/generated/machines/coupon.md'))).toBe(true);
}, 400_000);
