/** Every single transition of every machine changed or removed: the paths must notice each fault. */
import { describe, expect, test } from 'vitest';
import { declaredStates } from '../../machines/domain/explain/machine-shape.ts';
import { expectedOfActor, liveActor } from '../../qa/live-actor.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { generatePaths, generateRefusals, type Path } from '../../qa/paths.ts';
import { runPath, runRefusals, type System } from '../../qa/run-path.ts';
import type { Move } from '../../qa/walk.ts';
import { kettleModel } from './fixtures/kettle.model.ts';
import { mutantsOf, type Mutant } from './mutants.ts';

/** Mutants that behave exactly like the machine, by model, each with the reason. */
const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kettle: {
    'off.on.water.pour[1]: without guard': 'a kettle that can not be refilled is never off',
    'on.heating.invoke.onError[0]: retargeted to on.finished': 'being finished leads to off too',
  },
  submission: {
    'submitting.invoke.onDone[1]: without guard':
      'what is not granted is refused: nothing is unknown',
  },
  'keyed-submission': {
    'submitting.invoke.onError[0]: without guard': 'it always has a key',
  },
  'fiat-ad': {
    'posted.always[0]: without guard': 'it starts open',
  },
  'fiat-buy-ad': {
    'posted.always[1]: retargeted to alive': 'an ad that is alive begins suspended',
  },
  'fiat-order': {
    'confirming.inTime.after.confirmWindow[1]: retargeted to confirming.overtime':
      'overtime begins postponed',
  },
  'small-withdrawal': {
    'pendingReview: without entry': 'it approves itself',
    'cancelled: without entry': 'it is never pending, so nobody cancels it',
  },
};

interface Run {
  readonly path: Path;
  on(system: System): Promise<void>;
}

function runsOf(model: MachineModel): Run[] {
  return [
    ...generatePaths(model, 'edge').map((path) => ({
      path,
      on: (system: System) => runPath(path, system, expectedOfActor),
    })),
    ...generateRefusals(model).map((refusals) => ({
      path: refusals.path,
      on: (system: System) => runRefusals(refusals, system, expectedOfActor),
    })),
  ];
}

/** Steps until the path comes to the fault; Infinity for a path that passes it nowhere. */
function stepsUntil({ state, transition }: Mutant, { path }: Run): number {
  const trigger = transition?.replace(/ #\d+$/, '');
  const isAtFault = ({ transitions, visited }: Move): boolean =>
    trigger === undefined
      ? visited.includes(state)
      : transitions.some((id) => id.replace(/ #\d+$/, '') === trigger);
  const index = [path.start, ...path.steps].findIndex(isAtFault);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

/** Tries the shortest ways to the fault first: nearly all faults are noticed by one of them. */
async function isNoticed(model: MachineModel, runs: readonly Run[], mutant: Mutant) {
  const steps = new Map(runs.map((run) => [run, stepsUntil(mutant, run)]));
  const nearestFirst = runs.toSorted((a, b) => compareNumbers(steps.get(a), steps.get(b)));
  for (const run of nearestFirst) {
    try {
      using system = liveActor(model, mutant.machine);
      await run.on(system);
    } catch {
      return true;
    }
  }
  return false;
}

/** Two infinities are equal, which their difference does not say. */
const compareNumbers = (a = 0, b = 0): number => (a === b ? 0 : a - b);

describe.each([kettleModel, ...MODELS])('paths and refusals of $name', (model) => {
  const runs = runsOf(model);

  test('notice every single fault of a system', async () => {
    const survivors: string[] = [];
    const isReached = ({ transition }: Mutant) =>
      transition === null || !Object.hasOwn(model.unreachable ?? {}, transition);
    for (const mutant of mutantsOf(model.machine).filter(isReached))
      if (!(await isNoticed(model, runs, mutant))) survivors.push(mutant.name);

    expect(survivors).toEqual(Object.keys(EQUIVALENT[model.name] ?? {}));
  });
});

test('a state that one model of a machine cannot reach is reached by another model', () => {
  const everywhere = MODELS.flatMap(({ machine, unreachable = {} }) => {
    const others = MODELS.filter((model) => model.machine === machine);
    // No snapshot is ever in a state with an eventless exit, in any model.
    const leftAtOnce = new Set(
      declaredStates(machine)
        .filter(({ transitions }) =>
          transitions.some(({ trigger, guard }) => trigger.kind === 'always' && guard === null),
        )
        .map(({ path }) => path),
    );
    return Object.keys(unreachable).filter(
      (id) =>
        !leftAtOnce.has(id) && others.every((model) => Object.hasOwn(model.unreachable ?? {}, id)),
    );
  });

  expect(everywhere).toEqual([]);
});
