/** Calls about accounts, sessions and verification codes. */
import { ok, refuse } from '../../../contract/result.ts';
import { parseAccountName } from './account-name.ts';
import { AREAS } from '../../kit/phone-areas.ts';
import type { Identity } from './identity.ts';
import type { OwnerHold } from './owner-hold.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import { orBusy } from '../../kit/queue/or-busy.ts';

type IdentityHandlers = Pick<
  Handlers,
  | 'listAreas'
  | 'signIn'
  | 'register'
  | 'sendEmailCode'
  | 'sendSmsCode'
  | 'resetPassword'
  | 'holdUser'
  | 'refreshTokens'
  | 'getUserInfo'
  | 'signOut'
>;

export function createIdentityHandlers(
  identity: Identity,
  ownerHold: Pick<OwnerHold, 'hold'>,
): IdentityHandlers {
  return {
    listAreas: () => ok([...AREAS]),
    async signIn({ account, password, login_type, area_id, sms_code, device_id }, caller) {
      const type = login_type === '1' ? 'mobile' : 'email';
      const name = parseAccountName(type, account, area_id);
      if (!name.ok) return name;
      const proof = { code: sms_code ?? '', deviceId: device_id };
      return orBusy(identity.signIn({ account: name.value, password, proof }, caller));
    },
    async register(body, caller) {
      const name = parseAccountName(body.type, body.account, body.area_id);
      if (!name.ok) return name;
      const registration = {
        account: name.value,
        password: body.password,
        repeatedPassword: body.re_password,
        inviteCode: body.invite_code ?? '',
        code: body.sms_code,
        deviceId: body.device_id,
      };
      return orBusy(identity.register(registration, caller));
    },
    async sendEmailCode({ email, scene }, caller) {
      const name = parseAccountName('email', email, undefined);
      // An email address has no area, so this error cannot occur; the type does not express that.
      if (!name.ok) return refuse('account_format_invalid');
      return identity.sendCode(name.value, scene, caller);
    },
    async sendSmsCode({ mobile, area_id, scene }, caller) {
      const name = parseAccountName('mobile', mobile, area_id);
      return name.ok ? identity.sendCode(name.value, scene, caller) : name;
    },
    async resetPassword(body, caller) {
      const name = parseAccountName(body.type, body.account, body.area_id);
      if (!name.ok) return name;
      const reset = {
        account: name.value,
        password: body.new_password,
        repeatedPassword: body.secondary_password,
        code: body.auth_code,
      };
      return orBusy(identity.resetPassword(reset, caller));
    },
    holdUser: ({ hold_token: token }, { now }) => ownerHold.hold(token, now),
    refreshTokens: (_request, { refreshToken, now }) => identity.refresh(refreshToken, now),
    getUserInfo: (_request, { signedIn }) => identity.userInfo(signedIn.userId),
    async signOut(_request, { signedIn, now }) {
      await identity.signOut(signedIn.sessionId, now);
      return ok(null);
    },
  };
}
