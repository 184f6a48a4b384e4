/** What must hold on every way through a machine, said once for tests and for planted faults. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { MachineModel } from '../models/model.ts';
import { createWalker, type Move } from '../walk.ts';

/** One event and what came of it. */
export interface Happening {
  readonly before: AnyMachineSnapshot;
  readonly event: AnyEventObject;
  readonly after: Move;
}

export interface Walk {
  readonly start: Move;
  readonly happenings: readonly Happening[];
}

/** A name that says the rule, and the first thing that breaks it; null where it holds. */
export interface Rule {
  readonly name: string;
  breach(walk: Walk): string | null;
}

/** Takes the machine of the model through what `next` gives, until that gives null. */
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

/** A rule about each step by itself. */
export const stepRule = (name: string, isBroken: (happening: Happening) => boolean): Rule => ({
  name,
  breach: ({ happenings }) => {
    const broken = happenings.find(isBroken);
    return broken === undefined ? null : wordsOf(broken);
  },
});

/** Whether anything came of it. */
export const isChanged = ({ before, after }: Happening): boolean => before !== after.snapshot;

export const wordsOf = ({ before, event, after }: Happening): string =>
  `${JSON.stringify(event)} in ${JSON.stringify(before.value)} leads to ${JSON.stringify(after.snapshot.value)} with ${after.effects.join(', ') || 'no effects'}`;
