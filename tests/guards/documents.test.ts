/** The guard of documents: links, files and commands exist. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  checkFoldersNamed,
  checkHolders,
  checkLinks,
  checkPaths,
  checkReadmes,
  checkScripts,
  checkSpecNotes,
} from './rules/documents.ts';
import { lines } from './support/finding.ts';
import { readJson, readTree, ROOT } from './support/tree.ts';

const documents = readTree().filter(({ path }) => path.endsWith('.md'));
const scripts = Object.keys(
  readJson('package.json', z.object({ scripts: z.record(z.string(), z.string()) })).scripts,
);
const documentOf = (text: string) => [{ path: 'docs/a.md', text }];

const exists = (path: string) => existsSync(join(ROOT, path));

test('every relative link of a document leads to a file or folder', () => {
  expect(lines(checkLinks(documents, exists))).toEqual([]);
});

test('every project file that a document names exists', () => {
  expect(lines(checkPaths(documents, exists))).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const ours = documents.filter(({ path }) => !path.startsWith('bench/'));

  expect(lines(checkScripts(ours, scripts))).toEqual([]);
});

test('the README of a folder fits one screen', () => {
  expect(lines(checkReadmes(documents))).toEqual([]);
});

test('the README of a folder names the folders in it', () => {
  expect(lines(checkFoldersNamed(readTree()))).toEqual([]);
});

test('every difference from the specification names its place', () => {
  const notes = documents.filter(({ path }) => path === 'docs/SPEC-NOTES.md');

  expect(notes).toHaveLength(1);
  expect(lines(notes.flatMap(checkSpecNotes))).toEqual([]);
});

test('every decision names the code that holds it', () => {
  const decisions = documents.filter(({ path }) => path.startsWith('docs/adr/'));

  expect(decisions.length).toBeGreaterThan(40);
  expect(lines(checkHolders(decisions))).toEqual([]);
});

describe('a planted fault is found', () => {
  test('a dead link, but no address, anchor, or link in code', () => {
    const text = 'x\n[b](b.md) [c](https://c.example) [d](#d) `[e](e.md)` ![f](../f.png)';
    const found = checkLinks(documentOf(text), (path) => path === 'f.png');

    expect(lines(found)).toEqual(['docs/a.md:2 the link to b.md leads nowhere']);
  });

  test('a file that is gone, but not a pattern', () => {
    const found = checkPaths(
      documentOf('`src/old.ts` `src/*.ts` `src/<area>/x.ts` `old.ts`'),
      () => false,
    );

    expect(lines(found)).toEqual(['docs/a.md:1 there is no src/old.ts']);
  });

  test('a script that does not exist, but not a command of npm', () => {
    const found = checkScripts(documentOf('`npm run fly`, `npm start`, `npm ci`'), ['start']);

    expect(lines(found)).toEqual(['docs/a.md:1 package.json has no script "fly"']);
  });

  test('a difference from the specification without a place', () => {
    const text = '# Title\n\n- **A.** B.\n- **C.** D (`src/a.ts`).\n- E ([ADR 1](adr/a.md)).';

    expect(lines(checkSpecNotes({ path: 'docs/SPEC-NOTES.md', text }))).toEqual([
      'docs/SPEC-NOTES.md:3 the line names no file and no decision',
    ]);
  });

  test('a folder that its README does not name', () => {
    const found = checkFoldersNamed([
      { path: 'server/README.md', text: '`engine/`' },
      { path: 'server/engine/README.md', text: 'The `matching/` of a book.' },
      { path: 'server/engine/matching/a.ts', text: '' },
      { path: 'server/engine/lever/a.ts', text: '' },
    ]);

    expect(lines(found)).toEqual(['server/engine/README.md:1 name lever and say what it owns']);
  });

  test('a decision that names no code', () => {
    const named = '# 1. A\n\nHeld by: `server/a.ts`.\n\nStatus: accepted.\n';

    expect(checkHolders(documentOf(named))).toEqual([]);
    expect(lines(checkHolders(documentOf('# 1. A\n\nStatus: accepted.\n')))).toEqual([
      expect.stringContaining('docs/a.md:3 write "Held by:'),
    ]);
  });

  test('a folder page that is too long', () => {
    const readme = { path: 'qa/README.md', text: 'line\n'.repeat(61) };

    expect(lines(checkReadmes([readme]))).toEqual([expect.stringContaining('61 lines')]);
  });
});
