/** The chart of every lifecycle: no element covers another, and every line ends at its state. */
import { describe, expect, test } from 'vitest';
import { LIFECYCLE_KINDS } from '../../../contract/lifecycle-kinds.ts';
import { LIFECYCLES } from '../../../machines/domain/explain/lifecycles.ts';
import { declaredStates } from '../../../machines/domain/explain/machine-shape.ts';
import { layOut, type ChartNode } from '../../../src/console/hooks/chart-layout.ts';

/** Largest width of a letter in a name. */
const LETTER_WIDTH = 7.3;

const isInside = (inner: ChartNode, outer: ChartNode): boolean =>
  inner.x > outer.x &&
  inner.y > outer.y &&
  inner.x + inner.width < outer.x + outer.width &&
  inner.y + inner.height < outer.y + outer.height;
const isApart = (one: ChartNode, other: ChartNode): boolean =>
  one.y + one.height < other.y || other.y + other.height < one.y;

describe.each(LIFECYCLE_KINDS)('the chart of %s', (kind) => {
  const states = declaredStates(LIFECYCLES[kind].machine);
  const { nodes, lanes, width, height } = layOut(states);

  test('has a box for every state, inside the boxes around it and apart from all others', () => {
    expect(nodes.map(({ path }) => path)).toEqual(states.slice(1).map(({ path }) => path));
    for (const [index, one] of nodes.entries())
      for (const other of nodes.slice(index + 1)) {
        const isNested = other.path.startsWith(`${one.path}.`);
        const fits = isNested ? isInside(other, one) : isApart(one, other);
        expect([one.path, other.path, fits]).toEqual([one.path, other.path, true]);
      }
  });

  test('has room for every name and every transition, none of them behind an inner box', () => {
    for (const node of nodes)
      for (const row of node.rows) {
        expect(row.text.length * LETTER_WIDTH).toBeLessThan(node.width);
        const inner = nodes.filter(({ path }) => path.startsWith(`${node.path}.`));
        expect(inner.every(({ y }) => y > row.y)).toBe(true);
        expect(row.y).toBeLessThan(node.y + node.height);
      }
  });

  test('leads every transition to its target, around all boxes', () => {
    const right = Math.max(...nodes.map((node) => node.x + node.width));
    const wanted = nodes.flatMap(({ rows }) => rows.flatMap(({ target }) => target ?? []));
    expect(lanes.flatMap(({ starts, target }) => starts.map(() => target)).toSorted()).toEqual(
      wanted.toSorted(),
    );
    for (const { target, end, x } of lanes) {
      const node = nodes.find(({ path }) => path === target);
      expect(end).toEqual({ x: (node?.x ?? 0) + (node?.width ?? 0), y: node?.titleY });
      expect(x).toBeGreaterThan(right);
    }
  });

  test('keeps lines to different states apart', () => {
    const spans = lanes.map(({ x, end, starts }) => {
      const ys = [end.y, ...starts.map(({ y }) => y)];
      return { x, from: Math.min(...ys), to: Math.max(...ys) };
    });
    for (const [index, one] of spans.entries())
      for (const other of spans.slice(index + 1))
        if (one.x === other.x) expect(one.to < other.from || other.to < one.from).toBe(true);
  });

  test('is as large as its drawing', () => {
    for (const node of nodes) {
      expect(node.y + node.height).toBeLessThan(height);
      expect(node.x + node.width).toBeLessThan(width);
    }
    for (const { x } of lanes) expect(x).toBeLessThan(width);
  });
});

test('a machine without states is an empty chart', () => {
  expect(layOut([])).toEqual({ width: 0, height: 0, nodes: [], lanes: [] });
});
