/** The letters a machine is walked with: the model's event cases and the delays that run. */
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

/** Whether any declared transition answers `event` in `snapshot`, also one that only forbids. */
function isAnswered(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  return snapshot.machine.getTransitionData(snapshot, event).length > 0;
}

/** Letters that `snapshot` answers. */
export function answeredLetters(model: MachineModel, snapshot: AnyMachineSnapshot): Letter[] {
  return [...caseLetters(model), ...delayLetters(snapshot)].filter((letter) =>
    isAnswered(snapshot, letter.eventAt(snapshot)),
  );
}

/** Commands and facts of the model that `snapshot` must ignore. */
export function refusedLetters(model: MachineModel, snapshot: AnyMachineSnapshot): Letter[] {
  return caseLetters(model).filter(
    (letter) =>
      triggerOf(letter.type).kind === 'event' && !isAnswered(snapshot, letter.eventAt(snapshot)),
  );
}

/** Letters of the model's cases, wherever the machine is. */
export function caseLetters(model: MachineModel): Letter[] {
  return model.cases.map(({ label, by, event, eventAt }) => ({
    label,
    by,
    type: event.type,
    eventAt: (snapshot) => eventAt?.(snapshot) ?? event,
  }));
}

/** Event types of the machine's own and of its actors for which the model has no case. */
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
