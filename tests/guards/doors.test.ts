/** The guard of the doors of areas. */
import { describe, expect, test } from 'vitest';
import { checkClientEntrances, checkDoors, checkEntrances } from './rules/doors.ts';
import { checkExports } from './rules/modules.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

const sources = readSources();

test('areas of the server are entered by their doors', () => {
  expect(lines(checkEntrances(sources))).toEqual([]);
});

test('each door exports only symbols that outside files import', () => {
  expect(lines(checkDoors(sources))).toEqual([]);
});

test('areas of the client are entered by their hooks', () => {
  expect(lines(checkClientEntrances(sources))).toEqual([]);
});

describe('a way past a door is found', () => {
  test.each([
    ['server/boot/roles/a.ts', "import { a } from '../../areas/spot/a.ts';"],
    ['server/boot/a.ts', "const a = await import('../areas/spot/a.ts');"],
    ['server/edge/ws/a.ts', "import type { A } from '../../areas/spot/a.ts';"],
    ['server/areas/market/deals/a.ts', "import { a } from '../../spot/a.ts';"],
    ['bench/orders/a.ts', "import { a } from '../../server/areas/spot/a.ts';"],
    ['qa/replay/a.ts', "import { a } from '../../server/areas/spot/a.ts';"],
    ['scripts/a.ts', "import { a } from '../server/areas/spot/a.ts';"],
    ['tests/server/wallet/a.test.ts', "import { a } from '../../../server/areas/spot/a.ts';"],
    ['tests/support/a.ts', "import { a } from '../../server/areas/spot/a.ts';"],
    ['tests/properties/a.test.ts', "import { a } from '../../server/areas/spot/a.ts';"],
  ])('%s: %s', (path, text) => {
    expect(lines(checkEntrances(planted({ [path]: text })))).toEqual([
      expect.stringContaining('take it from server/areas/spot/spot.area.ts'),
    ]);
  });

  test.each([
    ['server/boot/roles/a.ts', "import { a } from '../../areas/spot/spot.area.ts';"],
    ['server/areas/spot/deep/a.ts', "import { a } from '../a.ts';"],
    ['tests/unit/spot/a.test.ts', "import { a } from '../../../server/areas/spot/a.ts';"],
    ['tests/properties/spot/a.test.ts', "import { a } from '../../../server/areas/spot/a.ts';"],
    ['tests/server/spot/a.test.ts', "import { a } from '../../../server/areas/spot/a.ts';"],
  ])('a legal way is not: %s: %s', (path, text) => {
    expect(checkEntrances(planted({ [path]: text }))).toEqual([]);
  });
});

describe('a bad door is found', () => {
  const taken = { 'server/boot/roles/a.ts': "import { a } from '../../areas/spot/spot.area.ts';" };
  const inside = { 'server/areas/spot/a.ts': 'export const a = 1; export const b = 2;' };
  const doorWith = (text: string) =>
    lines(checkDoors(planted({ ...taken, ...inside, 'server/areas/spot/spot.area.ts': text })));

  test('an area without a door', () => {
    expect(lines(checkDoors(planted(inside)))).toEqual([
      expect.stringContaining('the area spot has no door'),
    ]);
  });

  test.each([
    ["export { a } from './a.ts';\nexport const c = 1;"],
    ["import { a } from './a.ts';\nexport { a };"],
    ["export { a } from '../../kit/a.ts';"],
    ["export * from './a.ts';"],
  ])('a door that defines something of its own: %s', (text) => {
    expect(doorWith(text)).toContainEqual(expect.stringContaining('holds nothing of its own'));
  });

  test('a door that exports symbols no outside file imports, except tests', () => {
    expect(doorWith("export { a } from './a.ts';")).toEqual([]);
    expect(doorWith("export { a, b } from './a.ts';")).toEqual([
      expect.stringContaining('nobody outside takes "b"'),
    ]);
  });

  test('only doors re-export symbols of other files', () => {
    const barrel = { 'server/areas/spot/all.ts': "export { a } from './a.ts';" };

    expect(lines(checkExports(planted(barrel)))).toEqual([expect.stringContaining('no barrels')]);
    expect(
      checkExports(planted({ 'server/areas/spot/spot.area.ts': "export { a } from './a.ts';" })),
    ).toEqual([]);
  });
});

describe('a way into an area of the client is found', () => {
  test.each([
    ['src/app/spot/a.ts', "import { a } from '../wallet/mirror.ts';", 'is not a hook'],
    ['src/app/core/a.ts', "import type { A } from '../wallet/mirror.ts';", 'is not a hook'],
    ['src/app/core/a.ts', "import { quoteStoreOf } from '../market/quote-view.ts';", 'not a hook'],
    ['src/app/spot/a.ts', "import { A } from '../../views/spot/a.tsx';", 'only src/app/router'],
    ['src/ui/a.ts', "import { A } from '../views/spot/a.tsx';", 'only src/app/router'],
  ])('%s: %s', (path, text, message) => {
    expect(lines(checkClientEntrances(planted({ [path]: text })))).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test.each([
    ['src/app/spot/a.ts', "import { useAssets } from '../wallet/use-assets.ts';"],
    ['src/app/spot/a.ts', "import { quoteStoreOf } from '../market/quote-view.ts';"],
    ['src/app/spot/a.ts', "import { runtime } from '../core/runtime.ts';"],
    ['src/app/router/a.tsx', "import { A } from '../../views/spot/a.tsx';"],
    ['src/views/spot/a.tsx', "import { A } from '../parts/a.tsx';"],
  ])('a legal one is not: %s: %s', (path, text) => {
    expect(checkClientEntrances(planted({ [path]: text }))).toEqual([]);
  });
});
