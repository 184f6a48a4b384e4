/** The form for a forgotten password, with only the rules of `code-form.rules.ts`. */
import { createCodeFormMachine } from './code-form.machine.ts';
import {
  CODE_FORM_REFUSALS,
  codeFormProblems,
  EMPTY_CODE_FORM,
  type CodeFormFields,
} from './code-form.rules.ts';

export const passwordResetMachine = createCodeFormMachine<CodeFormFields, null>({
  id: 'passwordReset',
  description: 'The form for a forgotten password.',
  fields: EMPTY_CODE_FORM,
  problems: codeFormProblems,
  refusals: CODE_FORM_REFUSALS,
});
