/** The rooms of the server, and the bounds of its import graph, which may only improve. */
import type { FolderGraph } from './folder-graph.ts';

/** `server/areas/spot/x.ts` lies in the room `areas/spot`, `server/kit/db/x.ts` in `kit`. */
export const serverRoomOf = (path: string): string | undefined =>
  /^server\/(areas\/[^/]+|[^/]+)\/.+\.ts$/.exec(path)?.[1];

/** Lower a bound when you improve the graph. */
export const SERVER_GRAPH: FolderGraph = { rooms: 19, floors: 10, arrows: 80, upward: 0 };
