/** Alphabet of one button's call about one record. */
import { recordActionMachine } from '../../machines/app/core/record-action.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

export const recordActionModel = defineModel({
  name: 'record-action',
  machine: recordActionMachine,
  input: undefined,
  cases: [
    {
      event: actorDone('act', { ok: true, value: null }),
      by: 'system',
      label: 'the server grants it',
    },
    {
      event: actorDone('act', { ok: false, error: 'record_changed' }),
      by: 'system',
      label: 'the server refuses it',
    },
    {
      event: actorFailed('act', 'unforeseen'),
      by: 'system',
      label: 'it fails unexpectedly',
    },
  ],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    pending: 'the button waits',
    granted: 'it is done',
    refused: 'the button can be pressed again',
  },
  limit: 100,
});
