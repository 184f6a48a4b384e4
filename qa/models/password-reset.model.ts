/** Alphabet of the form for a forgotten password. */
import { passwordResetMachine } from '../../machines/app/password-reset.machine.ts';
import {
  passwordResetCodeProblems,
  passwordResetProblems,
  type PasswordResetFields,
} from '../../machines/app/password-reset.rules.ts';
import { CODE_FORM_LABELS, codeFormCases, codeFormKey } from './code-form.ts';
import { defineModel } from './model.ts';

export const passwordResetModel = defineModel({
  name: 'password-reset',
  machine: passwordResetMachine,
  input: {},
  cases: codeFormCases<PasswordResetFields>(
    {
      account: 'ann@example.com',
      code: '123456',
      password: 'Meridian1',
      passwordRepeated: 'Meridian1',
    },
    { account: 'bob@example.com' },
    { code: '' },
    null,
  ),
  key: (snapshot) =>
    codeFormKey(snapshot, {
      codeProblems: passwordResetCodeProblems,
      problems: passwordResetProblems,
    }),
  stateLabels: { ...CODE_FORM_LABELS, done: 'the password is changed' },
  limit: 5_000,
});
