/** Alphabet of the form for a forgotten password. */
import {
  codeFormProblems,
  type CodeFormFields,
} from '../../machines/app/identity/code-form.rules.ts';
import { passwordResetMachine } from '../../machines/app/identity/password-reset.machine.ts';
import { CODE_FORM_LABELS, codeFormCases, codeFormKey } from './code-form.ts';
import { defineModel } from './model.ts';

export const passwordResetModel = defineModel({
  name: 'password-reset',
  machine: passwordResetMachine,
  input: {},
  cases: codeFormCases<CodeFormFields>(
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
  key: (snapshot) => codeFormKey(snapshot, codeFormProblems),
  stateLabels: { ...CODE_FORM_LABELS, done: 'the password is changed' },
  limit: 5_000,
});
