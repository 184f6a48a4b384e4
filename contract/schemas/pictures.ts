/** Uploading a picture for a single-use ticket, and reading a stored one. */
import { z } from 'zod';
import { epochMs, pictureIdField, pictureTicketField } from './fields.ts';

/** Purposes of pictures: a ticket of one purpose is refused for another. */
export const PICTURE_PURPOSES = ['real_name', 'collection', 'feedback', 'voucher', 'chat'] as const;

/** The multipart field `file` is the picture itself: JPEG, PNG or WebP. */
export const uploadPictureBody = z.strictObject({
  type: z.enum(PICTURE_PURPOSES),
  file: z.instanceof(Uint8Array),
});
export const uploadedPicture = z.object({
  ticket: pictureTicketField,
  /** The file is deleted after this time unless a private call has used the ticket. */
  expires_at: epochMs,
  /** Size of the stored picture, pixels. */
  width: z.int(),
  height: z.int(),
});

export const readPictureQuery = z.strictObject({ id: pictureIdField });
/** Formats of stored pictures. */
export const PICTURE_TYPES = ['image/jpeg', 'image/webp', 'image/png'] as const;
/** Answered as bytes of this type, without an envelope. */
export const pictureBytes = z.object({
  content_type: z.enum(PICTURE_TYPES),
  bytes: z.instanceof(Uint8Array),
});

export type PicturePurpose = (typeof PICTURE_PURPOSES)[number];
export type UploadedPicture = z.infer<typeof uploadedPicture>;
export type PictureBytes = z.infer<typeof pictureBytes>;
