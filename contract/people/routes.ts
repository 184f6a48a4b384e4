/** Request, response and errors of the calls about a user: security, verification, pictures, invites. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import { codeSent } from '../identity/identity.ts';
import * as people from './people.ts';
import * as risk from './risk.ts';
import * as pictures from '../schemas/pictures.ts';
import * as security from '../identity/security.ts';
import * as verification from '../verification/verification.ts';

const NEW_PASSWORD = [
  'password_format_invalid',
  'password_length_invalid',
  'password_too_simple',
  'passwords_do_not_match',
] as const;
const GOOGLE_CODE = ['google_code_required', 'google_code_incorrect'] as const;
const PAY_PASSWORD = [
  'pay_password_not_set',
  'pay_password_incorrect',
  'secret_tries_exhausted',
  'service_unavailable',
] as const;
const PASSWORD = ['password_incorrect', 'secret_tries_exhausted', 'service_unavailable'] as const;

export const PEOPLE_ROUTES = {
  getSecurity: route(nothing, security.security),
  amendPassword: route(security.amendPasswordBody, z.null(), [
    'session_ended',
    ...NEW_PASSWORD,
    ...PASSWORD,
    'pay_password_same_as_login',
    ...GOOGLE_CODE,
  ]),
  amendPayPassword: route(security.amendPayPasswordBody, z.null(), [
    'session_ended',
    ...NEW_PASSWORD,
    'pay_password_same_as_login',
    ...PASSWORD,
    ...GOOGLE_CODE,
  ]),
  createGoogleKey: route(security.googleKeyBody, security.googleKey, ['google_already_bound']),
  bindGoogle: route(security.googleBindingBody, z.null(), [
    'session_ended',
    'google_already_bound',
    'google_binding_expired',
    ...PASSWORD,
    'google_code_incorrect',
  ]),
  unbindGoogle: route(security.googleBindingBody, z.null(), [
    'session_ended',
    'google_not_bound',
    ...PASSWORD,
    'google_code_incorrect',
  ]),
  listSessions: route(nothing, z.array(security.session)),
  endOtherSessions: route(nothing, security.endedSessions, ['session_ended']),
  sendOwnCode: route(security.sendOwnCodeBody, codeSent, [
    'account_format_invalid',
    'code_sent_recently',
    'delivery_failed',
    'rate_limited',
  ]),
  getAuthorizationCode: route(nothing, security.authorizationCode),
  getVerification: route(nothing, verification.verification),
  submitVerification: route(verification.submitVerificationBody, verification.verification, [
    'already_verified',
    'verification_in_review',
    'id_number_invalid',
    'id_number_taken',
    'picture_ticket_invalid',
    'rate_limited',
  ]),
  uploadPicture: route(pictures.uploadPictureBody, pictures.uploadedPicture, [
    'unsupported_file_format',
    'file_too_large',
    'picture_unreadable',
    'service_unavailable',
  ]),
  readPicture: route(pictures.readPictureQuery, pictures.pictureBytes, ['picture_not_found']),
  getInvite: route(nothing, people.invite),
  listInvitees: route(people.listInviteesQuery, people.inviteePage),
  addTeamMember: route(people.addTeamMemberBody, people.team, [
    'role_required',
    ...PAY_PASSWORD,
    'authorization_code_incorrect',
    'own_authorization_code',
    'team_member_taken',
    'team_full',
  ]),
  getTeam: route(nothing, people.team, ['role_required']),
  listCollectionMethods: route(nothing, z.array(people.collectionMethod)),
  saveCollectionMethod: route(people.saveCollectionMethodBody, people.collectionMethod, [
    'verification_required',
    'collection_method_not_found',
    'too_many_collection_methods',
    'collection_holder_differs',
    'card_number_invalid',
    'payment_account_invalid',
    'payment_picture_required',
    ...PAY_PASSWORD,
    'picture_ticket_invalid',
  ]),
  removeCollectionMethod: route(people.removeCollectionMethodBody, z.null(), [
    'collection_method_not_found',
    ...PAY_PASSWORD,
  ]),
  getRiskDisclosure: route(risk.productQuery, risk.riskDisclosure),
  getRiskStanding: route(risk.productQuery, risk.riskStanding),
  acknowledgeRisk: route(risk.acknowledgeRiskBody, risk.riskStanding, ['risk_notice_changed']),
} as const;
