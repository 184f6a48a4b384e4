/** Notices in English. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsEnUs: NoticeTexts = {
  registerCode: {
    subject: 'Your Meridian sign-up code',
    body: 'Your Meridian sign-up code is {{code}}. It is valid for {{minutes}} minutes. Do not share it with anyone.',
  },
  passwordResetCode: {
    subject: 'Your Meridian password reset code',
    body: 'Your Meridian password reset code is {{code}}. It is valid for {{minutes}} minutes. If you did not ask for it, ignore this message and tell nobody the code.',
  },
  accountExists: {
    subject: 'You already have a Meridian account',
    body: 'Someone asked to sign up at Meridian with this address or number, but it already has an account. If it was you, sign in or reset your password. If it was not you, there is nothing to do.',
  },
  signInLocked: {
    subject: 'Meridian sign-in paused',
    body: 'There were too many failed sign-ins to your Meridian account, so sign-in is paused for a while. If it was not you, choose a new password with “Forgot password”.',
  },
  passwordChanged: {
    subject: 'Your Meridian password was changed',
    body: 'The password of your Meridian account was changed and all devices were signed out. If it was not you, reset your password at once and contact support.',
  },
  sessionRevoked: {
    subject: 'A Meridian device was signed out',
    body: 'An outdated sign-in token of your Meridian account was used again, so we signed that device out. If you did not expect this, change your password.',
  },
  bindAddressCode: {
    subject: 'Your Meridian code for a withdrawal address',
    body: 'Your code for binding a withdrawal address at Meridian is {{code}}. It is valid for {{minutes}} minutes. If you are not binding an address, change your password at once and tell nobody the code.',
  },
  secretsLocked: {
    subject: 'Meridian security checks paused',
    body: 'Passwords or codes were entered wrongly too often in your signed-in Meridian account, so withdrawals and security changes are paused for a while. If it was not you, change your password and sign out all other devices.',
  },
  passwordAmended: {
    subject: 'Your Meridian password was changed',
    body: 'The login password of your Meridian account was changed and all other devices were signed out. Withdrawals are paused for 24 hours. If it was not you, reset your password at once and contact support.',
  },
  payPasswordSet: {
    subject: 'Your Meridian transaction password was set',
    body: 'A transaction password was set for your Meridian account and all other devices were signed out. If it was not you, reset your password at once and contact support.',
  },
  payPasswordChanged: {
    subject: 'Your Meridian transaction password was changed',
    body: 'The transaction password of your Meridian account was changed and all other devices were signed out. Withdrawals are paused for 24 hours. If it was not you, reset your password at once and contact support.',
  },
  googleBound: {
    subject: 'Google authenticator bound to Meridian',
    body: 'A Google authenticator was bound to your Meridian account and all other devices were signed out. If it was not you, reset your password at once and contact support.',
  },
  googleUnbound: {
    subject: 'Google authenticator removed from Meridian',
    body: 'The Google authenticator was removed from your Meridian account and all other devices were signed out. Withdrawals are paused for 24 hours. If it was not you, reset your password at once and contact support.',
  },
  verificationCertified: {
    subject: 'Your Meridian identity verification is complete',
    body: 'Your Meridian identity verification is complete. Trading and withdrawals are now open to you.',
  },
  verificationFailed: {
    subject: 'Your Meridian identity verification failed',
    body: 'The documents you handed in at Meridian could not be verified. Open identity verification in the app to see the reason and to submit again.',
  },
  feedbackReplied: {
    subject: 'Meridian has answered your ticket',
    body: 'There is an answer to your Meridian feedback ticket. You can read it in the app under Feedback.',
  },
  depositCredited: {
    subject: 'Deposit credited at Meridian',
    body: 'Your deposit of {{amount}} {{currency}} was credited to your Meridian account. You can trade it now; it can be withdrawn once the network has confirmed it often enough.',
  },
  withdrawalSent: {
    subject: 'Withdrawal sent from Meridian',
    body: 'Your withdrawal of {{amount}} {{currency}} from Meridian has been paid. If this was not you, contact support at once.',
  },
  withdrawalRejected: {
    subject: 'Withdrawal from Meridian not carried out',
    body: 'Your withdrawal of {{amount}} {{currency}} from Meridian was not carried out. The amount is available in your account again; the reason is shown in the app.',
  },
  footer:
    'This message was sent automatically by Meridian. Meridian never asks for your password or codes.',
};
