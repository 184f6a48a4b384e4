/** The transitions that a record has taken, as its chart shows them. */
import {
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { declaredTransitions } from '../../machines/domain/explain/machine-shape.ts';
import { takenAtStart, takenTransitions } from '../../machines/domain/explain/taken-transitions.ts';
import { fiatAdMachine } from '../../machines/domain/fiat/fiat-ad.machine.ts';

/** A machine that continues by itself after a push, twice when the push is hard; a delay leads out. */
const gate = setup({
  types: {
    context: {} as { readonly isHard: boolean },
    events: {} as { readonly type: 'gate.push'; readonly isHard: boolean },
  },
  delays: { patience: 1_000 },
  guards: { isHard: ({ context }) => context.isHard },
}).createMachine({
  id: 'gate',
  context: { isHard: false },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'gate.push': [
          {
            guard: ({ event }) => event.isHard,
            target: 'moving',
            actions: assign({ isHard: true }),
          },
          { target: 'moving' },
        ],
      },
    },
    moving: { always: [{ guard: 'isHard', target: 'broken' }, { target: 'open' }] },
    broken: { always: 'lost' },
    open: { after: { patience: 'closed' } },
    lost: { type: 'final' },
  },
});

const start = (machine: AnyStateMachine): AnyMachineSnapshot => initialTransition(machine)[0];

describe('the transitions that an event takes', () => {
  test.each([
    [false, ['closed > gate.push #2', 'moving > always #2']],
    [true, ['closed > gate.push #1', 'moving > always #1', 'broken > always']],
  ])(
    'include those whose rules hold, and the eventless ones that follow (hard: %s)',
    (isHard, ids) => {
      const event = { type: 'gate.push', isHard } as const;

      expect(takenTransitions(gate, start(gate), event)).toEqual(ids);
      const declared = declaredTransitions(gate).map(({ id }) => id);
      expect(declared).toEqual(expect.arrayContaining(ids));
    },
  );

  test('include those of an expired delay', () => {
    const [open] = transition(gate, start(gate) as never, { type: 'gate.push', isHard: false });
    const event = { type: 'xstate.after.patience.gate.open' };

    expect(takenTransitions(gate, open, event)).toEqual(['open > after patience']);
  });

  test('are empty where the state does not accept the event', () => {
    expect(takenTransitions(gate, start(gate), { type: 'gate.pull' })).toEqual([]);
  });
});

test('an ad takes the eventless transition that its merchant chose', () => {
  const input = { merchantId: 1, side: 'sell', total: '5' } as const;

  expect(takenAtStart(fiatAdMachine, { ...input, opensAtOnce: true })).toEqual([
    'posted > always #1',
  ]);
  expect(takenAtStart(fiatAdMachine, { ...input, opensAtOnce: false })).toEqual([
    'posted > always #2',
  ]);
});
