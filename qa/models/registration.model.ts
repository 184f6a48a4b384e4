/** Alphabet of the registration form. */
import { registrationMachine } from '../../machines/app/identity/registration.machine.ts';
import {
  registrationProblems,
  type RegistrationFields,
} from '../../machines/app/identity/registration.rules.ts';
import { CODE_FORM_LABELS, codeFormCases, codeFormKey } from './code-form.ts';
import { defineModel } from './model.ts';

export const registrationModel = defineModel({
  name: 'registration',
  machine: registrationMachine,
  input: {},
  cases: codeFormCases<RegistrationFields>(
    {
      account: 'ann@example.com',
      code: '123456',
      password: 'Meridian1',
      passwordRepeated: 'Meridian1',
      hasAccepted: true,
    },
    { account: 'bob@example.com' },
    { code: '' },
    { accessToken: 'access', refreshToken: 'refresh' },
  ),
  key: (snapshot) => codeFormKey(snapshot, registrationProblems),
  stateLabels: { ...CODE_FORM_LABELS, done: 'the person is registered and signed in' },
  limit: 5_000,
});
