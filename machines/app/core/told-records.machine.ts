/** Own records as they were told since a screen shows: what was read by call may be older. */
import { assign, setup } from 'xstate';

export interface ToldRecord {
  /** The higher one is the newer; a record without never changes. */
  readonly revision?: number;
}

export interface ToldRecordsContext<Told> {
  /** By whatever tells them apart, mostly their id. */
  readonly told: Readonly<Record<string, Told>>;
}

export type ToldRecordsEvent<Told> =
  | { readonly type: 'record.told'; readonly key: string; readonly record: Told }
  /** What was told may have gone on without a word: it is read again. */
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
    description: 'Own records as they were told since a screen shows.',
    context: { told: {} },
    initial: 'listening',
    states: {
      listening: {
        description: 'Each record is kept as it was told last.',
        on: {
          'record.told': {
            description:
              'It is no older than what is kept: one that was on its way for longer is left out.',
            guard: { type: 'isNews', params: ({ event }) => event },
            actions: { type: 'keep', params: ({ event }) => event },
          },
          'news.missed': {
            description: 'Nothing is kept of what may be out of date.',
            actions: 'forget',
          },
        },
      },
    },
  });
}
