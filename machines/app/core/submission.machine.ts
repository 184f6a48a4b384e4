/**
 * A form that makes one call: fields, problems as data, and an outcome. Every small form of the app
 * is one of these with rules of its own. A form whose call takes an idempotency key sends each
 * intent once: if no reply came, it queries the outcome by the key and sends nothing again.
 */
import { assign, sendTo, setup } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { effect, promiseActor } from './actors.ts';
import {
  createCommandOutcomeMachine,
  lostAnswer,
  type CommandFate,
} from './command-outcome.machine.ts';
import { answerProblems, editedForm, type FormContext } from './form-context.ts';
import { isUncertain, type Intent } from './intent.rules.ts';
import type { CallAnswer, CallRefusal, Problem, ProblemName } from './problem.ts';

export type SubmissionFields = Readonly<Record<string, string>>;

/** Rules of one form; `Facts` is the outside data that its checks need. */
export interface SubmissionRules<Fields extends SubmissionFields, Facts> {
  readonly empty: Fields;
  problems(fields: Fields, facts: Facts): readonly Problem<keyof Fields & string>[];
  /** The field of a server refusal by name; other refusals concern the form as a whole. */
  readonly refusals: Partial<Record<ProblemName, keyof Fields & string>>;
  /**
   * Fields that are cleared when the call has ended in any way: passwords and codes must be typed
   * again.
   */
  readonly secrets: readonly (keyof Fields & string)[];
}

export interface SubmissionInput<Fields> {
  /** Initial values of the fields, if they differ from `empty`. */
  readonly fields?: Partial<Fields>;
}

export interface SubmissionContext<Fields, Answer> extends FormContext<Fields> {
  /** The last intent, if the call takes a key. */
  readonly intent: Intent | null;
  /** The server's answer to the last successful call. */
  readonly answer: Answer | null;
  /** Reason for which the outcome is unknown. */
  readonly failure: ProblemName | null;
}

type SubmissionEvent<Fields, Facts> =
  /** The user changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<Fields> }
  /** `intent` is the intent of this tap; null if the call takes no key. */
  | { readonly type: 'form.submit'; readonly intent: Intent | null; readonly facts: Facts }
  /** Queries the outcome immediately. */
  | { readonly type: 'outcome.ask' }
  /** Gives the intent up; the records show its outcome. */
  | { readonly type: 'form.abandon' }
  /** Resets the form. */
  | { readonly type: 'form.reset' };

/** Input of the provided actor `send`. */
export interface SubmissionCall<Fields> {
  readonly fields: Fields;
  readonly intent: Intent | null;
}

/** The command was not carried out in time, and cannot be any more. */
const NOT_EXECUTED: CallRefusal = { ok: false, error: 'command_expired' };

export function createSubmissionMachine<Fields extends SubmissionFields, Facts, Answer>(
  rules: SubmissionRules<Fields, Facts>,
) {
  type Context = SubmissionContext<Fields, Answer>;
  type Submit = Extract<SubmissionEvent<Fields, Facts>, { type: 'form.submit' }>;
  const withoutSecrets = (fields: Fields): Fields => ({
    ...fields,
    ...Object.fromEntries(rules.secrets.map((name) => [name, ''])),
  });
  return setup({
    types: {
      context: {} as Context,
      events: {} as SubmissionEvent<Fields, Facts>,
      input: {} as SubmissionInput<Fields>,
      tags: '' as 'busy',
      children: {} as { send: 'send'; outcome: 'findOutcome' },
    },
    actors: {
      send: promiseActor<CallAnswer<Answer>, SubmissionCall<Fields>>('send'),
      findOutcome: createCommandOutcomeMachine<Answer>(),
    },
    guards: {
      isComplete: ({ context }, { facts }: Submit) =>
        rules.problems(context.fields, facts).length === 0,
      isKeyed: ({ context }) => context.intent !== null,
      isAccepted: (_, answer: CallAnswer<Answer> | null) => answer?.ok === true,
      isRefused: ({ context }, answer: CallAnswer<Answer>) =>
        !answer.ok && !(context.intent !== null && isUncertain(answer.error)),
      wasRefused: (_, answer: CallAnswer<Answer> | null) => answer?.ok === false,
      isNotExecuted: (_, { state }: CommandFate<Answer>) => state === 'not_executed',
    },
    actions: {
      edit: assign(({ context }, { fields }: { fields: Partial<Fields> }) =>
        editedForm(context, fields),
      ),
      showProblems: assign(({ context }, { facts }: Submit) => ({
        problems: rules.problems(context.fields, facts),
      })),
      beginIntent: assign((_, { intent }: Submit) => ({
        intent,
        answer: null,
        failure: null,
        problems: [],
      })),
      keepAnswer: assign(({ context }, answer: CallAnswer<Answer> | null) =>
        answer?.ok ? { answer: answer.value, fields: withoutSecrets(context.fields) } : {},
      ),
      showRefusal: assign(({ context }, answer: CallAnswer<Answer> | null) => ({
        problems: answer === null ? [] : answerProblems(answer, rules.refusals),
        fields: withoutSecrets(context.fields),
      })),
      keepFailure: assign(({ context }, answer: CallAnswer<Answer>) =>
        answer.ok ? {} : { failure: answer.error, fields: withoutSecrets(context.fields) },
      ),
      askNow: sendTo('outcome', { type: 'outcome.ask' }),
      begin: assign({
        fields: rules.empty,
        problems: [],
        intent: null,
        answer: null,
        failure: null,
      }),
      // Effect: a name only, run by the app.
      succeed: effect<CallAnswer<Answer> | null>(),
    },
  }).createMachine({
    id: 'submission',
    description: 'A form that makes one call.',
    context: ({ input }) => ({
      fields: { ...rules.empty, ...input.fields },
      problems: [],
      intent: null,
      answer: null,
      failure: null,
    }),
    initial: 'editing',
    states: {
      editing: {
        description: 'The user fills in the form.',
        on: {
          'fields.edit': {
            description: 'A changed field loses its problem.',
            actions: { type: 'edit', params: ({ event }) => event },
          },
          'form.submit': [
            {
              description: 'The form breaks no rule that the client knows.',
              guard: { type: 'isComplete', params: ({ event }) => event },
              target: 'submitting',
              actions: { type: 'beginIntent', params: ({ event }) => event },
            },
            {
              description: 'The form breaks rules, and each is shown.',
              actions: { type: 'showProblems', params: ({ event }) => event },
            },
          ],
        },
      },
      submitting: {
        description: 'The server decides. Nothing can be sent a second time until then.',
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { fields, intent } }) => ({ fields, intent }),
          onDone: [
            {
              description: 'The server accepts the command.',
              guard: { type: 'isAccepted', params: ({ event }) => event.output },
              target: 'done',
              actions: [
                { type: 'keepAnswer', params: ({ event }) => event.output },
                { type: 'succeed', params: ({ event }) => event.output },
              ],
            },
            {
              description: 'The server refuses the command, or the call can safely be repeated.',
              guard: { type: 'isRefused', params: ({ event }) => event.output },
              target: 'editing',
              actions: { type: 'showRefusal', params: ({ event }) => event.output },
            },
            {
              description: 'No reply came, or the reply does not say the result.',
              target: 'unknown',
              actions: { type: 'keepFailure', params: ({ event }) => event.output },
            },
          ],
          onError: [
            {
              description:
                'The call failed unexpectedly, and the command may have been carried out.',
              guard: 'isKeyed',
              target: 'unknown',
              actions: { type: 'keepFailure', params: { ok: false, error: 'unexpected_reply' } },
            },
            {
              description: 'The call failed unexpectedly.',
              target: 'editing',
              actions: {
                type: 'showRefusal',
                params: { ok: false, error: 'unexpected_reply' },
              },
            },
          ],
        },
      },
      unknown: {
        description: 'The result is not known yet. The server is asked, and nothing is sent again.',
        invoke: {
          id: 'outcome',
          src: 'findOutcome',
          input: ({ context }) => ensure(context.intent, 'the intent of a sent form'),
          onDone: [
            {
              description: 'The command was carried out.',
              guard: { type: 'isAccepted', params: ({ event }) => lostAnswer(event.output) },
              target: 'done',
              actions: [
                { type: 'keepAnswer', params: ({ event }) => lostAnswer(event.output) },
                { type: 'succeed', params: ({ event }) => lostAnswer(event.output) },
              ],
            },
            {
              description: 'The command was refused.',
              guard: { type: 'wasRefused', params: ({ event }) => lostAnswer(event.output) },
              target: 'editing',
              actions: { type: 'showRefusal', params: ({ event }) => lostAnswer(event.output) },
            },
            {
              description:
                'The command was not carried out in time and cannot be any more. The fields stay.',
              guard: { type: 'isNotExecuted', params: ({ event }) => event.output },
              target: 'editing',
              actions: { type: 'showRefusal', params: NOT_EXECUTED },
            },
            {
              description: 'The command is too old to ask for. Only the records show its result.',
              target: 'forgotten',
            },
          ],
          onError: {
            description: 'The server cannot be asked. Only the records show the result.',
            target: 'forgotten',
          },
        },
        on: {
          'outcome.ask': {
            description: 'The user asks without waiting.',
            actions: 'askNow',
          },
          'form.abandon': {
            description: 'The user checks the records and starts over.',
            target: 'editing',
            actions: 'begin',
          },
        },
      },
      forgotten: {
        description: 'Only the records show the result.',
        on: {
          'form.abandon': {
            description: 'The user checks the records and starts over.',
            target: 'editing',
            actions: 'begin',
          },
        },
      },
      done: {
        description: 'The server accepted the action.',
        on: {
          'form.reset': {
            description: 'The user starts a new form.',
            target: 'editing',
            actions: 'begin',
          },
        },
      },
    },
  });
}
