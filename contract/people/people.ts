/** Invites, teams of agents, collection methods. */
import { z } from 'zod';
import { COLLECTION_KINDS } from './people-kinds.ts';
import {
  decimalText,
  epochMs,
  lineField,
  pageFields,
  passwordField,
  pictureIdField,
  pictureTicketField,
  recordIdField,
} from '../schemas/fields.ts';

export const invite = z.object({
  invite_code: z.string(),
  /** Address of the sign-up page with the code. */
  link: z.string(),
  invitee_count: z.int(),
});
export const listInviteesQuery = z.strictObject({ ...pageFields });
export const inviteePage = z.object({
  invitees: z.array(
    z.object({
      id: recordIdField,
      uid: z.string(),
      /** Masked: `a***@example.org`, `+49 *** 12`. */
      account: z.string(),
      registered_at: epochMs,
      is_user_real: z.boolean(),
    }),
  ),
  next: recordIdField.nullable(),
});

export const addTeamMemberBody = z.strictObject({
  authorization_code: z.string().regex(/^[0-9A-Z]{8}$/),
  pay_password: passwordField,
});
/** Totals only: an agent sees no member's account. */
export const team = z.object({
  member_count: z.int(),
  verified_count: z.int(),
  added_today: z.int(),
  /** Traded by the members on spot markets, in USDT, as taker or maker. */
  volume_30_days: decimalText,
  volume_today: decimalText,
});

const collectionKind = z.enum(COLLECTION_KINDS);
export const collectionMethod = z.object({
  id: recordIdField,
  kind: collectionKind,
  /** The verified name of the user. */
  real_name: z.string(),
  /** Card number, Alipay account or WeChat account. */
  account: z.string(),
  bank: z.string().nullable(),
  branch: z.string().nullable(),
  nickname: z.string().nullable(),
  qr_picture_id: pictureIdField.nullable(),
  /**
   * False for a method that was saved before holder and number were checked and that fails the
   * check: it receives no payments.
   */
  is_usable: z.boolean(),
  updated_at: epochMs,
});
/**
 * A new method, or with `id` a change of one. Bank cards need `bank`, the others the picture of a
 * payment QR code.
 */
export const saveCollectionMethodBody = z
  .strictObject({
    id: recordIdField.optional(),
    kind: collectionKind,
    /** The holder is the verified user: another name is refused. */
    real_name: lineField(2, 80).optional(),
    account: lineField(3, 64),
    bank: lineField(2, 80).optional(),
    branch: lineField(1, 80).optional(),
    nickname: lineField(1, 64).optional(),
    /** If left out in a change, the picture stays. */
    qr_pic: pictureTicketField.optional(),
    pay_password: passwordField,
  })
  .superRefine(({ kind, bank, branch, nickname, qr_pic: picture }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    const isCard = kind === 'bank_card';
    if (isCard !== (bank !== undefined)) fault('bank');
    if (!isCard && branch !== undefined) fault('branch');
    if (isCard && picture !== undefined) fault('qr_pic');
    if (kind !== 'wechat' && nickname !== undefined) fault('nickname');
  });
export const removeCollectionMethodBody = z.strictObject({
  id: recordIdField,
  pay_password: passwordField,
});

export type Invite = z.infer<typeof invite>;
export type Invitee = z.infer<typeof inviteePage>['invitees'][number];
export type Team = z.infer<typeof team>;
export type CollectionMethod = z.infer<typeof collectionMethod>;
export type CollectionKind = z.infer<typeof collectionKind>;
