/** Links of mails with which owners hold their accounts: signed by this installation, valid for days, stored nowhere. */
import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';
import type { Seal } from '../../kit/seal/seal.ts';

/** The page of the app. */
const PAGE = '/hold';
const PURPOSE = 'hold of an account';

/** Mails about steps that a thief would take have the link. */
const HAS_LINK: Readonly<Record<StoredNotice['kind'], boolean>> = {
  accountExists: false,
  signInLocked: false,
  passwordChanged: true,
  sessionRevoked: true,
  newDevice: true,
  secretsLocked: true,
  passwordAmended: true,
  payPasswordSet: true,
  payPasswordChanged: true,
  googleBound: true,
  googleUnbound: true,
  devicesSignedOut: true,
  accountHeld: false,
  addressBound: true,
  withdrawalRequested: true,
  coinsOffered: true,
  paymentDeclared: true,
  verificationCertified: false,
  verificationFailed: false,
  feedbackReplied: false,
  depositCredited: false,
  withdrawalSent: true,
  withdrawalRejected: false,
  savingsEnded: false,
  marginLow: false,
  stoppedOut: false,
  deleveraged: false,
  contractEnds: false,
};

export interface HoldLinks {
  /** Returns the link for a mail of that kind to the user; null for a kind without one, or when the address of the app is unknown. */
  linkFor(kind: StoredNotice['kind'], userId: number, now: EpochMs): string | null;
  /** Returns the id of the user to whom the token was sent; null for a forged, altered or old token. */
  ownerOf(token: string, now: EpochMs): number | null;
}

/** @param origin address of the app; null if it is unknown. */
export function createHoldLinks(seal: Pick<Seal, 'tag'>, origin: string | null): HoldLinks {
  return {
    linkFor(kind, userId, now) {
      if (origin === null || !HAS_LINK[kind]) return null;
      const claim = `${userId}.${now}`;
      // Behind the #, so that it reaches no log and no other site.
      return `${origin}${PAGE}#${claim}.${seal.tag(claim, PURPOSE)}`;
    },
    ownerOf(token, now) {
      const [userId = '', issuedAtMs = '', tag = ''] = token.split('.');
      const expected = Buffer.from(seal.tag(`${userId}.${issuedAtMs}`, PURPOSE));
      const given = Buffer.from(tag);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return now - Number(issuedAtMs) <= LIMITS.hold_link_valid_ms ? Number(userId) : null;
    },
  };
}
