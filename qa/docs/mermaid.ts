/** Draws a machine as a Mermaid state diagram: nesting, parallel regions and every labelled edge. */
import type { AnyStateMachine } from 'xstate';
import {
  declaredStates,
  triggerText,
  type DeclaredState,
  type DeclaredTransition,
} from '../machine-shape.ts';

export function toMermaid(machine: AnyStateMachine): string {
  const states = declaredStates(machine);
  const [root, ...rest] = states;
  if (!root) return 'stateDiagram-v2';
  return [
    'stateDiagram-v2',
    ...(root.initial ? [`  [*] --> ${id(root.initial)}`] : []),
    ...body(root, rest, '  '),
    ...states.flatMap(({ transitions }) => transitions.flatMap((edge) => drawEdge(edge, root))),
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

/** A transition declared on the root holds everywhere; without a target it is only in the table. */
function drawEdge(edge: DeclaredTransition, root: DeclaredState): string[] {
  const isRoot = edge.source === root.path;
  const from = isRoot ? '[*]' : id(edge.source);
  const targets = edge.targets.length > 0 ? edge.targets : isRoot ? [] : [edge.source];
  const guard = edge.guard === null ? '' : ` [${edge.guard.replace(/\(.*$/, '')}]`;
  const anywhere = isRoot ? ' (anywhere)' : '';
  const stays = edge.targets.length === 0 ? ' (stays)' : '';
  return targets.map(
    (target) =>
      `  ${from} --> ${id(target)}: ${triggerText(edge.trigger)}${guard}${anywhere}${stays}`,
  );
}

/** Mermaid ids know no dots. */
function id(path: string): string {
  return path.replaceAll('.', '_');
}
