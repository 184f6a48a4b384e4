/** The registration form, see `code-form.machine.ts` and `registration.rules.ts`. */
import type { Tokens } from '../../../contract/identity/identity.ts';
import { createCodeFormMachine } from './code-form.machine.ts';
import { EMPTY_CODE_FORM } from './code-form.rules.ts';
import {
  REGISTRATION_REFUSALS,
  registrationProblems,
  type RegistrationFields,
} from './registration.rules.ts';

export const registrationMachine = createCodeFormMachine<RegistrationFields, Tokens>({
  id: 'registration',
  description: 'The registration form.',
  fields: { ...EMPTY_CODE_FORM, inviteCode: '', hasAccepted: false },
  problems: registrationProblems,
  refusals: REGISTRATION_REFUSALS,
});
