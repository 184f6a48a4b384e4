/** The check of a published allocation: the browser reads its lists and computes it again. */
import { assign, setup } from 'xstate';
import { promiseActor } from '../core/actors.ts';
import type { CallAnswer, ProblemName } from '../core/problem.ts';

interface AllocationCheckContext<Verdict> {
  readonly verdict: Verdict | null;
  readonly problem: ProblemName | null;
}

type AllocationCheckEvent = { readonly type: 'check.begin' };

/** The provided actor `check` reads the lists and computes the allocation again. */
export function createAllocationCheckMachine<Verdict>() {
  return setup({
    types: {
      context: {} as AllocationCheckContext<Verdict>,
      events: {} as AllocationCheckEvent,
      children: {} as { check: 'check' },
      tags: '' as 'busy',
    },
    actors: { check: promiseActor<CallAnswer<Verdict>>('check') },
    guards: {
      isComputed: (_, answer: CallAnswer<Verdict>) => answer.ok,
    },
    actions: {
      forget: assign({ verdict: null, problem: null }),
      keepVerdict: assign((_, answer: CallAnswer<Verdict>) =>
        answer.ok ? { verdict: answer.value } : {},
      ),
      keepProblem: assign((_, { problem }: { problem: ProblemName }) => ({ problem })),
    },
  }).createMachine({
    id: 'allocationCheck',
    description: 'The check of a published allocation.',
    context: { verdict: null, problem: null },
    initial: 'idle',
    on: {
      'check.begin': {
        description: 'The user asks for the check.',
        target: '.checking',
        actions: 'forget',
      },
    },
    states: {
      idle: { description: 'Nothing is checked yet.' },
      checking: {
        description: 'The lists are read and the allocation is computed again.',
        tags: 'busy',
        on: {
          'check.begin': { description: 'The check is running already.' },
        },
        invoke: {
          id: 'check',
          src: 'check',
          onDone: [
            {
              description: 'The allocation has a verdict.',
              guard: { type: 'isComputed', params: ({ event }) => event.output },
              target: 'checked',
              actions: { type: 'keepVerdict', params: ({ event }) => event.output },
            },
            {
              description: 'The exchange did not answer.',
              target: 'failed',
              actions: {
                type: 'keepProblem',
                params: ({ event }) => ({
                  problem: event.output.ok ? 'unexpected_reply' : event.output.error,
                }),
              },
            },
          ],
          onError: {
            description: 'The check failed unexpectedly.',
            target: 'failed',
            actions: { type: 'keepProblem', params: { problem: 'unexpected_reply' } },
          },
        },
      },
      checked: { description: 'The verdict is shown.' },
      failed: { description: 'The reason is shown.' },
    },
  });
}
