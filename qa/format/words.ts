/** Describes snapshots and names of a machine in text. */
import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '../../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from '../models/model.ts';
import type { Path } from '../paths.ts';

/**
 * Returns the paths of a snapshot's leaf states: one for a plain machine, several for a parallel
 * one.
 */
export function leafPaths(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map((node) => statePath(node));
}

/** Returns a clause that completes "Then …": the model's own text, or the path of the state. */
export function stateText(model: MachineModel, snapshot: AnyMachineSnapshot): string {
  return leafPaths(snapshot)
    .map((path) => model.stateLabels?.[path] ?? `the ${model.name} is "${path}"`)
    .join(' and ');
}

/** `socket-connection` → `Socket connection`. */
export function title(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns a unique title for each of these paths, in their order: its last step and end state. If
 * several paths share them, the title has all steps.
 */
export function pathTitles(model: MachineModel, paths: readonly Path[]): readonly string[] {
  const endings = paths.map(({ steps }) => endingOf(model, steps));
  return paths.map(({ steps }, index) => {
    const ending = endings[index] ?? '';
    if (endings.indexOf(ending) === endings.lastIndexOf(ending)) return ending;
    const before = steps.slice(0, -1).map(({ label }) => label);
    return [...before, ending].join(', then ');
  });
}

function endingOf(model: MachineModel, steps: Path['steps']): string {
  const last = steps.at(-1);
  return last ? `${last.label}, in the end ${stateText(model, last.snapshot)}` : 'the start';
}
