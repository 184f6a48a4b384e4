/**
 * The base machine of forms with a verification code: registration and password reset. The wait
 * between two codes is a deadline in the context, compared with the time in the event; no timer
 * runs.
 */
import { assign, setup } from 'xstate';
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { effect, promiseActor } from '../core/actors.ts';
import { codeProblems, type CodeFormFields } from './code-form.rules.ts';
import { answerProblems, editedForm, type FormContext } from '../core/form-context.ts';
import type { CallAnswer, Problem, ProblemName } from '../core/problem.ts';

/** One form's additions to the common machine. */
export interface CodeFormSpec<Fields extends CodeFormFields> {
  /** Id of the machine and of its documents. */
  readonly id: string;
  readonly description: string;
  readonly fields: Fields;
  /** Returns the first broken rule per field; empty if the form can be sent. */
  problems(
    fields: Fields,
    passwordProfile: PasswordProfile | null,
  ): readonly Problem<keyof Fields & string>[];
  /** The field for each refusal. */
  readonly refusals: Partial<Record<ProblemName, keyof Fields & string>>;
}

export interface CodeFormContext<Fields extends CodeFormFields> extends FormContext<Fields> {
  /** Time at which the next code can be requested; null if none was sent to this account yet. */
  readonly resendAtMs: EpochMs | null;
}

export type CodeFormEvent<Fields extends CodeFormFields> =
  /** The user changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<Fields> }
  /** The user requests a code at `nowMs`. */
  | { readonly type: 'code.request'; readonly nowMs: EpochMs }
  /** `passwordProfile`: the server's rules for new passwords; null while unknown. */
  | { readonly type: 'form.submit'; readonly passwordProfile: PasswordProfile | null };

/** A code was sent; the next one can be requested at `resendAtMs`. */
export interface CodeSent {
  readonly resendAtMs: EpochMs;
}

/** `src/app` provides `sendCode`, `submit` and `succeed`. */
export function createCodeFormMachine<Fields extends CodeFormFields, Value>(
  spec: CodeFormSpec<Fields>,
) {
  return setup({
    types: {
      context: {} as CodeFormContext<Fields>,
      events: {} as CodeFormEvent<Fields>,
      input: {} as Partial<Fields>,
      tags: '' as 'busy' | 'sending',
      children: {} as { sendCode: 'sendCode'; submit: 'submit' },
    },
    actors: {
      sendCode: promiseActor<CallAnswer<CodeSent>, { fields: Fields }>('sendCode'),
      submit: promiseActor<CallAnswer<Value>, { fields: Fields }>('submit'),
    },
    guards: {
      isCodeAllowed: ({ context }, { nowMs }: { nowMs: EpochMs }) =>
        codeProblems(context.fields).length === 0 &&
        (context.resendAtMs === null || nowMs >= context.resendAtMs),
      isComplete: ({ context }, { passwordProfile }: { passwordProfile: PasswordProfile | null }) =>
        spec.problems(context.fields, passwordProfile).length === 0,
      isAccepted: (_, answer: CallAnswer<unknown>) => answer.ok,
      isOtherAccount: ({ context }, { fields }: { fields: Partial<Fields> }) =>
        (['type', 'account', 'areaId'] as const).some(
          (name) => name in fields && fields[name] !== context.fields[name],
        ),
      wasCodeSent: ({ context }) => context.resendAtMs !== null,
    },
    actions: {
      edit: assign(({ context }, { fields }: { fields: Partial<Fields> }) =>
        editedForm(context, fields),
      ),
      forgetCode: assign({ resendAtMs: null }),
      noteCodeSent: assign((_, answer: CallAnswer<CodeSent>) =>
        answer.ok ? { resendAtMs: answer.value.resendAtMs, problems: [] } : {},
      ),
      showCodeProblems: assign(({ context }) => ({ problems: codeProblems(context.fields) })),
      showProblems: assign(
        ({ context }, { passwordProfile }: { passwordProfile: PasswordProfile | null }) => ({
          problems: spec.problems(context.fields, passwordProfile),
        }),
      ),
      clearProblems: assign({ problems: [] }),
      showRefusal: assign((_, answer: CallAnswer<unknown>) => ({
        problems: answerProblems(answer, spec.refusals),
      })),
      // The button that sends the code is at the field of the code, and the end of the form may be off the screen.
      showCodeRefusal: assign((_, answer: CallAnswer<unknown>) => ({
        problems: answerProblems(answer, spec.refusals).map((problem) => ({
          ...problem,
          field: problem.field ?? 'code',
        })),
      })),
      forgetPasswords: assign(({ context }) => ({
        fields: { ...context.fields, password: '', passwordRepeated: '' },
      })),
      // Effect: a name only, run by the app.
      succeed: effect<{ answer: CallAnswer<Value>; fields: Fields }>(),
    },
  }).createMachine({
    id: spec.id,
    description: spec.description,
    context: ({ input }) => ({
      fields: { ...spec.fields, ...input },
      problems: [],
      resendAtMs: null,
    }),
    initial: 'editing',
    states: {
      editing: {
        description: 'The user fills in the form. No code was sent to this account.',
        on: {
          'fields.edit': {
            description: 'A changed field loses its problem.',
            actions: { type: 'edit', params: ({ event }) => event },
          },
          'code.request': [
            {
              description: 'A code is sent to the account.',
              guard: { type: 'isCodeAllowed', params: ({ event }) => event },
              target: 'sendingCode',
              actions: 'clearProblems',
            },
            { description: 'The account is not valid.', actions: 'showCodeProblems' },
          ],
          'form.submit': [
            {
              description: 'The form is complete.',
              guard: { type: 'isComplete', params: ({ event }) => event },
              target: 'submitting',
              actions: 'clearProblems',
            },
            {
              description: 'The form breaks rules, and each is shown.',
              actions: { type: 'showProblems', params: ({ event }) => event },
            },
          ],
        },
      },
      sendingCode: {
        description: 'The server sends the code.',
        tags: ['busy', 'sending'],
        invoke: {
          id: 'sendCode',
          src: 'sendCode',
          input: ({ context }) => ({ fields: context.fields }),
          onDone: [
            {
              description: 'The code is being sent.',
              guard: { type: 'isAccepted', params: ({ event }) => event.output },
              target: 'codeSent',
              actions: { type: 'noteCodeSent', params: ({ event }) => event.output },
            },
            {
              description: 'The code was not sent, and its field says why.',
              target: 'choosing',
              actions: { type: 'showCodeRefusal', params: ({ event }) => event.output },
            },
          ],
          onError: {
            description: 'The call failed unexpectedly.',
            target: 'choosing',
            actions: { type: 'showCodeRefusal', params: { ok: false, error: 'unexpected_reply' } },
          },
        },
      },
      codeSent: {
        description: 'A code was sent to this account. The next one has to wait.',
        on: {
          'fields.edit': [
            {
              description: 'The code was sent to another account.',
              guard: { type: 'isOtherAccount', params: ({ event }) => event },
              target: 'editing',
              actions: ['forgetCode', { type: 'edit', params: ({ event }) => event }],
            },
            {
              description: 'A changed field loses its problem.',
              actions: { type: 'edit', params: ({ event }) => event },
            },
          ],
          'code.request': {
            description: 'The wait is over, and the next code is sent.',
            guard: { type: 'isCodeAllowed', params: ({ event }) => event },
            target: 'sendingCode',
            actions: 'clearProblems',
          },
          'form.submit': [
            {
              description: 'The form is complete.',
              guard: { type: 'isComplete', params: ({ event }) => event },
              target: 'submitting',
              actions: 'clearProblems',
            },
            {
              description: 'The form breaks rules, and each is shown.',
              actions: { type: 'showProblems', params: ({ event }) => event },
            },
          ],
        },
      },
      submitting: {
        description: 'The server decides.',
        tags: 'busy',
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context }) => ({ fields: context.fields }),
          onDone: [
            {
              description: 'The server accepts.',
              guard: { type: 'isAccepted', params: ({ event }) => event.output },
              target: 'done',
              actions: [
                {
                  type: 'succeed',
                  params: ({ context, event }) => ({
                    answer: event.output,
                    fields: context.fields,
                  }),
                },
                'forgetPasswords',
              ],
            },
            {
              description: 'The server refuses.',
              target: 'choosing',
              actions: { type: 'showRefusal', params: ({ event }) => event.output },
            },
          ],
          onError: {
            description: 'The call failed unexpectedly.',
            target: 'choosing',
            actions: { type: 'showRefusal', params: { ok: false, error: 'unexpected_reply' } },
          },
        },
      },
      choosing: {
        description: 'Returns to the form, with or without a pending code.',
        always: [
          { description: 'A code was sent.', guard: 'wasCodeSent', target: 'codeSent' },
          { description: 'No code was sent.', target: 'editing' },
        ],
      },
      done: { description: 'The server has accepted the form.', type: 'final' },
    },
  });
}
