/** The user's own records from user events since the screen was opened; an answer to a call may be older. */
import { assign, setup } from 'xstate';

export interface PushedRecord {
  /** The higher revision is newer; a record without one never changes. */
  readonly revision?: number;
}

interface PushedRecordsContext<Pushed> {
  /** Records by their key, mostly the id. */
  readonly pushed: Readonly<Record<string, Pushed>>;
}

type PushedRecordsEvent<Pushed> =
  | { readonly type: 'record.pushed'; readonly key: string; readonly record: Pushed }
  /** Events may have been missed, so the records must be loaded again. */
  | { readonly type: 'updates.missed' };

/** `Pushed` is JSON. */
export function createPushedRecordsMachine<Pushed extends PushedRecord>() {
  type One = Extract<PushedRecordsEvent<Pushed>, { type: 'record.pushed' }>;
  return setup({
    types: {
      context: {} as PushedRecordsContext<Pushed>,
      events: {} as PushedRecordsEvent<Pushed>,
    },
    guards: {
      isNew: ({ context }, { key, record }: One) =>
        (record.revision ?? 0) >= (context.pushed[key]?.revision ?? 0),
    },
    actions: {
      keep: assign(({ context }, { key, record }: One) => ({
        pushed: { ...context.pushed, [key]: record },
      })),
      forget: assign({ pushed: {} }),
    },
  }).createMachine({
    id: 'pushedRecords',
    description: 'Own records as the live channel has sent them since a screen shows.',
    context: { pushed: {} },
    initial: 'listening',
    states: {
      listening: {
        description: 'Each record is kept in its latest version.',
        on: {
          'record.pushed': {
            description:
              'The record is no older than the kept one. A delayed older version is dropped.',
            guard: { type: 'isNew', params: ({ event }) => event },
            actions: { type: 'keep', params: ({ event }) => event },
          },
          'updates.missed': {
            description: 'Records that may be out of date are dropped.',
            actions: 'forget',
          },
        },
      },
    },
  });
}
