/** The sign-in form: fields, problems as data, one call, and the code that the server may ask for. */
import { assign, setup } from 'xstate';
import type { EpochMs } from '../../../contract/time.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { effect, promiseActor } from '../core/actors.ts';
import { answerProblems, editedForm } from '../core/form-context.ts';
import {
  codeKindOf,
  isOfPassword,
  SIGN_IN_REFUSALS,
  signInCodeProblems,
  signInProblems,
  type SignInAnswer,
  type SignInContext,
  type SignInFields,
} from './sign-in.rules.ts';

type SignInEvent =
  /** The user changed some fields. */
  | { readonly type: 'fields.edit'; readonly fields: Partial<SignInFields> }
  /** The user requests another code at `nowMs`. */
  | { readonly type: 'code.request'; readonly nowMs: EpochMs }
  /** The user goes back from the code to account and password. */
  | { readonly type: 'form.back' }
  | { readonly type: 'form.submit' };

const UNFORESEEN: SignInAnswer = { answer: { ok: false, error: 'unexpected_reply' }, atMs: 0 };

export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as Partial<SignInFields>,
    tags: '' as 'busy' | 'sending',
    children: {} as { signIn: 'signIn' },
  },
  actors: { signIn: promiseActor<SignInAnswer, { fields: SignInFields }>('signIn') },
  guards: {
    isComplete: ({ context }) => signInProblems(context.fields).length === 0,
    isCodeComplete: ({ context }) =>
      signInCodeProblems(context.fields, context.codeKind).length === 0,
    mayResend: ({ context }, { nowMs }: { nowMs: EpochMs }) =>
      context.codeKind === 'device' && nowMs >= (context.resendAtMs ?? 0),
    isAccepted: (_, { answer }: SignInAnswer) => answer.ok,
    asksForCode: (_, answer: SignInAnswer) => codeKindOf(answer) !== null,
    isOfPassword: (_, answer: SignInAnswer) => isOfPassword(answer),
    hasAskedForCode: ({ context }) => context.codeKind !== null,
  },
  actions: {
    edit: assign(({ context }, { fields }: { fields: Partial<SignInFields> }) =>
      editedForm(context, fields),
    ),
    showProblems: assign(({ context }) => ({ problems: signInProblems(context.fields) })),
    showCodeProblems: assign(({ context }) => ({
      problems: signInCodeProblems(context.fields, context.codeKind),
    })),
    clearProblems: assign({ problems: [] }),
    showRefusal: assign((_, { answer }: SignInAnswer) => ({
      problems: answerProblems(answer, SIGN_IN_REFUSALS),
    })),
    noteCode: assign((_, asked: SignInAnswer) => {
      const codeKind = codeKindOf(asked);
      const waitS = asked.answer.ok ? 0 : (asked.answer.retryAfterS ?? 0);
      return {
        codeKind,
        resendAtMs: codeKind === 'device' ? asked.atMs + waitS * SECOND_MS : null,
      };
    }),
    forgetCode: assign(({ context }) => ({
      fields: { ...context.fields, code: '' },
      codeKind: null,
      resendAtMs: null,
    })),
    forgetSecrets: assign(({ context }) => ({
      fields: { ...context.fields, password: '', code: '' },
    })),
    // Effect: a name only, run by the app.
    succeed: effect<SignInAnswer & { fields: SignInFields }>(),
  },
}).createMachine({
  id: 'signIn',
  description: 'The sign-in form.',
  context: ({ input }) => ({
    fields: { account: '', password: '', loginType: '2', areaId: 1, code: '', ...input },
    problems: [],
    codeKind: null,
    resendAtMs: null,
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
      description: 'The server checks the password, and sends a code to a new device.',
      tags: ['busy', 'sending'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ fields: { ...context.fields, code: '' } }),
        onDone: [
          {
            description: 'The server accepts.',
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'done',
            actions: [
              {
                type: 'succeed',
                params: ({ context, event }) => ({ ...event.output, fields: context.fields }),
              },
              'forgetSecrets',
            ],
          },
          {
            description: 'The password is right, and the server asks for a code.',
            guard: { type: 'asksForCode', params: ({ event }) => event.output },
            target: 'askingCode',
            actions: { type: 'noteCode', params: ({ event }) => event.output },
          },
          {
            description: 'Account or password are refused.',
            guard: { type: 'isOfPassword', params: ({ event }) => event.output },
            target: 'editing',
            actions: ['forgetCode', { type: 'showRefusal', params: ({ event }) => event.output }],
          },
          {
            description: 'No further code can be sent.',
            guard: 'hasAskedForCode',
            target: 'askingCode',
            actions: { type: 'showRefusal', params: ({ event }) => event.output },
          },
          {
            description: 'The server refuses.',
            target: 'editing',
            actions: { type: 'showRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            description: 'The call for a further code failed unexpectedly.',
            guard: 'hasAskedForCode',
            target: 'askingCode',
            actions: { type: 'showRefusal', params: UNFORESEEN },
          },
          {
            description: 'The call failed unexpectedly.',
            target: 'editing',
            actions: { type: 'showRefusal', params: UNFORESEEN },
          },
        ],
      },
    },
    askingCode: {
      description: 'The password is right. The user enters the code.',
      on: {
        'fields.edit': {
          description: 'A changed field loses its problem.',
          actions: { type: 'edit', params: ({ event }) => event },
        },
        'form.submit': [
          {
            description: 'The code is complete.',
            guard: 'isCodeComplete',
            target: 'checkingCode',
            actions: 'clearProblems',
          },
          { description: 'The code is not complete.', actions: 'showCodeProblems' },
        ],
        'code.request': {
          description: 'Another code is sent, after the wait.',
          guard: { type: 'mayResend', params: ({ event }) => event },
          target: 'submitting',
          actions: 'clearProblems',
        },
        'form.back': {
          description: 'The user signs in with another account or password.',
          target: 'editing',
          actions: ['forgetCode', 'clearProblems'],
        },
      },
    },
    checkingCode: {
      description: 'The server checks password and code.',
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
                params: ({ context, event }) => ({ ...event.output, fields: context.fields }),
              },
              'forgetSecrets',
            ],
          },
          {
            description: 'The password was changed, or the user disabled, since.',
            guard: { type: 'isOfPassword', params: ({ event }) => event.output },
            target: 'editing',
            actions: ['forgetCode', { type: 'showRefusal', params: ({ event }) => event.output }],
          },
          {
            description: 'The server refuses the code.',
            target: 'askingCode',
            actions: { type: 'showRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'The call failed unexpectedly.',
          target: 'askingCode',
          actions: { type: 'showRefusal', params: UNFORESEEN },
        },
      },
    },
    done: { description: 'The session is open.', type: 'final' },
  },
});
