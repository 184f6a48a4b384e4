/** The rooms of a folder and their imports: rooms, floors, arrows, and arrows that run up. */
import type { SourceFile } from '../support/source-file.ts';

export interface FolderGraph {
  readonly rooms: number;
  /** Length of the longest way down, in rooms; rooms of one circle share a floor. */
  readonly floors: number;
  /** Pairs of rooms in which the first imports the second, types included. */
  readonly arrows: number;
  /** Arrows that close a circle. */
  readonly upward: number;
}

type Arrows = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** @param roomOf returns the room of a file; undefined for a file outside. */
export function folderGraph(
  sources: readonly SourceFile[],
  roomOf: (path: string) => string | undefined,
): FolderGraph {
  const arrows = arrowsOf(sources, roomOf);
  const rooms = [...arrows.keys()];
  const circles = circlesOf(arrows);
  const upward = rooms.flatMap((from) =>
    [...(arrows.get(from)?.keys() ?? [])].filter((to) => isUpward(from, to, circles, arrows)),
  );
  return {
    rooms: rooms.length,
    floors: Math.max(0, ...rooms.map((room) => floorOf(room, arrows, circles))),
    arrows: rooms.reduce((sum, room) => sum + (arrows.get(room)?.size ?? 0), 0),
    upward: upward.length,
  };
}

/** Returns what is worse than `baseline`, as sentences. */
export function worseThan(graph: FolderGraph, baseline: FolderGraph): string[] {
  return (Object.keys(baseline) as (keyof FolderGraph)[])
    .filter((figure) => graph[figure] > baseline[figure])
    .map((figure) => `${figure}: ${graph[figure]}, at most ${baseline[figure]}`);
}

/** Number of imports from each room to each other room. */
function arrowsOf(
  sources: readonly SourceFile[],
  roomOf: (path: string) => string | undefined,
): Arrows {
  const arrows = new Map<string, Map<string, number>>();
  for (const { path, imports } of sources) {
    const from = roomOf(path);
    if (from === undefined) continue;
    const own = arrows.get(from) ?? new Map<string, number>();
    arrows.set(from, own);
    for (const { file } of imports) {
      const to = file === null ? undefined : roomOf(file);
      if (to !== undefined && to !== from) own.set(to, (own.get(to) ?? 0) + 1);
    }
  }
  return arrows;
}

/** The rooms that each room reaches; a room reaches itself only in a circle. */
function reach(from: string, arrows: Arrows): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(arrows.get(from)?.keys() ?? [])];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    if (reached.has(room)) continue;
    reached.add(room);
    waiting.push(...(arrows.get(room)?.keys() ?? []));
  }
  return reached;
}

type Circles = ReadonlyMap<string, ReadonlySet<string>>;

/** The rooms that share a circle with each room, itself included. */
function circlesOf(arrows: Arrows): Circles {
  const reached = new Map([...arrows.keys()].map((room) => [room, reach(room, arrows)]));
  return new Map(
    [...reached].map(([room, others]) => [
      room,
      new Set([room, ...[...others].filter((other) => reached.get(other)?.has(room) === true)]),
    ]),
  );
}

function floorOf(room: string, arrows: Arrows, circles: Circles): number {
  const circle = circles.get(room) ?? new Set([room]);
  const below = [...circle].flatMap((member) =>
    [...(arrows.get(member)?.keys() ?? [])].filter((other) => !circle.has(other)),
  );
  return 1 + Math.max(0, ...below.map((other) => floorOf(other, arrows, circles)));
}

/** Inside a circle, the room that imports less from the circle than it gives lies lower. */
function isUpward(from: string, to: string, circles: Circles, arrows: Arrows): boolean {
  const circle = circles.get(from);
  if (circle?.has(to) !== true) return false;
  const height = (room: string): number => {
    let taken = 0;
    for (const other of circle) {
      taken += (arrows.get(room)?.get(other) ?? 0) - (arrows.get(other)?.get(room) ?? 0);
    }
    return taken;
  };
  const [own, other] = [height(from), height(to)];
  return own === other ? from > to : own < other;
}
