/** Alphabet of the check of a fast contract. */
import {
  createSettlementCheckMachine,
  SETTLEMENT_BYTES_MAX,
} from '../../machines/app/micro/settlement-check.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const file = { kind: 'file', id: 'f1', name: 'settlement.json', bytes: 200_000 } as const;
const receipt = { kind: 'receipt', token: 'q83vEjRWeJCrze8SNFZ4kA' } as const;

export const settlementCheckModel = defineModel({
  name: 'settlement-check',
  machine: createSettlementCheckMachine<string>(),
  input: undefined,
  cases: [
    {
      event: { type: 'source.choose', source: file },
      by: 'user',
      label: 'the user chooses a file',
    },
    {
      event: { type: 'source.choose', source: { ...file, bytes: SETTLEMENT_BYTES_MAX + 1 } },
      by: 'user',
      label: 'the user chooses a file that is too large',
    },
    {
      event: { type: 'source.choose', source: receipt },
      by: 'user',
      label: 'the user opens the address of an order',
    },
    { event: { type: 'check.retry' }, by: 'user', label: 'the user asks for another check' },
    {
      event: actorDone('check', { ok: true, value: 'a report' }),
      by: 'system',
      label: 'the record is computed',
    },
    {
      event: actorDone('check', { ok: false, problem: 'unreadable' }),
      by: 'system',
      label: 'the file is no record',
    },
    {
      event: actorDone('check', { ok: false, problem: 'request_timeout' }),
      by: 'system',
      label: 'the exchange does not answer',
    },
    { event: actorFailed('check', 'unforeseen'), by: 'system', label: 'it fails unexpectedly' },
  ],
  key: (snapshot) =>
    stateAnd(
      snapshot,
      snapshot.context.source?.kind ?? null,
      snapshot.context.report !== null,
      snapshot.context.problem,
    ),
  stateLabels: {
    empty: 'a file can be chosen',
    checking: 'the check is awaited',
    checked: 'the ten verdicts are shown',
    failed: 'the reason is shown',
  },
  limit: 1_000,
});
