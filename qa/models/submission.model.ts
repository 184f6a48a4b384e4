/** Alphabet of the small forms, with a call that takes an idempotency key and with one that does not. */
import type { CommandFate } from '../../machines/app/core/command-outcome.machine.ts';
import type { Intent } from '../../machines/app/core/intent.rules.ts';
import { createSubmissionMachine } from '../../machines/app/core/submission.machine.ts';
import type { SubmissionRules } from '../../machines/app/core/submission.machine.ts';
import { actorDone, actorFailed, defineModel, stateAnd, type MachineModel } from './model.ts';

interface ExampleFields extends Readonly<Record<string, string>> {
  readonly amount: string;
  readonly password: string;
}
interface ExampleFacts {
  readonly minimum: number;
}

const INTENT = { key: 'k'.repeat(32), expiresAt: 10_000 };

const RULES: SubmissionRules<ExampleFields, ExampleFacts> = {
  empty: { amount: '', password: '' },
  problems: ({ amount }, { minimum }) =>
    Number(amount) < minimum ? [{ field: 'amount', error: 'amount_too_small' }] : [],
  refusals: { insufficient_balance: 'amount' },
  secrets: ['password'],
};
/** One machine for both models: one model reaches what the other cannot. */
const machine = createSubmissionMachine<ExampleFields, ExampleFacts, { id: string }>(RULES);

const FREE_CALL = 'the call of this form takes no key: it is simply made again';
const KEYED_CALL = 'the call of this form takes a key: what became of it is asked';

/** Transitions that each kind of form never takes. */
const UNREACHABLE = {
  free: {
    unknown: FREE_CALL,
    forgotten: FREE_CALL,
    'submitting > send done #3': FREE_CALL,
    'submitting > send failed #1': FREE_CALL,
    'unknown > outcome done #1': FREE_CALL,
    'unknown > outcome done #2': FREE_CALL,
    'unknown > outcome done #3': FREE_CALL,
    'unknown > outcome done #4': FREE_CALL,
    'unknown > outcome failed': FREE_CALL,
    'unknown > outcome.ask': FREE_CALL,
    'unknown > form.abandon': FREE_CALL,
    'forgotten > form.abandon': FREE_CALL,
  },
  keyed: { 'submitting > send failed #2': KEYED_CALL },
} as const;

const found = (fate: CommandFate<{ id: string }>) => actorDone('outcome', fate);

/** Events of the user and the server for a form of either kind. */
const casesOf = (intent: Intent | null): MachineModel<typeof machine>['cases'] => [
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
    event: { type: 'form.submit', intent, facts: { minimum: 1 } },
    by: 'user',
    label: 'the user submits the form',
  },
  {
    event: { type: 'outcome.ask' },
    by: 'user',
    label: 'the user asks at once what became of it',
  },
  { event: { type: 'form.abandon' }, by: 'user', label: 'the user gives the wish up' },
  { event: { type: 'form.reset' }, by: 'user', label: 'the user starts a new form' },
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
    label: 'the call fails unexpectedly',
  },
  {
    event: found({ state: 'answered', answer: { ok: true, value: { id: '1' } } }),
    by: 'system',
    label: 'it turns out to have come true',
  },
  {
    event: found({ state: 'answered', answer: { ok: false, error: 'insufficient_balance' } }),
    by: 'system',
    label: 'it turns out to be refused',
  },
  {
    event: found({ state: 'not_executed' }),
    by: 'system',
    label: 'it turns out to have come too late',
  },
  {
    event: found({ state: 'forgotten' }),
    by: 'system',
    label: 'the server no longer knows of it',
  },
  {
    event: actorFailed('outcome', 'unforeseen'),
    by: 'system',
    label: 'the server cannot be asked for the result',
  },
];

const modelOf = (name: string, intent: Intent | null) =>
  defineModel({
    name,
    machine,
    input: {},
    cases: casesOf(intent),
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
      unknown: 'the form says that the outcome is not known and is being asked for',
      forgotten: 'the form says to look in the records',
      done: 'the form says that it is done',
    },
    unreachable: intent === null ? UNREACHABLE.free : UNREACHABLE.keyed,
    limit: 1_000,
  });

export const submissionModel = modelOf('submission', null);
export const keyedSubmissionModel = modelOf('keyed-submission', INTENT);
