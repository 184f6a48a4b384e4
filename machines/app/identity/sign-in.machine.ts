/** The sign-in form: fields, problems as data, one call. */
import { assign, setup } from 'xstate';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { effect, promiseActor } from '../core/actors.ts';
import { answerProblems, editedForm, type FormContext } from '../core/form-context.ts';
import type { CallAnswer } from '../core/problem.ts';
import { SIGN_IN_REFUSALS, signInProblems, type SignInFields } from './sign-in.rules.ts';

type SignInEvent =
  /** The user changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<SignInFields> }
  | { readonly type: 'form.submit' };

export const signInMachine = setup({
  types: {
    context: {} as FormContext<SignInFields>,
    events: {} as SignInEvent,
    input: {} as Partial<SignInFields>,
    tags: '' as 'busy',
    children: {} as { signIn: 'signIn' },
  },
  actors: { signIn: promiseActor<CallAnswer<Tokens>, { fields: SignInFields }>('signIn') },
  guards: {
    isComplete: ({ context }) => signInProblems(context.fields).length === 0,
    isAccepted: (_, answer: CallAnswer<Tokens>) => answer.ok,
  },
  actions: {
    edit: assign(({ context }, { fields }: { fields: Partial<SignInFields> }) =>
      editedForm(context, fields),
    ),
    showProblems: assign(({ context }) => ({ problems: signInProblems(context.fields) })),
    clearProblems: assign({ problems: [] }),
    showRefusal: assign((_, answer: CallAnswer<unknown>) => ({
      problems: answerProblems(answer, SIGN_IN_REFUSALS),
    })),
    forgetPassword: assign(({ context }) => ({ fields: { ...context.fields, password: '' } })),
    // Effect: a name only, run by the app.
    succeed: effect<{ answer: CallAnswer<Tokens>; fields: SignInFields }>(),
  },
}).createMachine({
  id: 'signIn',
  description: 'The sign-in form.',
  context: ({ input }) => ({
    fields: { account: '', password: '', loginType: '2', areaId: 1, ...input },
    problems: [],
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
            description: 'The form is complete.',
            guard: 'isComplete',
            target: 'submitting',
            actions: 'clearProblems',
          },
          { description: 'The form breaks rules, and each is shown.', actions: 'showProblems' },
        ],
      },
    },
    submitting: {
      description: 'The server decides.',
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ fields: context.fields }),
        onDone: [
          {
            description: 'The server accepts.',
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'done',
            actions: [
              {
                type: 'succeed',
                params: ({ context, event }) => ({ answer: event.output, fields: context.fields }),
              },
              'forgetPassword',
            ],
          },
          {
            description: 'The server refuses.',
            target: 'editing',
            actions: { type: 'showRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'The call failed unexpectedly.',
          target: 'editing',
          actions: {
            type: 'showRefusal',
            params: { ok: false, error: 'unexpected_reply' },
          },
        },
      },
    },
    done: { description: 'The session is open.', type: 'final' },
  },
});
