/** A start rebuilds the apps when a source has changed, so it must know all sources. */
import { expect, test } from 'vitest';
import { SOURCES } from '../../scripts/build-apps.ts';
import { readSources } from './support/tree.ts';

const isSource = (path: string): boolean =>
  SOURCES.some((source) => path === source || path.startsWith(`${source}/`));

test('every import of a build source is a source itself', () => {
  const missing = readSources()
    .filter(({ path }) => isSource(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ file, isTypeOnly }) =>
        file === null || isTypeOnly || isSource(file) ? [] : [`${path} imports ${file}`],
      ),
    );
  expect(missing).toEqual([]);
});

test('every page and every definition of a build is a source', () => {
  const known = ['index.html', 'operator.html', 'vite.config.ts', 'vite.operator.config.ts'];
  expect(known.filter((path) => !isSource(path))).toEqual([]);
});
