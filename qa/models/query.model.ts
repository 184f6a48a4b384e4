/** Alphabet of a cached reading call. */
import { createQueryMachine } from '../../machines/app/core/query.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

export const queryModel = defineModel({
  name: 'query',
  machine: createQueryMachine<string>(),
  input: undefined,
  cases: [
    {
      event: actorDone('load', { ok: true, value: 'an answer' }),
      by: 'system',
      label: 'the answer comes',
    },
    {
      event: actorDone('load', { ok: false, error: 'service_unavailable' }),
      by: 'system',
      label: 'the server refuses the call',
    },
    {
      event: actorFailed('load', 'unforeseen'),
      by: 'system',
      label: 'the call fails unexpectedly',
    },
    { event: { type: 'query.retry' }, by: 'user', label: 'the user asks for another try' },
    { event: { type: 'query.refresh' }, by: 'system', label: 'the answer may be out of date' },
  ],
  key: (snapshot) =>
    stateAnd(snapshot, snapshot.context.data !== null, snapshot.context.refusal !== null),
  stateLabels: {
    'asking.loading': 'the first answer is awaited',
    'asking.refreshing': 'the older answer is shown while a new one is awaited',
    success: 'an answer is shown',
    failure: 'the failure and a retry are shown',
  },
  limit: 1_000,
});
