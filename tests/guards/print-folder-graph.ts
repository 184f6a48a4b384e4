/** Prints the graphs of the rooms next to their bounds; exit code 1 if one has become worse. */
import { folderGraph, worseThan, type FolderGraph } from './rules/folder-graph.ts';
import { ROOM_GRAPHS } from './rules/rooms.ts';
import { readSources } from './support/tree.ts';

const sources = readSources();
for (const { name, roomOf, bounds } of ROOM_GRAPHS) {
  const graph = folderGraph(sources, roomOf);
  const figures = Object.keys(graph) as (keyof FolderGraph)[];
  const texts = figures.map((figure) => `${graph[figure]} ${figure} (at most ${bounds[figure]})`);
  console.log(`${name}: ${texts.join(', ')}`);
  if (worseThan(graph, bounds).length > 0) process.exitCode = 1;
}
