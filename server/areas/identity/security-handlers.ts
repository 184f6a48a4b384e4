/** Calls of the security center: passwords, Google authenticator, sessions, codes to the user's own address. */
import { createGoogleKey, bindGoogle, unbindGoogle } from './google-binding.ts';
import { sendOwnCode } from './own-codes.ts';
import { amendPassword, amendPayPassword } from './password-amendment.ts';
import { endOtherSessions, listSessions, readSecurity } from './security-center.ts';
import type { SecurityCheck } from './security-check.ts';
import type { IdentityParts } from './service-parts.ts';
import type { Handlers, SignedIn } from '../../kit/http/handlers.ts';
import { orBusy } from '../../kit/queue/or-busy.ts';

type SecurityHandlers = Pick<
  Handlers,
  | 'getSecurity'
  | 'amendPassword'
  | 'amendPayPassword'
  | 'createGoogleKey'
  | 'bindGoogle'
  | 'unbindGoogle'
  | 'listSessions'
  | 'endOtherSessions'
  | 'sendOwnCode'
>;

interface Asked {
  readonly signedIn: SignedIn;
  readonly now: number;
}
const changerOf = ({ signedIn: { userId, sessionId }, now }: Asked) => ({ userId, sessionId, now });

/** Handlers of the security center. */
export function createSecurityHandlers(
  parts: IdentityParts,
  check: SecurityCheck,
): SecurityHandlers {
  return {
    getSecurity: (_request, { signedIn, now }) => readSecurity(parts, signedIn.userId, now),
    amendPassword: (body, context) =>
      orBusy(
        amendPassword(parts, check, changerOf(context), {
          loginPassword: body.old_password,
          newPassword: body.password,
          repeatedPassword: body.re_password,
          googleCode: body.google_code,
        }),
      ),
    amendPayPassword: (body, context) =>
      orBusy(
        amendPayPassword(parts, check, changerOf(context), {
          loginPassword: body.login_password,
          newPassword: body.pay_password,
          repeatedPassword: body.re_pay_password,
          googleCode: body.google_code,
        }),
      ),
    createGoogleKey: ({ binding_id: bindingId }, context) =>
      createGoogleKey(parts, changerOf(context), bindingId),
    bindGoogle: ({ password: loginPassword, google_code: googleCode }, context) =>
      bindGoogle(parts, check, changerOf(context), { loginPassword, googleCode }),
    unbindGoogle: ({ password: loginPassword, google_code: googleCode }, context) =>
      unbindGoogle(parts, check, changerOf(context), { loginPassword, googleCode }),
    listSessions: (_request, { signedIn, now }) =>
      listSessions(parts, signedIn.userId, signedIn.sessionId, now),
    endOtherSessions: (_request, { signedIn, now }) =>
      endOtherSessions(parts, signedIn.userId, signedIn.sessionId, now),
    sendOwnCode: ({ scene, channel }, context) =>
      sendOwnCode(parts, context.signedIn.userId, { scene, channel }, context),
  };
}
