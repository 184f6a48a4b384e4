/** Turns snapshots and names of a machine into words. */
import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '../../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from '../models/model.ts';

/** Paths of the leaf states of a snapshot, one for a plain machine, several for a parallel one. */
export function leafPaths(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map((node) => statePath(node));
}

/** A clause that completes "Then …": the model's own words, or the path of the state. */
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
