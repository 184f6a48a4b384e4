/**
 * Real-name verification of one user (RULES "Real-name verification"): from no submission to
 * certified, with any number of reviews. A certified user stays certified.
 */
import { assign, setup } from 'xstate';
import type {
  VerificationReason,
  VerificationState,
} from '../../../contract/verification/verification.ts';
import { KYC_REVIEW_EVENTS, type KycReviewEvent } from './kyc-review.events.ts';

export interface KycReviewInput {
  readonly userId: number;
}

export interface KycReviewContext extends KycReviewInput {
  /** The last submission; null before the first. */
  readonly submissionId: number | null;
  /** Reason for which the last review failed; null otherwise. */
  readonly reason: VerificationReason | null;
}

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: KycReviewEvent): boolean =>
  KYC_REVIEW_EVENTS[type].role === by.role;

/** Whether the verdict is about the submission in review, not about an earlier one. */
const isAboutThis = (context: KycReviewContext, event: KycReviewEvent): boolean =>
  isByItsRole(event) && event.submissionId === context.submissionId;

export const kycReviewMachine = setup({
  types: {
    context: {} as KycReviewContext,
    events: {} as KycReviewEvent,
    input: {} as KycReviewInput,
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: VerificationState },
  },
  guards: {
    canSubmit: ({ context, event }) => isByItsRole(event) && event.by.userId === context.userId,
    canCertify: ({ context, event }) => isAboutThis(context, event),
    canRefuse: ({ context, event }) =>
      event.type === 'verification.refuse' &&
      isAboutThis(context, event) &&
      (event.reason !== 'other' || event.reasonText !== null),
  },
  actions: {
    /** The user may trade, withdraw and sell for fiat money from now on. */
    openGates: () => {},
    notifyPerson: () => {},
    rememberSubmission: assign(({ event }) => ({
      submissionId: event.submissionId,
      reason: null,
    })),
    rememberReason: assign(({ event }) =>
      event.type === 'verification.refuse' ? { reason: event.reason } : {},
    ),
  },
}).createMachine({
  id: 'kycReview',
  version: '1',
  description: 'The identity verification of a user, from nothing to certified.',
  context: ({ input }) => ({ ...input, submissionId: null, reason: null }),
  initial: 'none',
  states: {
    none: {
      description: 'The user has never submitted anything.',
      meta: { state: 'none' },
      on: {
        'verification.submit': {
          description: 'The user submits name, document number and photos.',
          guard: 'canSubmit',
          target: 'inReview',
          actions: 'rememberSubmission',
        },
      },
    },
    inReview: {
      description: 'The submission waits for a reviewer.',
      meta: { state: 'in_review' },
      on: {
        'verification.certify': {
          description: 'A reviewer confirms that the document belongs to the user.',
          guard: 'canCertify',
          target: 'certified',
        },
        'verification.refuse': {
          description: 'A reviewer rejects the submission and gives the reason.',
          guard: 'canRefuse',
          target: 'failed',
          actions: 'rememberReason',
        },
      },
    },
    failed: {
      description: 'The last review failed. The user may submit again.',
      meta: { state: 'failed' },
      entry: 'notifyPerson',
      on: {
        'verification.submit': {
          description: 'The user submits again.',
          guard: 'canSubmit',
          target: 'inReview',
          actions: 'rememberSubmission',
        },
      },
    },
    certified: {
      description: 'The identity of the user is confirmed permanently.',
      meta: { state: 'certified' },
      type: 'final',
      entry: ['openGates', 'notifyPerson'],
    },
  },
});
