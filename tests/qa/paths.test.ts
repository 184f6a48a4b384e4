import { describe, expect, test } from 'vitest';
import { measureCoverage } from '../../qa/coverage.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { stateAnd, type MachineModel } from '../../qa/models/model.ts';
import { generatePaths, PATH_KINDS, type Path } from '../../qa/paths.ts';
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

  test('tries an event again in every kind of snapshot, also where nothing changes', () => {
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

  test.each(PATH_KINDS)('%s comes out the same every time', (kind) => {
    const once = generatePaths(kettleModel, kind).map(labels);
    const again = generatePaths(kettleModel, kind).map(labels);

    expect(again).toEqual(once);
  });
});

const broken = (change: Partial<MachineModel>): MachineModel => ({ ...kettleModel, ...change });

/** Forgets the refills while the kettle heats, and only then. */
const forgetfulKey: MachineModel['key'] = (snapshot) =>
  snapshot.matches({ on: 'heating' })
    ? stateAnd(snapshot)
    : stateAnd(snapshot, snapshot.context.refills);

describe('a model that can not be right', () => {
  test('without a case for an event is refused by name', () => {
    const cases = kettleModel.cases.filter(({ event }) => event.type !== 'kettle.switchOff');

    expect(() => generatePaths(broken({ cases }), 'edge')).toThrow(
      'the model "kettle" has no case for: kettle.switchOff',
    );
  });

  test('whose key calls snapshots alike that go on differently is refused', () => {
    expect(() => generatePaths(broken({ key: forgetfulKey }), 'simple')).toThrow(
      'the key of the model "kettle" calls snapshots alike',
    );
  });

  test('that runs away stops at its limit', () => {
    const endless = broken({ input: { refillsMax: Number.POSITIVE_INFINITY }, limit: 50 });

    expect(() => generatePaths(endless, 'edge')).toThrow('Traversal limit exceeded');
  });

  test('that excuses a transition which paths do take is told so', () => {
    const model = broken({ unreachable: { 'off > always': 'nobody wears it out' } });
    const coverage = measureCoverage(model, generatePaths(model, 'edge'));

    expect(coverage.wronglyUnreachable).toEqual(['off > always']);
  });
});
