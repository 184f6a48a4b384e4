/** Alphabet of the check of a published allocation. */
import { createAllocationCheckMachine } from '../../machines/app/ieo/allocation-check.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

export const allocationCheckModel = defineModel({
  name: 'allocation-check',
  machine: createAllocationCheckMachine<string>(),
  input: undefined,
  cases: [
    { event: { type: 'check.begin' }, by: 'user', label: 'the user asks for the check' },
    {
      event: actorDone('check', { ok: true, value: 'a verdict' }),
      by: 'system',
      label: 'the allocation is computed',
    },
    {
      event: actorDone('check', { ok: false, error: 'request_timeout' }),
      by: 'system',
      label: 'the exchange does not answer',
    },
    { event: actorFailed('check', 'unforeseen'), by: 'system', label: 'it fails unexpectedly' },
  ],
  key: (snapshot) =>
    stateAnd(snapshot, snapshot.context.verdict !== null, snapshot.context.problem),
  stateLabels: {
    idle: 'the check can be started',
    checking: 'the check is awaited',
    checked: 'the verdict is shown',
    failed: 'the reason is shown',
  },
  limit: 1_000,
});
