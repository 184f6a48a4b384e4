/** The registration form, see `code-form.machine.ts` and `registration.rules.ts`. */
import type { Tokens } from '../../contract/schemas/identity.ts';
import { createCodeFormMachine } from './code-form.machine.ts';
import {
  REGISTRATION_REFUSALS,
  registrationCodeProblems,
  registrationProblems,
  type RegistrationFields,
} from './registration.rules.ts';

export const registrationMachine = createCodeFormMachine<RegistrationFields, Tokens>({
  id: 'registration',
  description: 'The registration form.',
  fields: {
    type: 'email',
    account: '',
    areaId: 1,
    code: '',
    password: '',
    passwordRepeated: '',
    inviteCode: '',
    hasAccepted: false,
  },
  codeProblems: registrationCodeProblems,
  problems: registrationProblems,
  refusals: REGISTRATION_REFUSALS,
});
