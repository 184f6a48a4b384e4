/** The forms of the security center: passwords, authenticator, other sessions. */
import {
  GOOGLE_BINDING_RULES,
  type GoogleBindingFields,
} from '../../../machines/app/identity/google-binding.rules.ts';
import { NO_FIELDS_RULES, type NoFields } from '../../../machines/app/core/no-fields.rules.ts';
import {
  LOGIN_PASSWORD_RULES,
  PAY_PASSWORD_RULES,
  type PasswordAmendmentFacts,
  type PasswordAmendmentFields,
} from '../../../machines/app/identity/password-amendment.rules.ts';
import { bindingIdOfTab } from './binding-id.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const loginPasswordForm: SubmissionForm<
  'amendPassword',
  PasswordAmendmentFields,
  PasswordAmendmentFacts
> = {
  name: 'amendPassword',
  rules: LOGIN_PASSWORD_RULES,
  request: ({ loginPassword, password, passwordRepeated, googleCode }) => ({
    old_password: loginPassword,
    password,
    re_password: passwordRepeated,
    google_code: googleCode,
  }),
};

export const payPasswordForm: SubmissionForm<
  'amendPayPassword',
  PasswordAmendmentFields,
  PasswordAmendmentFacts
> = {
  name: 'amendPayPassword',
  rules: PAY_PASSWORD_RULES,
  request: ({ loginPassword, password, passwordRepeated, googleCode }) => ({
    login_password: loginPassword,
    pay_password: password,
    re_pay_password: passwordRepeated,
    google_code: googleCode,
  }),
};

export const googleKeyForm: SubmissionForm<'createGoogleKey', NoFields, null> = {
  name: 'createGoogleKey',
  rules: NO_FIELDS_RULES,
  request: () => ({ binding_id: bindingIdOfTab() }),
};

export const googleBindingForm: SubmissionForm<'bindGoogle', GoogleBindingFields, null> = {
  name: 'bindGoogle',
  rules: GOOGLE_BINDING_RULES,
  request: ({ loginPassword, googleCode }) => ({
    password: loginPassword,
    google_code: googleCode,
  }),
};

export const googleUnbindingForm: SubmissionForm<'unbindGoogle', GoogleBindingFields, null> = {
  ...googleBindingForm,
  name: 'unbindGoogle',
};

export const endOtherSessionsForm: SubmissionForm<'endOtherSessions', NoFields, null> = {
  name: 'endOtherSessions',
  rules: NO_FIELDS_RULES,
  request: () => ({}),
};
