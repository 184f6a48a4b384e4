/** Alphabet of the Web Push opt-in. */
import {
  pushOptInMachine,
  type PushStanding,
} from '../../machines/app/core/push-opt-in.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const settled = (value: PushStanding, label: string) =>
  ({ event: actorDone('settle', { ok: true, value }), by: 'system', label }) as const;

export const pushOptInModel = defineModel({
  name: 'push-opt-in',
  machine: pushOptInMachine,
  input: undefined,
  cases: [
    settled('on', 'the browser receives messages'),
    settled('off', 'the browser receives no messages'),
    settled('denied', 'the settings of the browser forbid it'),
    settled('unsupported', 'the browser cannot receive messages'),
    settled('unavailable', 'the installation sends nothing'),
    {
      event: actorDone('settle', { ok: false, error: 'network_failed' }),
      by: 'system',
      label: 'the server does not answer',
    },
    {
      event: actorFailed('settle', 'unforeseen'),
      by: 'system',
      label: 'the browser fails unexpectedly',
    },
    { event: { type: 'push.turnOn' }, by: 'user', label: 'the user turns push notices on' },
    { event: { type: 'push.turnOff' }, by: 'user', label: 'the user turns push notices off' },
    { event: { type: 'push.look' }, by: 'user', label: 'the user has changed the settings' },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.wish, snapshot.context.problem),
  stateLabels: {
    settling: 'the switch is busy',
    on: 'the switch is on',
    off: 'the switch is off',
    denied: 'it says that the browser forbids notices, and offers to look again',
    unsupported: 'it says that this browser cannot receive messages',
    unavailable: 'nothing is offered',
  },
  limit: 1_000,
});
