/**
 * Real-name verification of one person (RULES "Real-name verification"): from nothing to certified, by
 * way of a reviewer, as often as it takes. Nobody who is certified is ever sent back.
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
  /** The last one that was handed in; null before the first. */
  readonly submissionId: number | null;
  /** Why the last review failed; null otherwise. */
  readonly reason: VerificationReason | null;
}

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: KycReviewEvent): boolean =>
  KYC_REVIEW_EVENTS[type].role === by.role;

/** Whether a reviewer speaks of what is in review, and not of what was handed in before. */
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
    /** From now on the person may trade, withdraw and sell for fiat money. */
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
  description: 'Real-name verification of a person, from nothing to certified.',
  context: ({ input }) => ({ ...input, submissionId: null, reason: null }),
  initial: 'none',
  states: {
    none: {
      description: 'Nothing was ever handed in.',
      meta: { state: 'none' },
      on: {
        'verification.submit': {
          description: 'The person hands in name, document number and photos.',
          guard: 'canSubmit',
          target: 'inReview',
          actions: 'rememberSubmission',
        },
      },
    },
    inReview: {
      description: 'A reviewer has to look at it.',
      meta: { state: 'in_review' },
      on: {
        'verification.certify': {
          description: 'A reviewer has found the document to be theirs.',
          guard: 'canCertify',
          target: 'certified',
        },
        'verification.refuse': {
          description: 'A reviewer could not certify it, and says why.',
          guard: 'canRefuse',
          target: 'failed',
          actions: 'rememberReason',
        },
      },
    },
    failed: {
      description: 'The last review failed; the person may hand in again.',
      meta: { state: 'failed' },
      entry: 'notifyPerson',
      on: {
        'verification.submit': {
          description: 'The person hands in again.',
          guard: 'canSubmit',
          target: 'inReview',
          actions: 'rememberSubmission',
        },
      },
    },
    certified: {
      description: 'The person is who they say they are, for good.',
      meta: { state: 'certified' },
      type: 'final',
      entry: ['openGates', 'notifyPerson'],
    },
  },
});
