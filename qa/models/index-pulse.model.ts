/** Alphabet of the pulse of the index. */
import { indexPulseMachine } from '../../machines/app/micro/index-pulse.machine.ts';
import { defineModel, stateAnd } from './model.ts';

export const indexPulseModel = defineModel({
  name: 'index-pulse',
  machine: indexPulseMachine,
  input: undefined,
  cases: [{ event: { type: 'point.arrive' }, by: 'system', label: 'a point of the index arrives' }],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    waiting: 'the first point is awaited',
    live: 'orders can be sent and countdowns run',
    silent: 'the page says that no prices arrive',
  },
  limit: 100,
});
