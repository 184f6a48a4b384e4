/** Alphabet of the user's own records from user events. */
import {
  createToldRecordsMachine,
  type ToldRecord,
} from '../../machines/app/core/told-records.machine.ts';
import { defineModel, stateAnd } from './model.ts';

const told = (revision: number, label: string) =>
  ({
    event: { type: 'record.told', key: '7', record: { revision } },
    by: 'system',
    label,
  }) as const;

export const toldRecordsModel = defineModel({
  name: 'told-records',
  machine: createToldRecordsMachine<ToldRecord>(),
  input: undefined,
  cases: [
    told(1, 'a record arrives'),
    told(2, 'a newer version of it arrives'),
    { event: { type: 'news.missed' }, by: 'system', label: 'updates may have been missed' },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.told),
  stateLabels: { listening: 'each record shows its latest version' },
  limit: 100,
});
