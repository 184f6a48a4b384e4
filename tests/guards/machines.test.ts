/** The guard of names and descriptions in machines. */
import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import type { MachineModel } from '../../qa/models/model.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { kettleModel } from '../qa/fixtures/kettle.model.ts';
import { checkMachine } from './rules/machines.ts';
import { parseSource, type SourceFile } from './support/source-file.ts';
import { readSources } from './support/tree.ts';

test.each([...MODELS])('$name is named and described throughout', (model) => {
  expect(checkMachine(model)).toEqual([]);
});

/** The list of all models, which are walked and documented. */
const REGISTRY = 'qa/models/registry.ts';

/**
 * Returns the machines and models that the registry does not reach. A machine counts when a model or a machine that
 * counts imports it: the server's description of a record imports its machine, too, but walks nothing.
 */
function unreached(sources: readonly SourceFile[]): string[] {
  const walkable = new Map(
    sources
      .filter(({ path }) => /^qa\/models\/|^machines\/.*\.machine\.ts$/.test(path))
      .map((source) => [source.path, source]),
  );
  const reached = new Set([REGISTRY]);
  // The loop also visits the files that are added during it.
  for (const path of reached)
    for (const { file, isTypeOnly } of walkable.get(path)?.imports ?? [])
      if (file !== null && !isTypeOnly && walkable.has(file)) reached.add(file);
  return [...walkable.keys()].filter(
    (path) => /\.(?:machine|model)\.ts$/.test(path) && !reached.has(path),
  );
}

test('every machine has a model, so that it is walked and documented', () => {
  expect(unreached(readSources())).toEqual([]);
});

describe('a planted fault is found', () => {
  const machine = setup({
    types: { context: {} as { tries: number }, events: {} as { type: 'GO' } | { type: 'a.b' } },
  }).createMachine({
    id: 'planted',
    description: 'Everything is wrong here.',
    context: { tries: 0 },
    initial: 'Idle',
    states: {
      Idle: {
        description: 'Waits.',
        entry: assign({ tries: 1 }),
        on: {
          GO: { target: 'busy', description: 'Goes.' },
          'a.b': { guard: () => true, actions: () => {}, description: 'Acts.' },
        },
      },
      busy: { after: { 1000: 'Idle' } },
    },
  });
  const model = { ...kettleModel, name: 'planted', machine } as unknown as MachineModel;

  test('inline guards, actions and delays, missing words, names out of style', () => {
    expect(checkMachine(model)).toEqual([
      'planted: Idle: states are camelCase nouns',
      'planted: Idle: name the inline xstate.assign action in setup()',
      'planted: Idle > GO: events are noun.verb',
      'planted: Idle > a.b: name the guard in setup()',
      'planted: Idle > a.b: name the inline action in setup()',
      'planted: busy: give the state a description',
      'planted: busy > after 1000: give the transition a description',
      'planted: busy > after 1000: name the delay in setup()',
    ]);
  });

  test('a machine that only its description of the record imports, and a model that is not in the list', () => {
    const planted = [
      ['machines/domain/tea/tea.machine.ts', ''],
      ['machines/domain/tea/tea.kind.ts', "import { teaMachine } from './tea.machine.ts';"],
      ['qa/models/cup.model.ts', "import { cupMachine } from '../../machines/app/cup.machine.ts';"],
      ['machines/app/cup.machine.ts', ''],
    ] as const;
    const sources = [...readSources(), ...planted.map(([path, text]) => parseSource(path, text))];
    expect(unreached(sources).toSorted()).toEqual([
      'machines/app/cup.machine.ts',
      'machines/domain/tea/tea.machine.ts',
      'qa/models/cup.model.ts',
    ]);
  });
});
