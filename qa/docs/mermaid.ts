/** Draws a machine as a Mermaid state diagram: nesting, parallel regions and every labeled edge. */
import type { AnyStateMachine } from 'xstate';
import {
  declaredStates,
  triggerText,
  type DeclaredState,
  type DeclaredTransition,
} from '../../machines/domain/explain/machine-shape.ts';

export function toMermaid(machine: AnyStateMachine): string {
  const states = declaredStates(machine);
  const [root, ...rest] = states;
  if (!root) return 'stateDiagram-v2';
  return [
    'stateDiagram-v2',
    ...(root.initial ? [`  [*] --> ${id(root.initial)}`] : []),
    ...body(root, rest, '  '),
    ...drawEdges(
      states.flatMap(({ transitions }) => transitions.flatMap((one) => edges(one, root))),
    ),
  ].join('\n');
}

function body(parent: DeclaredState, states: readonly DeclaredState[], pad: string): string[] {
  const children = states.filter((state) => state.parent === parent.path);
  const regions = children.map((child) => drawState(child, states, pad));
  if (parent.type !== 'parallel') return regions.flat();
  return regions.flatMap((region, index) => (index === 0 ? region : [`${pad}--`, ...region]));
}

function drawState(state: DeclaredState, states: readonly DeclaredState[], pad: string): string[] {
  const name = state.path.split('.').at(-1) ?? state.path;
  const declaration = `${pad}state "${name}" as ${id(state.path)}`;
  if (state.type === 'final') return [declaration, `${pad}${id(state.path)} --> [*]`];
  const invokes = state.invokes.map((invoke) => `${pad}${id(state.path)}: runs ${invoke.source}`);
  if (state.type !== 'compound' && state.type !== 'parallel') return [declaration, ...invokes];
  const inner = `${pad}  `;
  return [
    `${declaration} {`,
    ...(state.initial ? [`${inner}[*] --> ${id(state.initial)}`] : []),
    ...body(state, states, inner),
    `${pad}}`,
  ];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** A transition on the root applies in every state; without a target it is only in the table. */
function edges(transition: DeclaredTransition, root: DeclaredState): Edge[] {
  const { source, guard, trigger } = transition;
  const isRoot = source === root.path;
  const isStaying = transition.targets.length === 0;
  const targets = isStaying && !isRoot ? [source] : transition.targets;
  const label = [
    triggerText(trigger),
    ...(guard === null ? [] : [`[${guard.replace(/\(.*$/, '')}]`]),
    ...(isRoot ? ['(anywhere)'] : []),
    ...(isStaying ? ['(stays)'] : []),
  ].join(' ');
  return targets.map((to) => ({ from: isRoot ? '[*]' : id(source), to: id(to), label }));
}

/**
 * One line for all edges between two states, because the labels of separate lines would overlap.
 */
function drawEdges(all: readonly Edge[]): string[] {
  const labels = new Map<string, string[]>();
  for (const { from, to, label } of all) {
    const arrow = `${from} --> ${to}`;
    labels.set(arrow, [...(labels.get(arrow) ?? []), label]);
  }
  return [...labels].map(([arrow, texts]) => `  ${arrow}: ${texts.join(' / ')}`);
}

/** Mermaid ids cannot contain dots. */
function id(path: string): string {
  return path.replaceAll('.', '_');
}
