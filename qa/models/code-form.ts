/** The common part of the models of forms with a verification code. */
import type {
  CodeFormContext,
  CodeFormEvent,
  CodeFormSpec,
} from '../../machines/app/identity/code-form.machine.ts';
import { codeProblems, type CodeFormFields } from '../../machines/app/identity/code-form.rules.ts';
import { actorDone, actorFailed, stateAnd, type EventCase } from './model.ts';

/** The password profile that the user saw; its value changes no path. */
const PASSWORD_PROFILE = 'spec';
/** Time until which the server refuses the next code. */
const RESEND_AT_MS = 60_000;

type Snapshot<Fields extends CodeFormFields> = {
  readonly value: unknown;
  readonly context: CodeFormContext<Fields>;
};

/** @param complete fields that break no rule. @param value the server's result on success. */
export function codeFormCases<Fields extends CodeFormFields>(
  complete: Partial<Fields>,
  otherAccount: Partial<Fields>,
  incomplete: Partial<Fields>,
  value: unknown,
): EventCase<CodeFormEvent<Fields>, Snapshot<Fields>>[] {
  return [
    ...editCases<Fields>({
      'the user fills the form in': complete,
      'the user enters another account': otherAccount,
      'the user empties a field': incomplete,
    }),
    {
      event: { type: 'code.request', nowMs: RESEND_AT_MS },
      by: 'user',
      label: 'the user asks for a code',
    },
    {
      event: { type: 'code.request', nowMs: RESEND_AT_MS - 1 },
      by: 'user',
      label: 'the user asks for a code before the wait is over',
    },
    {
      event: { type: 'form.submit', passwordProfile: PASSWORD_PROFILE },
      by: 'user',
      label: 'the user submits the form',
    },
    {
      event: actorDone('sendCode', { ok: true, value: { resendAtMs: RESEND_AT_MS } }),
      by: 'system',
      label: 'the server sends the code',
    },
    {
      event: actorDone('sendCode', { ok: false, error: 'delivery_failed' }),
      by: 'system',
      label: 'the server cannot send the code',
    },
    {
      event: actorFailed('sendCode', 'unforeseen'),
      by: 'system',
      label: 'the call for a code fails unexpectedly',
    },
    {
      event: actorDone('submit', { ok: true, value }),
      by: 'system',
      label: 'the server accepts the form',
    },
    {
      event: actorDone('submit', { ok: false, error: 'code_incorrect' }),
      by: 'system',
      label: 'the server refuses the code',
    },
    {
      event: actorFailed('submit', 'unforeseen'),
      by: 'system',
      label: 'the call fails unexpectedly',
    },
  ];
}

/** Guards read the account, whether a code waits and which rules are broken; users see problems. */
export function codeFormKey<Fields extends CodeFormFields>(
  snapshot: Snapshot<Fields>,
  problems: CodeFormSpec<Fields>['problems'],
): string {
  const { fields, problems: shown, resendAtMs } = snapshot.context;
  return stateAnd(
    snapshot,
    fields.account,
    resendAtMs,
    codeProblems(fields).length === 0,
    problems(fields, PASSWORD_PROFILE).length === 0,
    shown.length > 0,
  );
}

export const CODE_FORM_LABELS = {
  editing: 'the form can be edited and no code was sent',
  sendingCode: 'a code is being sent',
  codeSent: 'the form can be edited and a code was sent',
  submitting: 'the form waits for the server',
} as const;

function editCases<Fields extends CodeFormFields>(
  edits: Readonly<Record<string, Partial<Fields>>>,
): EventCase<CodeFormEvent<Fields>, Snapshot<Fields>>[] {
  return Object.entries(edits).map(([label, fields]) => ({
    event: { type: 'fields.edit', fields },
    by: 'user',
    label,
  }));
}
