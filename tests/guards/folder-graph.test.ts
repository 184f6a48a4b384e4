/** The guard of the graphs of rooms. */
import { expect, test } from 'vitest';
import { folderGraph, worseThan } from './rules/folder-graph.ts';
import { ROOM_GRAPHS, serverRoomOf } from './rules/rooms.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

const importOf = (path: string) => `import { a } from '${path}';`;

test.each(ROOM_GRAPHS)(
  'the graph of the rooms of $name has not become worse',
  ({ roomOf, bounds }) => {
    expect(worseThan(folderGraph(readSources(), roomOf), bounds)).toEqual([]);
  },
);

test('rooms, floors and arrows are counted, and no arrow runs up without a circle', () => {
  const sources = planted({
    'server/boot/a.ts': importOf('../areas/spot/a.ts') + importOf('../kit/a.ts'),
    'server/areas/spot/a.ts': importOf('../../kit/db/a.ts') + importOf('./b.ts'),
    'server/areas/spot/b.ts': importOf('../../kit/a.ts'),
    'server/kit/a.ts': '',
    'server/kit/db/a.ts': '',
    'src/a.ts': importOf('../server/kit/a.ts'),
  });

  expect(folderGraph(sources, serverRoomOf)).toEqual({ rooms: 3, floors: 3, arrows: 3, upward: 0 });
});

test('the one arrow that closes a circle runs up', () => {
  const sources = planted({
    'server/areas/fiat/a.ts': importOf('../../kit/a.ts') + importOf('../../kit/b.ts'),
    'server/kit/a.ts': importOf('../areas/fiat/a.ts'),
    'server/kit/b.ts': '',
  });

  expect(folderGraph(sources, serverRoomOf)).toEqual({ rooms: 2, floors: 1, arrows: 2, upward: 1 });
});

test('each figure that has grown is named', () => {
  const baseline = { rooms: 2, floors: 2, arrows: 1, upward: 0 };

  expect(worseThan({ rooms: 2, floors: 1, arrows: 2, upward: 1 }, baseline)).toEqual([
    'arrows: 2, at most 1',
    'upward: 1, at most 0',
  ]);
});
