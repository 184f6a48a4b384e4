/** The rooms of server, client, contract and machines, and the bounds of their import graphs, which may only improve. */
import type { FolderGraph } from './folder-graph.ts';

interface RoomGraph {
  readonly name: string;
  readonly roomOf: (path: string) => string | undefined;
  /** Lower a bound when you improve the graph. */
  readonly bounds: FolderGraph;
}

/** `server/areas/spot/x.ts` lies in the room `areas/spot`, `server/kit/db/x.ts` in `kit`. */
export const serverRoomOf = (path: string): string | undefined =>
  /^server\/(areas\/[^/]+|[^/]+)\/.+\.ts$/.exec(path)?.[1];

/** `src/app/spot/x.ts` lies in the room `app/spot`, `src/ui/chart/x.ts` in `ui`. */
const clientRoomOf = (path: string): string | undefined =>
  /^src\/((?:app|views|console)\/[^/]+|[^/]+)\/.+\.tsx?$/.exec(path)?.[1];

const roomIn =
  (folder: RegExp) =>
  (path: string): string | undefined =>
    folder.exec(path)?.[1];

/** The graphs that `npm run verify` prints. */
export const ROOM_GRAPHS: readonly RoomGraph[] = [
  {
    name: 'server',
    roomOf: serverRoomOf,
    bounds: { rooms: 20, floors: 9, arrows: 84, upward: 0 },
  },
  {
    name: 'server/boot',
    // The files directly in the folder are a room as well.
    roomOf: roomIn(/^server\/(boot(?:\/[^/]+)?)\/[^/]+\.ts$/),
    bounds: { rooms: 2, floors: 2, arrows: 1, upward: 0 },
  },
  {
    name: 'server/kit',
    roomOf: roomIn(/^server\/kit\/([^/]+)\/.+\.ts$/),
    bounds: { rooms: 16, floors: 6, arrows: 30, upward: 0 },
  },
  {
    name: 'server/areas/fiat',
    roomOf: roomIn(/^server\/areas\/fiat\/([^/]+)\/.+\.ts$/),
    bounds: { rooms: 4, floors: 4, arrows: 5, upward: 0 },
  },
  {
    name: 'server/areas/micro',
    roomOf: roomIn(/^server\/areas\/(micro(?:\/[^/]+)?)\/[^/]+\.ts$/),
    bounds: { rooms: 2, floors: 2, arrows: 1, upward: 0 },
  },
  {
    name: 'src',
    roomOf: clientRoomOf,
    bounds: { rooms: 39, floors: 10, arrows: 203, upward: 0 },
  },
  {
    name: 'contract',
    roomOf: roomIn(/^contract\/([^/]+)\/.+\.ts$/),
    bounds: { rooms: 18, floors: 6, arrows: 34, upward: 0 },
  },
  {
    name: 'machines',
    roomOf: roomIn(/^machines\/((?:app|domain)\/[^/]+)\/.+\.ts$/),
    bounds: { rooms: 23, floors: 3, arrows: 22, upward: 0 },
  },
];
