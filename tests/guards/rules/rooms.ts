/** The rooms of the server, and how good its graph of imports is: it may only become better. */
import type { FolderGraph } from './folder-graph.ts';

/** `server/areas/spot/x.ts` lies in the room `areas/spot`, `server/kit/db/x.ts` in `kit`. */
export const serverRoomOf = (path: string): string | undefined =>
  /^server\/(areas\/[^/]+|[^/]+)\/.+\.ts$/.exec(path)?.[1];

/** To be lowered by whoever makes it better. */
export const SERVER_GRAPH: FolderGraph = { rooms: 17, floors: 10, arrows: 71, upward: 0 };
