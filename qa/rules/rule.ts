/** Invariants of every walk through a machine, shared by tests and planted faults. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { MachineModel } from '../models/model.ts';
import { createWalker, type Move } from '../walk.ts';

/** One event with the resulting move. */
export interface Happening {
  readonly before: AnyMachineSnapshot;
  readonly event: AnyEventObject;
  readonly after: Move;
}

export interface Walk {
  readonly start: Move;
  readonly happenings: readonly Happening[];
}

/** A rule's name, and a search for its first violation; null if it holds. */
export interface Rule {
  readonly name: string;
  breach(walk: Walk): string | null;
}

/** Runs the machine of the model through the events of `next`, until that returns null. */
export function walkOf(
  model: MachineModel,
  next: (snapshot: AnyMachineSnapshot, count: number) => AnyEventObject | null,
): Walk {
  const walker = createWalker(model);
  const start = walker.start();
  const happenings: Happening[] = [];
  let before = start.snapshot;
  for (;;) {
    const event = next(before, happenings.length);
    if (event === null) return { start, happenings };
    const after = walker.move(before, event);
    happenings.push({ before, event, after });
    before = after.snapshot;
  }
}

/** A rule about each step alone. */
export const stepRule = (name: string, isBroken: (happening: Happening) => boolean): Rule => ({
  name,
  breach: ({ happenings }) => {
    const broken = happenings.find(isBroken);
    return broken === undefined ? null : wordsOf(broken);
  },
});

/** Returns whether the event changed the snapshot. */
export const isChanged = ({ before, after }: Happening): boolean => before !== after.snapshot;

export const wordsOf = ({ before, event, after }: Happening): string =>
  `${JSON.stringify(event)} in ${JSON.stringify(before.value)} leads to ${JSON.stringify(after.snapshot.value)} with ${after.effects.join(', ') || 'no effects'}`;
