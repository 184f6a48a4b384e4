/** What other services ask of stored pictures: use a ticket once, read what they may. */
import type { PictureBytes, PicturePurpose } from '../../../contract/schemas/pictures.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../db/database.ts';

/** Who asks for the bytes of a picture. Every answer to them is logged. */
export type PictureReader =
  | { readonly role: 'user'; readonly userId: number }
  | { readonly role: 'operator'; readonly operatorId: number };

export interface PictureBinding {
  /** What the upload answered. */
  readonly ticket: string;
  /** What the caller uses the picture for; a ticket of another purpose is refused. */
  readonly purpose: PicturePurpose;
  /** Whose picture it becomes, user id. */
  readonly ownerId: number;
  readonly now: EpochMs;
}

export interface PictureBinder {
  /**
   * Uses up a ticket in the caller's transaction: with its rollback the ticket is unused again.
   * Unknown, expired, used and foreign-purpose tickets are refused alike.
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
  /** The bytes, once the read is logged. A picture of others is answered as one that does not exist. */
  read(reading: PictureReading): Promise<Result<PictureBytes, 'picture_not_found'>>;
}
