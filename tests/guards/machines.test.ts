/** The guard of names and descriptions in machines. */
import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import type { MachineModel } from '../../qa/models/model.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { kettleModel } from '../qa/fixtures/kettle.model.ts';
import { checkMachine } from './rules/machines.ts';
import { readSources } from './support/tree.ts';

test.each([...MODELS])('$name is named and described throughout', (model) => {
  expect(checkMachine(model)).toEqual([]);
});

test('every machine has a model, so that it is walked and documented', () => {
  const sources = readSources().filter(({ path }) => /^(?:machines|qa\/models)\//.test(path));
  const reached = new Set(
    sources.flatMap(({ imports }) => imports.flatMap(({ file }) => (file === null ? [] : [file]))),
  );
  const machines = sources.map(({ path }) => path).filter((path) => path.endsWith('.machine.ts'));

  expect(machines.filter((path) => !reached.has(path))).toEqual([]);
  const models = sources.map(({ path }) => path).filter((path) => path.endsWith('.model.ts'));
  expect(models.filter((path) => !reached.has(path))).toEqual([]);
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
});
