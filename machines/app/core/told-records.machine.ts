/** The user's own records from user events since the screen was opened; an answer to a call may be older. */
import { assign, setup } from 'xstate';

export interface ToldRecord {
  /** The higher revision is newer; a record without one never changes. */
  readonly revision?: number;
}

export interface ToldRecordsContext<Told> {
  /** Records by their key, mostly the id. */
  readonly told: Readonly<Record<string, Told>>;
}

export type ToldRecordsEvent<Told> =
  | { readonly type: 'record.told'; readonly key: string; readonly record: Told }
  /** Events may have been missed, so the records must be loaded again. */
  | { readonly type: 'news.missed' };

/** `Told` is JSON. */
export function createToldRecordsMachine<Told extends ToldRecord>() {
  type One = Extract<ToldRecordsEvent<Told>, { type: 'record.told' }>;
  return setup({
    types: {
      context: {} as ToldRecordsContext<Told>,
      events: {} as ToldRecordsEvent<Told>,
    },
    guards: {
      isNews: ({ context }, { key, record }: One) =>
        (record.revision ?? 0) >= (context.told[key]?.revision ?? 0),
    },
    actions: {
      keep: assign(({ context }, { key, record }: One) => ({
        told: { ...context.told, [key]: record },
      })),
      forget: assign({ told: {} }),
    },
  }).createMachine({
    id: 'toldRecords',
    description: 'Own records as the live channel has sent them since a screen shows.',
    context: { told: {} },
    initial: 'listening',
    states: {
      listening: {
        description: 'Each record is kept in its latest version.',
        on: {
          'record.told': {
            description:
              'The record is no older than the kept one. A delayed older version is dropped.',
            guard: { type: 'isNews', params: ({ event }) => event },
            actions: { type: 'keep', params: ({ event }) => event },
          },
          'news.missed': {
            description: 'Records that may be out of date are dropped.',
            actions: 'forget',
          },
        },
      },
    },
  });
}
