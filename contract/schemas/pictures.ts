/** Uploading a picture for a single-use ticket, and reading a stored one. */
import { z } from 'zod';
import { epochMs, pictureIdField, pictureTicketField } from './fields.ts';

/** What a picture is for: a ticket of one purpose is refused for another. */
export const PICTURE_PURPOSES = ['real_name', 'collection', 'feedback', 'voucher', 'chat'] as const;

/** The multipart field `file` is the picture itself: JPEG, PNG or WebP. */
export const uploadPictureBody = z.strictObject({
  type: z.enum(PICTURE_PURPOSES),
  file: z.instanceof(Uint8Array),
});
export const uploadedPicture = z.object({
  ticket: pictureTicketField,
  /** After this the file is deleted unless a private call has used the ticket. */
  expires_at: epochMs,
  /** Of the stored picture, pixels. */
  width: z.int(),
  height: z.int(),
});

export const readPictureQuery = z.strictObject({ id: pictureIdField });
/** What a stored picture may be. */
export const PICTURE_TYPES = ['image/jpeg', 'image/webp', 'image/png'] as const;
/** Answered as bytes of this type, not in the envelope. */
export const pictureBytes = z.object({
  content_type: z.enum(PICTURE_TYPES),
  bytes: z.instanceof(Uint8Array),
});

export type PicturePurpose = (typeof PICTURE_PURPOSES)[number];
export type UploadedPicture = z.infer<typeof uploadedPicture>;
export type PictureBytes = z.infer<typeof pictureBytes>;
