/** Alphabet of the small forms, once with a call that moves money and once with one that does not. */
import { LIMITS } from '../../contract/limits.ts';
import { createSubmissionMachine } from '../../machines/app/submission.machine.ts';
import type { SubmissionRules } from '../../machines/app/submission.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd, type MachineModel } from './model.ts';

interface ExampleFields extends Readonly<Record<string, string>> {
  readonly amount: string;
  readonly password: string;
}
interface ExampleFacts {
  readonly minimum: number;
}

const SENT_AT_MS = 1_000;
const submit = { type: 'form.submit', key: 'k'.repeat(32), nowMs: SENT_AT_MS } as const;

const RULES: SubmissionRules<ExampleFields, ExampleFacts> = {
  empty: { amount: '', password: '' },
  problems: ({ amount }, { minimum }) =>
    Number(amount) < minimum ? [{ field: 'amount', error: 'amount_too_small' }] : [],
  refusals: { insufficient_balance: 'amount' },
  secrets: ['password'],
};
/** One for both models: what one of them can not reach, the other does. */
const machine = createSubmissionMachine<ExampleFields, ExampleFacts, { id: string }>(RULES);

const FREE_CALL = 'the call of this form moves no money: it is simply made again';
const PAID_CALL = 'the call of this form may have moved money: it is asked for again';

/** What each kind of form never does. */
const UNREACHABLE = {
  free: {
    unknown: FREE_CALL,
    'submitting > send done #3': FREE_CALL,
    'submitting > send failed #1': FREE_CALL,
    'unknown > form.retry #1': FREE_CALL,
    'unknown > form.retry #2': FREE_CALL,
    'unknown > form.abandon': FREE_CALL,
  },
  keyed: { 'submitting > send failed #2': PAID_CALL },
} as const;

/** What the person and the server do to a form of either kind. */
const CASES: MachineModel<typeof machine>['cases'] = [
  {
    event: { type: 'fields.edit', fields: { amount: '5', password: 'Meridian2' } },
    by: 'user',
    label: 'the user fills the form in',
  },
  {
    event: { type: 'fields.edit', fields: { amount: '' } },
    by: 'user',
    label: 'the user empties the amount',
  },
  {
    event: { ...submit, facts: { minimum: 1 } },
    by: 'user',
    label: 'the user submits the form',
  },
  {
    event: { type: 'form.retry', nowMs: SENT_AT_MS + 1 },
    by: 'user',
    label: 'the user asks for the outcome again',
  },
  {
    event: { type: 'form.retry', nowMs: SENT_AT_MS + LIMITS.idempotency_key_valid_ms },
    by: 'user',
    label: 'the user asks for the outcome after the server has forgotten the key',
  },
  { event: { type: 'form.abandon' }, by: 'user', label: 'the user gives the wish up' },
  { event: { type: 'form.reset' }, by: 'user', label: 'the user begins another one' },
  {
    event: actorDone('send', { ok: true, value: { id: '1' } }),
    by: 'system',
    label: 'the server grants it',
  },
  {
    event: actorDone('send', { ok: false, error: 'insufficient_balance' }),
    by: 'system',
    label: 'the server refuses it',
  },
  {
    event: actorDone('send', { ok: false, error: 'network_failed' }),
    by: 'system',
    label: 'no reply comes',
  },
  {
    event: actorFailed('send', 'unforeseen'),
    by: 'system',
    label: 'the call fails in a way nobody foresaw',
  },
];

const modelOf = (name: string, movesMoney: boolean) =>
  defineModel({
    name,
    machine,
    input: { movesMoney },
    cases: CASES,
    key: (snapshot) =>
      stateAnd(
        snapshot,
        snapshot.context.fields.amount !== '',
        snapshot.context.fields.password !== '',
        snapshot.context.problems.map(({ field, error }) => [field, error]),
        snapshot.context.intent !== null,
        snapshot.context.answer !== null,
        snapshot.context.failure,
      ),
    stateLabels: {
      editing: 'the form can be edited',
      submitting: 'the form waits for the server',
      unknown: 'the form says that the outcome is not known',
      done: 'the form says that it is done',
    },
    unreachable: movesMoney ? UNREACHABLE.keyed : UNREACHABLE.free,
    limit: 1_000,
  });

export const submissionModel = modelOf('submission', false);
export const moneySubmissionModel = modelOf('money-submission', true);
