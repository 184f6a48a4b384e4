/** Notices in English. */
import type { NoticeTexts } from '../notices.ts';

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
  footer:
    'This message was sent automatically by Meridian. Meridian never asks for your password or codes.',
};
