/** The interface of stored pictures for other services: redeem a ticket once, read with permission. */
import type { PictureBytes, PicturePurpose } from '../../../contract/schemas/pictures.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../db/database.ts';

/** The reader of a picture's bytes. Every read is logged. */
export type PictureReader =
  | { readonly role: 'user'; readonly userId: number }
  | { readonly role: 'operator'; readonly operatorId: number };

export interface PictureBinding {
  /** The ticket that the upload returned. */
  readonly ticket: string;
  /** The caller's purpose; a ticket of another purpose is rejected. */
  readonly purpose: PicturePurpose;
  /** Id of the user who becomes the owner. */
  readonly ownerId: number;
  readonly now: EpochMs;
}

export interface PictureBinder {
  /**
   * Redeems a ticket in the caller's transaction, whose rollback makes it unused again. Unknown,
   * expired and used tickets, and those for another purpose, get the same refusal.
   * @returns the id of the picture, for the caller's own record.
   */
  bind(tx: Transaction, binding: PictureBinding): Promise<Result<string, 'picture_ticket_invalid'>>;
}

export interface PictureReading {
  readonly pictureId: string;
  readonly reader: PictureReader;
  readonly now: EpochMs;
}

export interface PictureSource {
  /**
   * Returns the bytes after the read was logged. A picture without permission is answered like one
   * that does not exist.
   */
  read(reading: PictureReading): Promise<Result<PictureBytes, 'picture_not_found'>>;
}
