/** The table of submissions for real-name verification. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { epochMs, identity } from './columns.ts';
import { userId } from './identity.ts';

/**
 * One row per submission for real-name verification. Its lifecycle, `kyc-review`, is one per user (id
 * of the user).
 */
export const kycSubmissions = pgTable(
  'kyc_submissions',
  {
    id: identity(),
    userId: userId(),
    idType: text('id_type', { enum: ['id_card', 'passport', 'driving_licence'] }).notNull(),
    name: text().notNull(),
    /** Document number in upper case, without separators. */
    cardId: text('card_id').notNull(),
    frontPictureId: uuid('front_picture_id').notNull(),
    reversePictureId: uuid('reverse_picture_id').notNull(),
    handPictureId: uuid('hand_picture_id').notNull(),
    state: text({ enum: ['in_review', 'certified', 'failed'] }).notNull(),
    reason: text({
      enum: [
        'picture_unclear',
        'picture_incomplete',
        'data_differs',
        'document_expired',
        'document_not_accepted',
        'other',
      ],
    }),
    reasonText: text('reason_text'),
    operatorId: integer('operator_id'),
    submittedAtMs: epochMs('submitted_at_ms').notNull(),
    reviewedAtMs: epochMs('reviewed_at_ms'),
  },
  (table) => [
    index('kyc_submissions_user').on(table.userId, table.id),
    index('kyc_submissions_state').on(table.state, table.id),
    // A document belongs to one user, and a user has one submission in review at most.
    uniqueIndex('kyc_submissions_document')
      .on(table.idType, table.cardId)
      .where(sql`${table.state} = 'certified'`),
    uniqueIndex('kyc_submissions_open')
      .on(table.userId)
      .where(sql`${table.state} <> 'failed'`),
  ],
);
