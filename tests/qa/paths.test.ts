/** The path generator: edge cover, shortest and simple paths. */
import { describe, expect, test } from 'vitest';
import { measureCoverage } from '../../qa/coverage.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { stateAnd, type MachineModel } from '../../qa/models/model.ts';
import { registrationModel } from '../../qa/models/registration.model.ts';
import {
  generatePaths,
  generateSimplePaths,
  pathThrough,
  PATH_KINDS,
  type Path,
} from '../../qa/paths.ts';
import { COUNTED_MAX } from '../../qa/simple-walks.ts';
import { kettleModel } from './fixtures/kettle.model.ts';

const labels = ({ steps }: Path): string[] => steps.map(({ label }) => label);

describe('the edge cover', () => {
  test.each([kettleModel, ...MODELS])(
    'of $name takes every transition and enters every state not declared unreachable',
    (model) => {
      const coverage = measureCoverage(model, generatePaths(model, 'edge'));

      expect(coverage.transitions.missed).toEqual([]);
      expect(coverage.states.missed).toEqual([]);
      expect(coverage.wronglyUnreachable).toEqual([]);
    },
  );

  test('contains expired delays, answers of actors, and raised and eventless transitions', () => {
    const steps = generatePaths(kettleModel, 'edge').flatMap((path) => path.steps);
    const taken = new Set(steps.flatMap(({ transitions }) => transitions));

    expect([...taken].toSorted()).toEqual([
      'off > always',
      'off > kettle.switchOn',
      'off > water.pour #1',
      'off > water.pour #2',
      'on > all steps done',
      'on > kettle.switchOff',
      'on.heating > heater done',
      'on.heating > heater failed',
      'on.warm > after warmPeriod',
    ]);
  });

  test('tries an event again in every kind of snapshot, including those where nothing changes', () => {
    const pourings = generatePaths(kettleModel, 'edge').filter((path) =>
      labels(path).includes('the user pours nothing'),
    );

    expect(pourings.map(labels)).toEqual([
      ['the user pours water', 'the user pours nothing'],
      ['the user pours nothing'],
    ]);
  });
});

describe('other kinds of paths', () => {
  test('shortest reaches each kind of snapshot with the fewest steps', () => {
    const ends = generatePaths(kettleModel, 'shortest').map(({ steps }) => steps.length);

    expect(Math.max(...ends)).toBe(3);
  });

  test('simple never visits a kind of snapshot twice', () => {
    for (const { start, steps } of generatePaths(kettleModel, 'simple')) {
      const keys = [start, ...steps].map(({ snapshot }) => kettleModel.key(snapshot));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('simple gives the requested number of walks, and reports how many exist and where they were cut', () => {
    const all = generateSimplePaths(kettleModel, { limit: 1_000 });
    expect(all).toMatchObject({ cutAt: null, count: all.paths.length });
    const few = generateSimplePaths(kettleModel, { limit: all.count - 1 });
    expect(few.count).toBe(all.count);
    expect(few.paths.length).toBeLessThan(all.count);
    expect(Math.max(...few.paths.map(({ steps }) => steps.length))).toBe(few.cutAt);
    const first = generateSimplePaths(kettleModel, { limit: 2, lengthMax: 3 });
    const short = generateSimplePaths(kettleModel, { limit: 1_000, lengthMax: 3 });
    expect(first.count).toBe(short.count);
    expect(first.paths.map(labels)).toEqual(short.paths.slice(0, 2).map(labels));
  });

  test('simple of a machine with an uncountable number of walks ends in seconds, and reports its progress', () => {
    const told: number[] = [];
    const found = generateSimplePaths(registrationModel, { limit: 100 }, (count) =>
      told.push(count),
    );
    expect(found.count).toBe(COUNTED_MAX);
    expect(told.at(-1)).toBe(COUNTED_MAX);
    expect(found.paths.length).toBeLessThanOrEqual(100);
  });

  test.each(PATH_KINDS)('%s comes out the same every time', (kind) => {
    const once = generatePaths(kettleModel, kind).map(labels);
    const again = generatePaths(kettleModel, kind).map(labels);

    expect(again).toEqual(once);
  });
});

const broken = (change: Partial<MachineModel>): MachineModel => ({ ...kettleModel, ...change });

/** A kettle that forgets the refills while it heats, and only then. */
const forgetfulKey: MachineModel['key'] = (snapshot) =>
  snapshot.matches({ on: 'heating' })
    ? stateAnd(snapshot)
    : stateAnd(snapshot, snapshot.context.refills);

describe('a model that contradicts its machine', () => {
  test('without a case for an event is refused by name', () => {
    const cases = kettleModel.cases.filter(({ event }) => event.type !== 'kettle.switchOff');

    expect(() => generatePaths(broken({ cases }), 'edge')).toThrow(
      'the model "kettle" has no case for: kettle.switchOff',
    );
  });

  test('whose key treats snapshots with different futures as equal is refused', () => {
    expect(() => generatePaths(broken({ key: forgetfulKey }), 'simple')).toThrow(
      'the key of the model "kettle" calls snapshots alike',
    );
  });

  test('that runs away stops at its limit', () => {
    const endless = broken({ input: { refillsMax: Number.POSITIVE_INFINITY }, limit: 50 });

    for (const kind of ['edge', 'simple'] as const)
      expect(() => generatePaths(endless, kind)).toThrow('Traversal limit exceeded');
  });

  test('that excuses a transition which paths take is refused', () => {
    const model = broken({ unreachable: { 'off > always': 'nobody wears it out' } });
    const coverage = measureCoverage(model, generatePaths(model, 'edge'));

    expect(coverage.wronglyUnreachable).toEqual(['off > always']);
  });
});

describe('a walk in words', () => {
  test('names a step that has no effect in its position, and those that have one', () => {
    const walk = (...words: readonly string[]) => pathThrough(kettleModel, 'written', words);

    expect(walk('the user switches it on').steps).toHaveLength(1);
    expect(() => walk('the user switches it on', 'the user sings')).toThrow(
      /^"the user sings" does nothing to the kettle where it is then; possible is .*"the user switches it off"/,
    );
    expect(() => walk('the user switches it off')).toThrow(
      /possible is .*"the user switches it on"/,
    );
  });
});
