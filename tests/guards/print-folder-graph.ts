/** Prints the graph of the server's rooms next to its bounds; exit code 1 if it has become worse. */
import { folderGraph, worseThan, type FolderGraph } from './rules/folder-graph.ts';
import { SERVER_GRAPH, serverRoomOf } from './rules/rooms.ts';
import { readSources } from './support/tree.ts';

const graph = folderGraph(readSources(), serverRoomOf);
const figures = Object.keys(graph) as (keyof FolderGraph)[];
const texts = figures.map(
  (figure) => `${graph[figure]} ${figure} (at most ${SERVER_GRAPH[figure]})`,
);
console.log(`server: ${texts.join(', ')}`);
if (worseThan(graph, SERVER_GRAPH).length > 0) process.exitCode = 1;
