/** The alphabet of a machine: the model's event cases and the running delays. */
import {
  __unsafe_getAllOwnEventDescriptors as ownEventTypes,
  type AnyEventObject,
  type AnyMachineSnapshot,
} from 'xstate';
import { triggerOf } from '../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from './models/model.ts';

export interface Letter {
  /** Unique within the model; a clause that completes "When …". */
  readonly label: string;
  /** `user`, `system` or a role; `time` for an expired delay. */
  readonly by: string;
  readonly type: string;
  eventAt(snapshot: AnyMachineSnapshot): AnyEventObject;
}

/**
 * Returns whether any declared transition handles `event` in `snapshot`, including one that only
 * forbids it.
 */
function isAnswered(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  return snapshot.machine.getTransitionData(snapshot, event).length > 0;
}

/** Returns the letters that `snapshot` handles. */
export function answeredLetters(model: MachineModel, snapshot: AnyMachineSnapshot): Letter[] {
  return [...caseLetters(model), ...delayLetters(snapshot)].filter((letter) =>
    isAnswered(snapshot, letter.eventAt(snapshot)),
  );
}

/** Returns the commands and facts of the model that `snapshot` must ignore. */
export function refusedLetters(model: MachineModel, snapshot: AnyMachineSnapshot): Letter[] {
  return caseLetters(model).filter(
    (letter) =>
      triggerOf(letter.type).kind === 'event' && !isAnswered(snapshot, letter.eventAt(snapshot)),
  );
}

/** Returns the letters of the model's cases, for any snapshot. */
export function caseLetters(model: MachineModel): Letter[] {
  return model.cases.map(({ label, by, event, eventAt }) => ({
    label,
    by,
    type: event.type,
    eventAt: (snapshot) => eventAt?.(snapshot) ?? event,
  }));
}

/** Returns event types of the machine and of its actors without a case in the model. */
export function missingCases(model: MachineModel): string[] {
  const known = new Set(model.cases.map(({ event }) => event.type));
  return model.machine.events.filter(
    (type) =>
      ['event', 'actorDone', 'actorFailed'].includes(triggerOf(type).kind) && !known.has(type),
  );
}

function delayLetters(snapshot: AnyMachineSnapshot): Letter[] {
  return ownEventTypes(snapshot).flatMap((type) => {
    const { kind, name } = triggerOf(type);
    if (kind !== 'after') return [];
    const label = `the delay ${name} runs out`;
    return [{ label, by: 'time', type, eventAt: () => ({ type }) }];
  });
}
