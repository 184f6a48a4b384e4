/** Alphabet of the user's own records from user events. */
import {
  createPushedRecordsMachine,
  type PushedRecord,
} from '../../machines/app/core/pushed-records.machine.ts';
import { defineModel, stateAnd } from './model.ts';

const pushed = (revision: number, label: string) =>
  ({
    event: { type: 'record.pushed', key: '7', record: { revision } },
    by: 'system',
    label,
  }) as const;

export const pushedRecordsModel = defineModel({
  name: 'pushed-records',
  machine: createPushedRecordsMachine<PushedRecord>(),
  input: undefined,
  cases: [
    pushed(1, 'a record arrives'),
    pushed(2, 'a newer version of it arrives'),
    { event: { type: 'updates.missed' }, by: 'system', label: 'updates may have been missed' },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.pushed),
  stateLabels: { listening: 'each record shows its latest version' },
  limit: 100,
});
