/** Alphabet of the query for a command's outcome: the server, the network, the waiting user. */
import {
  createCommandOutcomeMachine,
  type AskedOutcome,
} from '../../machines/app/core/command-outcome.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

type Asked = AskedOutcome<{ readonly id: string }>;
const asked = (answer: Asked) => actorDone('ask', answer);

export const commandOutcomeModel = defineModel({
  name: 'command-outcome',
  machine: createCommandOutcomeMachine<{ readonly id: string }>(),
  input: { key: 'key-of-the-intent', expiresAt: 10_000 },
  cases: [
    {
      event: asked({
        ok: true,
        value: { state: 'answered', answer: { ok: true, value: { id: '1' } } },
      }),
      by: 'system',
      label: 'the server says that the command was carried out',
    },
    {
      event: asked({
        ok: true,
        value: { state: 'answered', answer: { ok: false, error: 'insufficient_balance' } },
      }),
      by: 'system',
      label: 'the server says that the command was refused',
    },
    {
      event: asked({ ok: true, value: { state: 'not_executed' } }),
      by: 'system',
      label: 'the server says that the command was not carried out in time',
    },
    {
      event: asked({ ok: true, value: { state: 'forgotten' } }),
      by: 'system',
      label: 'the server no longer knows of the command',
    },
    {
      event: asked({ ok: true, value: { state: 'pending' } }),
      by: 'system',
      label: 'the server says that the command may still come about',
    },
    {
      event: asked({ ok: false, error: 'network_failed' }),
      by: 'system',
      label: 'the question is not answered',
    },
    {
      event: actorFailed('ask', 'unforeseen'),
      by: 'system',
      label: 'the question fails unexpectedly',
    },
    { event: { type: 'network.lost' }, by: 'system', label: 'the device loses its network' },
    { event: { type: 'network.back' }, by: 'system', label: 'the device has a network again' },
    { event: { type: 'outcome.ask' }, by: 'user', label: 'the user asks at once' },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.fate),
  stateLabels: {
    'seeking.asking': 'the server is asked what became of the command',
    'seeking.pausing': 'the server will be asked again in a moment',
    'seeking.offline': 'the server will be asked once the device has a network',
    found: 'it is known what became of the command',
  },
  limit: 1_000,
});
