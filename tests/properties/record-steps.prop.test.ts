/** Properties of the runner for the machines of all records, for any sequence of events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { answeredLetters, caseLetters, type Letter } from '../../qa/alphabet.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { RECORD_LIFECYCLES } from '../../server/areas/operator/operator.area.ts';
import { expectedTimers } from '../../server/kit/lifecycle/after-ids.ts';
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';
import {
  beginLife,
  takeEvent,
  type MachineStep,
} from '../../server/kit/lifecycle/machine-steps.ts';
import { restoreSnapshot, storedSnapshot } from '../../server/kit/lifecycle/stored-snapshots.ts';
import { PARCEL } from '../support/parcel-machine.ts';

type Snapshot = SnapshotFrom<AnyStateMachine>;

const COURSES = Object.values(RECORD_LIFECYCLES).flatMap((spec) =>
  MODELS.filter(({ machine }) => machine === spec.machine).map((model) => ({
    name: model.name,
    spec,
    model,
  })),
);

/** The answers of database and machine to a step. */
const written = ({ snapshot, effects, timers }: MachineStep<AnyStateMachine>) => ({
  snapshot: storedSnapshot(snapshot),
  effects: JSON.parse(JSON.stringify(effects)) as unknown,
  timers,
});
const restored = (spec: LifecycleSpec, snapshot: Snapshot): Snapshot =>
  restoreSnapshot(spec, {
    machineVersion: spec.version,
    snapshot: JSON.parse(JSON.stringify(storedSnapshot(snapshot))),
  });
const nameOf = ({ stateId, delayName }: { stateId: string; delayName: string }) =>
  `${stateId} ${delayName}`;

/** Usually the machine's own answer, so that sequences get far. */
function pick(model: MachineModel, snapshot: Snapshot, choice: number): Letter | undefined {
  const present = snapshot as AnyMachineSnapshot;
  const legal = answeredLetters(model, present);
  const letters = choice % 4 === 0 || legal.length === 0 ? caseLetters(model) : legal;
  return letters[choice % letters.length];
}

describe.each(COURSES)('$name', ({ spec, model }) => {
  test('a restored record accepts and refuses the same events as the live one, and has the same running delays', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 25, size: 'max' }), (choices) => {
        const start = beginLife(spec.machine, model.input);
        let living: Snapshot = start.snapshot;
        const running = new Set<string>();
        const follow = ({ timers }: MachineStep<AnyStateMachine>) => {
          for (const timer of timers)
            if (timer.delayMs === null) running.delete(nameOf(timer));
            else running.add(nameOf(timer));
        };
        follow(start);
        for (const choice of choices) {
          const letter = pick(model, living, choice);
          if (letter === undefined) return;
          const event = letter.eventAt(living as AnyMachineSnapshot);
          // The runner deletes a timer that fires.
          const after = /^xstate\.after\.([^.]+)\.(.+)$/.exec(event.type);
          const next = takeEvent(spec.machine, living, event);
          const stored = takeEvent(spec.machine, restored(spec, living), event);
          expect(stored && written(stored)).toEqual(next && written(next));
          if (next === null) continue;
          if (after) running.delete(`${after[2]} ${after[1]}`);
          follow(next);
          living = next.snapshot;
          const expected = expectedTimers(spec.machine, restored(spec, living)).map(nameOf);
          expect([...running].toSorted()).toEqual(expected.toSorted());
        }
      }),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});

test('a delay has the length that its state gives it', () => {
  const { machine } = PARCEL;
  const packed = takeEvent(machine, beginLife(machine, { parcelId: 1 }).snapshot, {
    type: 'parcel.pack',
    items: 3,
  });
  const sent = packed && takeEvent(machine, packed.snapshot, { type: 'parcel.send' });
  expect(sent && expectedTimers(machine, sent.snapshot)).toEqual([
    { stateId: 'parcel.onTheWay', delayName: 'travelTime', delayMs: 3_000 },
  ]);
  expect(sent?.timers).toContainEqual({
    stateId: 'parcel.onTheWay',
    delayName: 'travelTime',
    delayMs: 3_000,
  });
});
