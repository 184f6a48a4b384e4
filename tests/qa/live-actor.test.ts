/** Every path and refusal of every machine on a running actor, and wrong systems that must be noticed. */
import { describe, expect, test } from 'vitest';
import { expectedOfActor, liveActor } from '../../qa/live-actor.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { generatePaths, generateRefusals } from '../../qa/paths.ts';
import { runPath, runRefusals } from '../../qa/run-path.ts';
import { kettleModel } from './fixtures/kettle.model.ts';

describe.each([kettleModel, ...MODELS])('$name as a live actor', (model) => {
  test.each(generatePaths(model, 'edge'))('$id behaves as the model says', async (path) => {
    using system = liveActor(model);
    await runPath(path, system, expectedOfActor);
  });

  test.each(generateRefusals(model))(
    '$path.id ignores all events that it must ignore',
    async (refusals) => {
      using system = liveActor(model);
      await runRefusals(refusals, system, expectedOfActor);
    },
  );
});

describe('a system that differs from its model', () => {
  const paths = generatePaths(kettleModel, 'edge');
  const differences = [
    {
      what: 'a guard that never holds',
      machine: kettleModel.machine.provide({ guards: { canRefill: () => false } }),
    },
    {
      what: 'an eventless transition that is never taken',
      machine: kettleModel.machine.provide({ guards: { isWornOut: () => false } }),
    },
    {
      what: 'an effect on the context that is lost',
      machine: kettleModel.machine.provide({ actions: { countRefill: () => {} } }),
    },
  ];

  test.each(differences)('is noticed: $what', async ({ machine }) => {
    const outcomes = await Promise.allSettled(
      paths.map(async (path) => {
        using system = liveActor(kettleModel, machine);
        await runPath(path, system, expectedOfActor);
      }),
    );
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  });
});
