/** The forms of the operator sign-in and of binding an authenticator. */
import {
  OPERATOR_SIGN_IN,
  type OperatorSignInFields,
} from '../../../machines/app/operator/operator-sign-in.rules.ts';
import type { OperatorForm } from './operator-form.ts';

export const OPERATOR_SIGN_IN_FORM: OperatorForm<'signIn', OperatorSignInFields> = {
  name: 'signIn',
  rules: OPERATOR_SIGN_IN,
  request: ({ account, password, googleCode }) => ({
    account: account.trim(),
    password,
    google_code: googleCode,
  }),
};

/** Requests a key to bind, with the same credentials. */
export const OPERATOR_BINDING_FORM: OperatorForm<'createGoogleKey', OperatorSignInFields> = {
  name: 'createGoogleKey',
  rules: OPERATOR_SIGN_IN,
  request: ({ account, password }) => ({ account: account.trim(), password }),
};
