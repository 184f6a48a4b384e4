/** Real-name verification for its reviewers: names and numbers in full. */
import { z } from 'zod';
import { epochMs, pageFields, pictureIdField, recordIdField } from '../../schemas/fields.ts';
import { idTypeField, VERIFICATION_REASONS } from '../../verification/verification.ts';
import {
  lastActField,
  nextField,
  person,
  reasonField,
  revisionField,
  userIdField,
  wordsField,
} from './fields.ts';

const REVIEW_STATES = ['in_review', 'certified', 'failed'] as const;
const reviewState = z.enum(REVIEW_STATES);
const verdictReason = z.enum(VERIFICATION_REASONS);

/** Submissions in review come oldest first, all others newest first. */
export const listReviewsQuery = z.strictObject({
  ...pageFields,
  state: reviewState.optional(),
  user_id: userIdField.optional(),
});

export const review = z.object({
  id: recordIdField,
  person,
  state: reviewState,
  id_type: idTypeField,
  name: z.string(),
  card_id: z.string(),
  submitted_at: epochMs,
  reviewed_at: epochMs.nullable(),
  operator_id: z.int().nullable(),
  /** The reason that the user was given, for a failed submission. */
  verdict_reason: verdictReason.nullable(),
  verdict_text: z.string().nullable(),
  revision: z.int(),
});
export const reviewPage = z.object({ reviews: z.array(review), next: nextField });

export const reviewIdQuery = z.strictObject({ id: recordIdField });
export const reviewDetail = review.extend({
  /** Id for `readPicture`, which logs the reader. */
  front_picture_id: pictureIdField,
  reverse_picture_id: pictureIdField,
  hand_picture_id: pictureIdField,
  last_act: lastActField,
  /** Other submissions of the same user, newest first. */
  others: z.array(review),
});

/** A failed verdict needs `verdict_reason`; `other` requires a text. */
export const decideReviewBody = z
  .strictObject({
    id: recordIdField,
    revision: revisionField,
    verdict: z.enum(['certify', 'fail']),
    verdict_reason: verdictReason.optional(),
    verdict_text: wordsField.optional(),
    reason: reasonField,
  })
  .superRefine(({ verdict, verdict_reason: why, verdict_text: words }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    if ((verdict === 'fail') !== (why !== undefined)) fault('verdict_reason');
    if (verdict === 'certify' ? words !== undefined : why === 'other' && words === undefined)
      fault('verdict_text');
  });

export type Review = z.infer<typeof review>;
export type ReviewDetail = z.infer<typeof reviewDetail>;
export type ReviewState = z.infer<typeof reviewState>;
