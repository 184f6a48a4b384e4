/** The form for a forgotten password, see `code-form.machine.ts` and `password-reset.rules.ts`. */
import { createCodeFormMachine } from './code-form.machine.ts';
import {
  PASSWORD_RESET_REFUSALS,
  passwordResetCodeProblems,
  passwordResetProblems,
  type PasswordResetFields,
} from './password-reset.rules.ts';

export const passwordResetMachine = createCodeFormMachine<PasswordResetFields, null>({
  id: 'passwordReset',
  description: 'The form for a forgotten password.',
  fields: {
    type: 'email',
    account: '',
    areaId: 1,
    code: '',
    password: '',
    passwordRepeated: '',
  },
  codeProblems: passwordResetCodeProblems,
  problems: passwordResetProblems,
  refusals: PASSWORD_RESET_REFUSALS,
});
