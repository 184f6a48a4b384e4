/** The check of one fast contract: its record is read from a file or from the exchange, and computed again. */
import { assign, setup } from 'xstate';
import { promiseActor } from '../core/actors.ts';
import type { ProblemName } from '../core/problem.ts';

/** Place of the record: a chosen file, which the app keeps under `id`, or a receipt at the exchange. */
export type CheckSource =
  | { readonly kind: 'file'; readonly id: string; readonly name: string; readonly bytes: number }
  | { readonly kind: 'receipt'; readonly token: string };

/**
 * unreadable: the text is no settlement file. too_large: no settlement file is so large. library_missing: a part of the page
 * that this browser needs did not load.
 */
export type CheckProblem = 'unreadable' | 'too_large' | 'library_missing' | ProblemName;

export type CheckAnswer<Report> =
  | { readonly ok: true; readonly value: Report }
  | { readonly ok: false; readonly problem: CheckProblem };

interface SettlementCheckContext<Report> {
  readonly source: CheckSource | null;
  readonly report: Report | null;
  readonly problem: CheckProblem | null;
}

type SettlementCheckEvent =
  | { readonly type: 'source.choose'; readonly source: CheckSource }
  | { readonly type: 'check.retry' };

/** Bytes of the largest file that is read; those of a contract have about 200,000. */
export const SETTLEMENT_BYTES_MAX = 5_000_000;

/** The provided actor `check` reads the record and computes it again. */
export function createSettlementCheckMachine<Report>() {
  return setup({
    types: {
      context: {} as SettlementCheckContext<Report>,
      events: {} as SettlementCheckEvent,
      children: {} as { check: 'check' },
      tags: '' as 'busy',
    },
    actors: {
      check: promiseActor<CheckAnswer<Report>, { source: CheckSource | null }>('check'),
    },
    guards: {
      isTooLarge: (_, { source }: { source: CheckSource }) =>
        source.kind === 'file' && source.bytes > SETTLEMENT_BYTES_MAX,
      isRetryable: ({ context }) => context.problem !== 'too_large',
      isComputed: (_, answer: CheckAnswer<Report>) => answer.ok,
    },
    actions: {
      take: assign((_, { source }: { source: CheckSource }) => ({
        source,
        report: null,
        problem: null,
      })),
      keepReport: assign((_, answer: CheckAnswer<Report>) =>
        answer.ok ? { report: answer.value } : {},
      ),
      keepProblem: assign((_, { problem }: { problem: CheckProblem }) => ({ problem })),
    },
  }).createMachine({
    id: 'settlementCheck',
    description: 'The check of one fast contract.',
    context: { source: null, report: null, problem: null },
    initial: 'empty',
    on: {
      'source.choose': [
        {
          description: 'The file is too large for a settlement file.',
          guard: { type: 'isTooLarge', params: ({ event }) => event },
          target: '.failed',
          actions: [
            { type: 'take', params: ({ event }) => event },
            { type: 'keepProblem', params: { problem: 'too_large' } },
          ],
        },
        {
          description: 'The record is checked immediately and replaces an earlier one.',
          target: '.checking',
          reenter: true,
          actions: { type: 'take', params: ({ event }) => event },
        },
      ],
    },
    states: {
      empty: { description: 'Nothing is chosen.' },
      checking: {
        description: 'The record is read and computed again.',
        tags: 'busy',
        invoke: {
          id: 'check',
          src: 'check',
          input: ({ context }) => ({ source: context.source }),
          onDone: [
            {
              description: 'Everything that could be checked has a verdict.',
              guard: { type: 'isComputed', params: ({ event }) => event.output },
              target: 'checked',
              actions: { type: 'keepReport', params: ({ event }) => event.output },
            },
            {
              description:
                'There is no record, the exchange did not answer, or a part of the page did not load.',
              target: 'failed',
              actions: {
                type: 'keepProblem',
                params: ({ event }) => ({
                  problem: event.output.ok ? 'unreadable' : event.output.problem,
                }),
              },
            },
          ],
          onError: {
            description: 'The file could not be read.',
            target: 'failed',
            actions: { type: 'keepProblem', params: { problem: 'unreadable' } },
          },
        },
      },
      checked: {
        description: 'The verdicts are shown.',
        on: {
          'check.retry': {
            description: 'The user asks again, because a minute was not signed yet.',
            target: 'checking',
          },
        },
      },
      failed: {
        description: 'The reason is shown.',
        on: {
          'check.retry': {
            description: 'The user tries the same record again.',
            guard: 'isRetryable',
            target: 'checking',
          },
        },
      },
    },
  });
}
