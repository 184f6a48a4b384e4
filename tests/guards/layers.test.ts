/** The guard of allowed imports between folders. */
import { describe, expect, test } from 'vitest';
import { checkAreaNeeds, checkLayers } from './rules/layers.ts';
import { checkNeeds, checkUsedNeeds } from './rules/needs.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

test('every import follows the table of docs/ARCHITECTURE.md', () => {
  expect(lines(checkLayers(readSources()))).toEqual([]);
});

test('areas need no more areas than they import', () => {
  expect(lines(checkAreaNeeds(readSources()))).toEqual([]);
  expect(lines(checkAreaNeeds(planted({})))).toContainEqual(
    expect.stringContaining('take it off AREA_NEEDS'),
  );
});

test('areas of contract, machines and client import only the areas that they need', () => {
  expect(lines([...checkNeeds(readSources()), ...checkUsedNeeds(readSources())])).toEqual([]);
  expect(lines(checkUsedNeeds(planted({})))).toContain(
    'tests/guards/rules/needs.ts:1 src/app/spot/ does not import src/app/market/; remove the row',
  );
});

test.each([
  ['contract/spot/a.ts', "import { a } from '../wallet/a.ts';", 'contract/spot may not import'],
  ['machines/domain/spot/a.ts', "import type { A } from '../fiat/a.ts';", 'may not import'],
  ['machines/app/core/a.ts', "import { a } from '../spot/a.ts';", 'machines/app/core may not'],
  ['src/app/core/a.ts', "import type { A } from '../identity/a.ts';", 'src/app/core may not'],
  ['src/app/spot/a.ts', "import { a } from '../router/a.ts';", 'src/app/spot may not import'],
  ['src/app/core/a.ts', "import { a } from '../../../machines/app/spot/a.ts';", 'may not import'],
  [
    'src/views/spot/a.tsx',
    "import { a } from '../../app/fiat/use-a.ts';",
    'src/views/spot may not',
  ],
  ['src/console/hooks/a.ts', "import { a } from '../views/a.tsx';", 'src/console/hooks may not'],
])('an import between areas that is not needed is found: %s: %s', (path, text, message) => {
  expect(lines(checkNeeds(planted({ [path]: text })))).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['contract/spot/a.ts', "import { a } from '../schemas/a.ts';"],
  ['contract/spot/a.ts', "import { a } from '../limits.ts';"],
  ['src/app/spot/a.ts', "import { a } from '../core/a.ts';"],
  ['src/app/app.tsx', "import { a } from './router/a.tsx';"],
  ['src/views/spot/a.tsx', "import { a } from '../../app/spot/use-a.ts';"],
])('a needed one is not: %s: %s', (path, text) => {
  expect(checkNeeds(planted({ [path]: text }))).toEqual([]);
});

describe('a planted import is found', () => {
  test.each([
    ['contract/money/fee.ts', "import { z } from 'zod';", 'contract/money/ may not import "zod"'],
    ['contract/x.ts', "import { a } from '../server/a.ts';", 'move what both need into contract/'],
    ['contract/x.ts', "import { readFile } from 'node:fs';", 'contract/ may not import "node:fs"'],
    [
      'machines/domain/x.ts',
      "import { a } from '../app/a.ts';",
      'may not import machines/app/a.ts',
    ],
    ['machines/app/x.ts', "import { of } from 'rxjs';", 'machines/app/ may not import "rxjs"'],
    [
      'streams/x.ts',
      "import { a } from '../machines/app/a.ts';",
      'may not import machines/app/a.ts',
    ],
    ['streams/x.ts', "import { useState } from 'react';", 'streams/ may not import "react"'],
    ['src/ui/x.tsx', "import { a } from '../app/hooks/a.ts';", 'may not import src/app/hooks/a.ts'],
    ['src/views/x.tsx', "import { a } from '../app/runtime.ts';", 'a view uses the hooks'],
    ['src/views/x.tsx', "import axios from 'axios';", 'src/views/ may not import "axios"'],
    ['src/views/x.tsx', "import { map } from 'rxjs';", 'src/views/ may not import "rxjs"'],
    ['src/views/x.tsx', "import { m } from '../../machines/app/m.ts';", 'takes only types'],
    ['src/views/x.tsx', "import { use } from 'echarts/core';", 'src/ui/chart, which load'],
    ['src/app/x.ts', "import { a } from '../../server/a.ts';", 'move what both need'],
    [
      'server/a.ts',
      "import { a } from '../machines/app/a.ts';",
      'may not import machines/app/a.ts',
    ],
    ['server/areas/content/a.ts', "import { eq } from 'drizzle-orm';", 'put SQL into a *.repo.ts'],
    ['server/areas/content/a.ts', "import { Pool } from 'pg';", 'put SQL into a *.repo.ts'],
    ['server/areas/content/a.ts', "import fastify from 'fastify';", 'HTTP stays in server/edge'],
    [
      'server/areas/spot/a.ts',
      "import type { a } from '../fiat/a.ts';",
      'server/areas/spot/ may not import server/areas/fiat/a.ts',
    ],
    [
      'server/areas/spot/a.ts',
      "import { a } from '../../edge/http/a.ts';",
      'may not import server/edge/http/a.ts',
    ],
    [
      'server/areas/micro/index/a.ts',
      "import type { A } from '../micro-memory.ts';",
      'server/areas/micro/index/ may not import server/areas/micro/micro-memory.ts',
    ],
    [
      'contract/micro/index/a.ts',
      "import { a } from '../fairness.ts';",
      'contract/micro/index/ may not import contract/micro/fairness.ts',
    ],
    [
      'server/areas/new/a.ts',
      "import { a } from '../../kit/a.ts';",
      'may not import server/kit/a.ts',
    ],
    [
      'server/kit/a.ts',
      "import { a } from '../areas/spot/a.ts';",
      'may not import server/areas/spot',
    ],
    [
      'server/ledger/a.ts',
      "import { a } from '../areas/fiat/a.ts';",
      'may not import server/areas',
    ],
    [
      'server/edge/a.ts',
      "import { a } from '../boot/roles/a.ts';",
      'may not import server/boot/roles/a.ts',
    ],
    [
      'server/boot/roles/a.ts',
      "import type { A } from '../a.ts';",
      'server/boot/roles/ may not import server/boot/a.ts',
    ],
    ['src/views/fiat/a.tsx', "import { a } from '../wallet/a.tsx';", 'into the parts of the views'],
    [
      'src/views/parts/a.tsx',
      "import { a } from '../wallet/a.tsx';",
      'into the parts of the views',
    ],
    [
      'src/console/views/wallet/a.tsx',
      "import { a } from '../custody/a.tsx';",
      'into the parts of the views',
    ],
    [
      'src/console/views/parts/a.tsx',
      "import { a } from '../lever/a.tsx';",
      'into the parts of the views',
    ],
    ['server/areas/content/a.ts', "import { of } from 'rxjs';", 'client packages do not belong'],
    [
      'server/engine/x.ts',
      "import { a } from '../../contract/limits.ts';",
      'server/engine/ may not import contract/limits.ts',
    ],
    [
      'server/engine/x.ts',
      "import { a } from '../spot/a.ts';",
      'server/engine/ may not import server/spot/a.ts',
    ],
    [
      'server/engine/x.ts',
      "import { hash } from 'node:crypto';",
      'server/engine/ may not import "node:crypto"',
    ],
    ['server/a.ts', "import { a } from '../qa/a.ts';", 'nothing imports the tools'],
    ['src/app/a.ts', "const a = await import('../../tests/a.ts');", 'nothing imports the tools'],
    ['src/app/a.ts', "import { b } from './b';", 'write the extension'],
  ])('%s: %s', (path, text, message) => {
    expect(lines(checkLayers(planted({ [path]: text })))).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test.each([
    ['src/views/x.tsx', "import type { m } from '../../machines/app/m.ts';"],
    ['src/views/x.tsx', "import { useSession } from '../app/identity/use-session.ts';"],
    ['src/app/x.ts', "import { feed } from '../../streams/feed.ts';"],
    ['server/areas/content/news.repo.ts', "import { eq } from 'drizzle-orm';"],
    ['server/engine/x.ts', "import { assert } from '../../contract/assert.ts';"],
    ['server/edge/http/x.ts', "import { a } from '../../areas/content/a.ts';"],
    ['server/areas/micro/x.ts', "import { a } from './index/a.ts';"],
    ['contract/micro/index/x.ts', "import { a } from '../../schemas/fields.ts';"],
    ['server/areas/fiat/ads/x.ts', "import { a } from '../../wallet/a.ts';"],
    ['src/views/fiat/x.tsx', "import { a } from '../parts/a.tsx';"],
    ['src/console/views/fiat/x.tsx', "import { a } from '../course/a.tsx';"],
    ['tests/x.test.ts', "import { Pool } from 'pg';"],
  ])('a legal one is not: %s: %s', (path, text) => {
    expect(checkLayers(planted({ [path]: text }))).toEqual([]);
  });
});
