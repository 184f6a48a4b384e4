/**
 * A form that makes one call: fields, problems as data, and an outcome. Every small form of the app
 * is one of these with rules of its own. A form whose call moves money gives each wish a key, which
 * goes with every try: a reply that was lost is asked for again, and the money moves once.
 */
import { assign, setup } from 'xstate';
import { effect, promiseActor } from './actors.ts';
import { answerProblems, editedForm, type FormContext } from './form-context.ts';
import { isKeyKept, isOutcomeOpen, type Intent } from './intent.rules.ts';
import type { CallAnswer, Problem, ProblemName } from './problem.ts';

export type SubmissionFields = Readonly<Record<string, string>>;

/** What one form knows: `Facts` are what it must be told of the world to check itself. */
export interface SubmissionRules<Fields extends SubmissionFields, Facts> {
  readonly empty: Fields;
  problems(fields: Fields, facts: Facts): readonly Problem<keyof Fields & string>[];
  /** The field that a refusal of the server belongs to; others concern the form as a whole. */
  readonly refusals: Partial<Record<ProblemName, keyof Fields & string>>;
  /** Fields that are emptied after the server has answered: passwords and codes are typed anew. */
  readonly secrets: readonly (keyof Fields & string)[];
}

export interface SubmissionInput<Fields> {
  /** Whether the call moves money: an outcome that is not known is then asked for with the same key. */
  readonly movesMoney: boolean;
  /** What the fields begin with, where that is not `empty`. */
  readonly fields?: Partial<Fields>;
}

export interface SubmissionContext<Fields, Answer> extends FormContext<Fields> {
  readonly movesMoney: boolean;
  /** What was sent last; null before the first try. */
  readonly intent: (Intent & { readonly fields: Fields }) | null;
  /** What the server answered to the last wish that it granted. */
  readonly answer: Answer | null;
  /** Why the outcome is not known. */
  readonly failure: ProblemName | null;
}

export type SubmissionEvent<Fields, Facts> =
  /** The person changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<Fields> }
  /** A fresh `key` for this wish. */
  | {
      readonly type: 'form.submit';
      readonly key: string;
      readonly nowMs: number;
      readonly facts: Facts;
    }
  /** Asks for the outcome again, with the same key as long as the server knows it. */
  | { readonly type: 'form.retry'; readonly nowMs: number }
  /** Gives the wish up; the records say what became of it. */
  | { readonly type: 'form.abandon' }
  /** Begins anew. */
  | { readonly type: 'form.reset' };

/** What the provided actor `send` is given. */
export interface SubmissionCall<Fields> {
  readonly fields: Fields;
  readonly key: string;
}

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
      children: {} as { send: 'send' },
    },
    actors: { send: promiseActor<CallAnswer<Answer>, SubmissionCall<Fields>>('send') },
    guards: {
      isComplete: ({ context }, { facts }: Submit) =>
        rules.problems(context.fields, facts).length === 0,
      hasKnownKey: ({ context }, { nowMs }: { nowMs: number }) =>
        context.intent !== null && isKeyKept(context.intent, nowMs),
      movesMoney: ({ context }) => context.movesMoney,
      isAccepted: (_, answer: CallAnswer<Answer>) => answer.ok,
      isRefused: ({ context }, answer: CallAnswer<Answer>) =>
        !answer.ok && !(context.movesMoney && isOutcomeOpen(answer.error, context.failure)),
    },
    actions: {
      edit: assign(({ context }, { fields }: { fields: Partial<Fields> }) =>
        editedForm(context, fields),
      ),
      showProblems: assign(({ context }, { facts }: Submit) => ({
        problems: rules.problems(context.fields, facts),
      })),
      beginIntent: assign(({ context }, { key, nowMs }: Submit) => ({
        intent: { key, sentAtMs: nowMs, fields: context.fields },
        answer: null,
        failure: null,
        problems: [],
      })),
      keepAnswer: assign(({ context }, answer: CallAnswer<Answer>) =>
        answer.ok ? { answer: answer.value, fields: withoutSecrets(context.fields) } : {},
      ),
      showRefusal: assign(({ context }, answer: CallAnswer<Answer>) => ({
        problems: answerProblems(answer, rules.refusals),
        fields: withoutSecrets(context.fields),
      })),
      keepFailure: assign((_, answer: CallAnswer<Answer>) =>
        answer.ok ? {} : { failure: answer.error },
      ),
      // The sent fields hold secrets too.
      forgetIntent: assign({ intent: null }),
      begin: assign({
        fields: rules.empty,
        problems: [],
        intent: null,
        answer: null,
        failure: null,
      }),
      // Effect: a name only, run by the app.
      succeed: effect<CallAnswer<Answer>>(),
    },
  }).createMachine({
    id: 'submission',
    description: 'A form that makes one call.',
    context: ({ input }) => ({
      fields: { ...rules.empty, ...input.fields },
      movesMoney: input.movesMoney,
      problems: [],
      intent: null,
      answer: null,
      failure: null,
    }),
    initial: 'editing',
    states: {
      editing: {
        description: 'The person fills the form in.',
        on: {
          'fields.edit': {
            description: 'A changed field loses its problem.',
            actions: { type: 'edit', params: ({ event }) => event },
          },
          'form.submit': [
            {
              description: 'The form breaks no rule that is known here.',
              guard: { type: 'isComplete', params: ({ event }) => event },
              target: 'submitting',
              actions: { type: 'beginIntent', params: ({ event }) => event },
            },
            {
              description: 'Rules are broken: each is shown.',
              actions: { type: 'showProblems', params: ({ event }) => event },
            },
          ],
        },
      },
      submitting: {
        description: 'The server decides. Nothing can be sent a second time meanwhile.',
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => ({
            fields: context.intent?.fields ?? context.fields,
            key: context.intent?.key ?? '',
          }),
          onDone: [
            {
              description: 'The server grants it.',
              guard: { type: 'isAccepted', params: ({ event }) => event.output },
              target: 'done',
              actions: [
                { type: 'keepAnswer', params: ({ event }) => event.output },
                'forgetIntent',
                { type: 'succeed', params: ({ event }) => event.output },
              ],
            },
            {
              description: 'The server refuses, or the call may simply be made again.',
              guard: { type: 'isRefused', params: ({ event }) => event.output },
              target: 'editing',
              actions: [
                { type: 'showRefusal', params: ({ event }) => event.output },
                'forgetIntent',
              ],
            },
            {
              description: 'No reply came, or none that says what became of it.',
              target: 'unknown',
              actions: { type: 'keepFailure', params: ({ event }) => event.output },
            },
          ],
          onError: [
            {
              description: 'The call failed in a way nobody foresaw, and may have moved money.',
              guard: 'movesMoney',
              target: 'unknown',
              actions: { type: 'keepFailure', params: { ok: false, error: 'unexpected_reply' } },
            },
            {
              description: 'The call failed in a way nobody foresaw.',
              target: 'editing',
              actions: [
                { type: 'showRefusal', params: { ok: false, error: 'unexpected_reply' } },
                'forgetIntent',
              ],
            },
          ],
        },
      },
      unknown: {
        description: 'Nobody knows yet what became of it.',
        on: {
          'form.retry': [
            {
              description: 'The same wish with the same key: it comes true once.',
              guard: { type: 'hasKnownKey', params: ({ event }) => event },
              target: 'submitting',
            },
            {
              description: 'The server may have forgotten the key: asking could do it twice.',
              target: 'editing',
              actions: 'begin',
            },
          ],
          'form.abandon': {
            description: 'The person looks at the records and begins anew.',
            target: 'editing',
            actions: 'begin',
          },
        },
      },
      done: {
        description: 'The server granted it.',
        on: {
          'form.reset': { description: 'Another one.', target: 'editing', actions: 'begin' },
        },
      },
    },
  });
}
