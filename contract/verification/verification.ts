/** Real-name verification, as the user sees it. */
import { z } from 'zod';
import { ID_TYPES } from './id-types.ts';
import { decimalText, epochMs, lineField, pictureTicketField } from '../schemas/fields.ts';

const VERIFICATION_STATES = ['none', 'in_review', 'certified', 'failed'] as const;
/** A reviewer's reasons for a refusal; `other` comes with a text. */
export const VERIFICATION_REASONS = [
  'picture_unclear',
  'picture_incomplete',
  'data_differs',
  'document_expired',
  'document_not_accepted',
  'other',
] as const;

/** The number is checked for the form of its type. */
export const idTypeField = z.enum(ID_TYPES);

export const submitVerificationBody = z.strictObject({
  id_type: idTypeField.default('id_card'),
  name: lineField(2, 80),
  card_id: z.string().regex(/^[A-Za-z0-9-]{4,30}$/),
  front_pic: pictureTicketField,
  reverse_pic: pictureTicketField,
  hand_pic: pictureTicketField,
});

export const verification = z.object({
  state: z.enum(VERIFICATION_STATES),
  /** Rises with every change of state. */
  revision: z.int(),
  /**
   * Data of the last submission; null before any. Name and number are masked: `M***`,
   * `12**********34`.
   */
  id_type: idTypeField.nullable(),
  name: z.string().nullable(),
  card_id: z.string().nullable(),
  /**
   * The certified name, in full, which is the holder of the user's collection methods. Null before
   * certification.
   */
  real_name: z.string().nullable(),
  submitted_at: epochMs.nullable(),
  reviewed_at: epochMs.nullable(),
  /** Reason of a failed review. */
  reason: z.enum(VERIFICATION_REASONS).nullable(),
  /** The reviewer's explanation, plain text. */
  reason_text: z.string().nullable(),
  /** Daily withdrawal limit in USDT, now and after certification. */
  daily_limit: decimalText,
  certified_daily_limit: decimalText,
});

export type IdType = z.infer<typeof idTypeField>;
export type Verification = z.infer<typeof verification>;
export type VerificationState = Verification['state'];
export type VerificationReason = (typeof VERIFICATION_REASONS)[number];
