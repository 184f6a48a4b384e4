/** The page of one machine: diagram, states, transitions with their effects, permissions, coverage. */
import { coverageText } from '../coverage.ts';
import { reportPaths } from '../format/report.ts';
import { title } from '../format/words.ts';
import {
  declaredStates,
  declaredTransitions,
  triggerText,
  type DeclaredState,
} from '../../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from '../models/model.ts';
import { code, codes, page, table } from './markdown.ts';
import { toMermaid } from './mermaid.ts';
import { permissions } from './permissions.ts';

export function machinePage(model: MachineModel): string {
  const { machine } = model;
  const { paths, coverage } = reportPaths(model, 'edge');
  return page(
    title(model.name),
    machine.root.description ?? '',
    `\`\`\`mermaid\n${toMermaid(machine)}\n\`\`\``,
    '## States',
    statesTable(declaredStates(machine)),
    '## Transitions and effects',
    'The first candidate whose guard holds is taken. A target in brackets is re-entered.',
    transitionsTable(model),
    '## Who may send what',
    'An event that is not listed for a state changes nothing there. "depends": on a guard or the payload.',
    permissionsTable(model),
    '## Paths',
    `The edge cover has ${paths.length} paths: ${coverageText(coverage)}. See them with \`npm run qa -- paths ${model.name}\`.`,
    unreachableTable(coverage.unreachable),
  );
}

function statesTable(states: readonly DeclaredState[]): string {
  return table(
    ['state', 'kind', 'meaning', 'runs', 'on entry', 'on exit', 'tags'],
    states.map((state) => [
      code(state.path),
      state.type,
      state.description ?? '',
      codes(state.invokes.map(({ id, source }) => (id === source ? id : `${id}: ${source}`))),
      codes(state.entry),
      codes(state.exit),
      codes(state.tags),
    ]),
  );
}

function transitionsTable({ machine }: MachineModel): string {
  return table(
    ['in state', 'on', 'if', 'to', 'does', 'why'],
    declaredTransitions(machine).map((transition) => {
      const targets = transition.targets.map((target) =>
        transition.reenters ? `[${target}]` : target,
      );
      return [
        code(transition.source),
        code(triggerText(transition.trigger)),
        code(transition.guard ?? ''),
        targets.length === 0 ? '(stays)' : codes(targets),
        codes(transition.actions),
        transition.description ?? '',
      ];
    }),
  );
}

function permissionsTable(model: MachineModel): string {
  return table(
    ['in state', 'event', 'by', 'allowed'],
    permissions(model).map(({ state, event, by, allowed }) => [
      code(state),
      code(event),
      by,
      allowed,
    ]),
  );
}

function unreachableTable(unreachable: Readonly<Record<string, string>>): string {
  const rows = Object.entries(unreachable).map(([id, reason]) => [code(id), reason]);
  return rows.length === 0 ? '' : table(['not reachable', 'because'], rows);
}
