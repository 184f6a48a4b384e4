/**
 * The layout of a chart. States are stacked, child states are inside their parent's box, and each
 * state lists its outgoing transitions. Every target state has one lane next to the boxes: lines
 * run from the rows into the lane, and from the lane into the state. No line crosses text, however
 * large the machine. Pure; all lengths in pixels.
 */
import type {
  DeclaredState,
  DeclaredTransition,
} from '../../../machines/domain/explain/machine-shape.ts';

interface ChartRow {
  readonly id: string;
  readonly text: string;
  /** Vertical center of its line. */
  readonly y: number;
  /** Path of the target state; null if the state stays. */
  readonly target: string | null;
}
export interface ChartNode {
  readonly path: string;
  readonly name: string;
  readonly isFinal: boolean;
  readonly isInitial: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Vertical center of the line with the name. */
  readonly titleY: number;
  readonly rows: readonly ChartRow[];
}
/** All lines into one state. */
export interface ChartLane {
  readonly target: string;
  readonly x: number;
  /** Point at which it enters the state. */
  readonly end: Point;
  /** Points at which rows join it. */
  readonly starts: readonly LaneStart[];
}
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** Outer ones before those inside them. */
  readonly nodes: readonly ChartNode[];
  readonly lanes: readonly ChartLane[];
}
/** Point at which the line of a row starts. */
interface LaneStart extends Point {
  /** Id of the row. */
  readonly row: string;
}
interface Point {
  readonly x: number;
  readonly y: number;
}

const MARGIN = 8;
const INDENT = 14;
const GAP = 12;
const PADDING = 8;
const LINE = 20;
const LANE = 14;
/** Width of a letter of the monospaced font of names. */
const LETTER_WIDTH = 7.3;
/** Suffix of a row without a target. */
export const STAY = ' ↺';
/** Room for the mark of a state before its name. */
export const MARK_WIDTH = 22;

/** @param states as the machine declares them, its root first. */
export function layOut(states: readonly DeclaredState[]): ChartLayout {
  const [root] = states;
  if (root === undefined) return { width: 0, height: 0, nodes: [], lanes: [] };
  const childrenOf = (path: string) => states.filter(({ parent }) => parent === path);
  const initials = new Set(states.flatMap(({ initial }) => initial ?? []));
  const boxes = widthOf(states, root.path);
  const nodes: ChartNode[] = [];
  let y = MARGIN;
  const place = (state: DeclaredState, depth: number): void => {
    const top = y;
    const at = nodes.push({} as ChartNode) - 1;
    y += PADDING + LINE;
    const rows = state.transitions.map((transition): ChartRow => {
      y += LINE;
      return { ...rowOf(transition), y: y - LINE / 2 };
    });
    for (const child of childrenOf(state.path)) {
      y += GAP;
      place(child, depth + 1);
    }
    y += PADDING;
    nodes[at] = {
      path: state.path,
      name: state.path.split('.').at(-1) ?? '',
      isFinal: state.type === 'final',
      isInitial: initials.has(state.path),
      x: MARGIN + depth * INDENT,
      y: top,
      width: boxes - 2 * depth * INDENT,
      height: y - top,
      titleY: top + PADDING + LINE / 2,
      rows,
    };
  };
  for (const child of childrenOf(root.path)) {
    place(child, 0);
    y += GAP;
  }
  const lanes = lanesOf(nodes, MARGIN + boxes);
  const right = Math.max(MARGIN + boxes, ...lanes.map(({ x }) => x));
  return { width: right + MARGIN, height: y - GAP + MARGIN, nodes, lanes };
}

/** Returns the width at which every name and every row fits into its box. */
function widthOf(states: readonly DeclaredState[], rootPath: string): number {
  const needs = states
    .filter(({ path }) => path !== rootPath)
    .map((state) => {
      const depth = state.path.split('.').length - 1;
      const name = MARK_WIDTH + (state.path.split('.').at(-1) ?? '').length * LETTER_WIDTH;
      const rows = state.transitions.map((one) => {
        const { text, target } = rowOf(one);
        return (text.length + (target === null ? STAY.length : 0)) * LETTER_WIDTH;
      });
      return Math.max(name, ...rows) + 2 * (depth * INDENT + PADDING);
    });
  return Math.ceil(Math.max(...needs));
}

function rowOf({ id, trigger, guard, targets }: DeclaredTransition): Omit<ChartRow, 'y'> {
  const name = trigger.kind === 'after' ? `after ${trigger.name}` : trigger.name || trigger.kind;
  // If several transitions compete for one event, the guard distinguishes them.
  const condition = id.includes('#') && guard !== null ? ` [${guard}]` : '';
  return { id, text: `${name}${condition}`, target: targets[0] ?? null };
}

/** Short lanes are closest to the boxes; lanes that do not overlap share a column. */
function lanesOf(nodes: readonly ChartNode[], right: number): ChartLane[] {
  const bundles = nodes.flatMap((node) => {
    const starts = nodes.flatMap(({ x, width, rows }) =>
      rows
        .filter(({ target }) => target === node.path)
        .map((row) => ({ x: x + width, y: row.y, row: row.id })),
    );
    if (starts.length === 0) return [];
    const end = { x: node.x + node.width, y: node.titleY };
    const ys = [end.y, ...starts.map((start) => start.y)];
    return [{ target: node.path, end, starts, from: Math.min(...ys), to: Math.max(...ys) }];
  });
  const taken: { readonly from: number; readonly to: number }[][] = [];
  return bundles
    .toSorted((one, other) => one.to - one.from - (other.to - other.from))
    .map(({ target, end, starts, from, to }) => {
      const isFree = (lane: (typeof taken)[number]) =>
        lane.every((other) => to < other.from - LINE / 2 || from > other.to + LINE / 2);
      const found = taken.findIndex(isFree);
      const place = found === -1 ? taken.push([]) - 1 : found;
      taken[place]?.push({ from, to });
      return { target, x: right + LANE * (place + 1), end, starts };
    });
}
