/** The guard of dependencies: pinned, used, with a reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkLock, checkPackages } from './rules/packages.ts';
import { planted } from './support/planted.ts';
import { readJson, readSources, ROOT } from './support/tree.ts';

const versions = z.record(z.string(), z.string());
const manifest = readJson(
  'package.json',
  z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions }),
);
const architecture = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
const reasons = /\n## Dependencies\n([\s\S]*?)(?=\n## |$)/.exec(architecture)?.[1] ?? '';
const sources = readSources().filter(({ path }) => !path.startsWith('bench/'));

test('every dependency is pinned, used and has a reason in docs/ARCHITECTURE.md', () => {
  expect(checkPackages(manifest, sources, reasons)).toEqual([]);
});

test('the lock file names no registry and leaves no platform out', () => {
  const entry = z.object({
    resolved: z.string().optional(),
    link: z.boolean().optional(),
    optionalDependencies: versions.optional(),
  });
  const lock = readJson('package-lock.json', z.object({ packages: z.record(z.string(), entry) }));

  expect(checkLock(lock)).toEqual([]);
});

describe('a planted fault is found', () => {
  const code = planted({ 'src/a.ts': "import { b } from 'used';" });
  const because = '| `used` | for b |\n| `plugin` | not imported: the build finds it |\n';

  test.each([
    [{ used: '^1.2.3', plugin: '1.0.0' }, 'used: pin the exact version instead of "^1.2.3"'],
    [{ used: '1.2.3', plugin: '1.0.0', c: '1.0.0' }, 'c: say in docs/ARCHITECTURE.md'],
    [{ used: '1.2.3' }, 'plugin: named in docs/ARCHITECTURE.md, but package.json does not'],
  ])('%j', (dependencies, message) => {
    expect(checkPackages({ dependencies }, code, because)).toContainEqual(
      expect.stringContaining(message),
    );
  });

  test('a package that nothing imports', () => {
    const dependencies = { used: '1.2.3', plugin: '1.0.0' };

    expect(checkPackages({ dependencies }, code, because)).toEqual([]);
    expect(checkPackages({ dependencies }, [], because)).toEqual([
      expect.stringContaining('used: nothing imports it'),
    ]);
  });

  test('a registry in the lock file, and a platform that is missing from it', () => {
    const packages = {
      'node_modules/a': {
        resolved: 'https://registry.example/a.tgz',
        optionalDependencies: { 'a-linux': '1.0.0', '@a/darwin': '1.0.0' },
      },
      'node_modules/a-linux': {},
    };

    expect(checkLock({ packages })).toEqual([
      expect.stringContaining('the registry registry.example'),
      expect.stringContaining('leaves out the optional @a/darwin'),
    ]);
  });
});
