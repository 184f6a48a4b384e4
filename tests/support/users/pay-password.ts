/** Calls that set the passwords of a user, or require the pay password. */
import { PASSWORD } from './accounts.ts';
import type { TestServer } from '../servers/test-server.ts';

export const PAY_PASSWORD = 'Heron55m';
export const OTHER_PAY_PASSWORD = 'Otter66n';

/** The call that sets or changes the pay password. */
export const amendPayPassword = (
  server: TestServer,
  token: string,
  payPassword = PAY_PASSWORD,
  more: { readonly login_password?: string; readonly google_code?: string } = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  server.call(
    'amendPayPassword',
    {
      login_password: PASSWORD,
      pay_password: payPassword,
      re_pay_password: payPassword,
      ...more,
    },
    { token, headers },
  );

/** The call that changes the login password. */
export const amendPassword = (
  server: TestServer,
  token: string,
  newPassword: string,
  more: { readonly old_password?: string; readonly google_code?: string } = {},
) =>
  server.call(
    'amendPassword',
    { old_password: PASSWORD, password: newPassword, re_password: newPassword, ...more },
    { token },
  );

/** A call that checks only the pay password: the error says whether it was right. */
export const tryPayPassword = (
  server: TestServer,
  token: string,
  payPassword: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  server.call(
    'removeCollectionMethod',
    { id: '999999', pay_password: payPassword },
    { token, headers },
  );
