/** The permissions of each role by state: every kind of snapshot is tried with every case of the alphabet. */
import type { AnyMachineSnapshot } from 'xstate';
import { caseLetters } from '../alphabet.ts';
import { triggerOf } from '../../machines/domain/explain/machine-shape.ts';
import { leafPaths } from '../format/words.ts';
import type { MachineModel } from '../models/model.ts';
import { generatePaths } from '../paths.ts';

interface Permission {
  /** Leaf states, joined by ` + ` where regions are parallel. */
  readonly state: string;
  readonly event: string;
  readonly by: string;
  /** yes: every payload in every snapshot of the state changes something; depends: some do. */
  readonly allowed: 'yes' | 'depends';
}

/** Returns only allowed events; others are refused without a change. Actor answers are left out. */
export function permissions(model: MachineModel): Permission[] {
  const letters = caseLetters(model).filter(({ type }) => triggerOf(type).kind === 'event');
  const answers = new Map<string, { permission: Omit<Permission, 'allowed'>; can: boolean[] }>();
  for (const snapshot of kindsOfSnapshot(model)) {
    const state = leafPaths(snapshot).join(' + ');
    for (const { type, by, eventAt } of letters) {
      const id = JSON.stringify([state, type, by]);
      const entry = answers.get(id) ?? { permission: { state, event: type, by }, can: [] };
      entry.can.push(snapshot.can(eventAt(snapshot)));
      answers.set(id, entry);
    }
  }
  return [...answers.values()]
    .filter(({ can }) => can.includes(true))
    .map(({ permission, can }) => ({
      ...permission,
      allowed: can.every(Boolean) ? 'yes' : 'depends',
    }));
}

/** One snapshot per key, in the order in which the shortest walks reach them. */
function kindsOfSnapshot(model: MachineModel): AnyMachineSnapshot[] {
  const kinds = new Map<string, AnyMachineSnapshot>();
  for (const { start, steps } of generatePaths(model, 'shortest'))
    for (const { snapshot } of [start, ...steps])
      if (!kinds.has(model.key(snapshot))) kinds.set(model.key(snapshot), snapshot);
  return [...kinds.values()];
}
