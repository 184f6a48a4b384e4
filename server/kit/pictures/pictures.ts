/** Uploaded pictures: stored with a single-use ticket, bound to an owner, shown only to authorized readers. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type {
  PictureBytes,
  PicturePurpose,
  UploadedPicture,
} from '../../../contract/schemas/pictures.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { digest, randomToken } from '../seal/secrets.ts';
import type { Log } from '../log.ts';
import type { PictureCleaner } from './picture-cleaner.ts';
import type { CleanPicture, PictureRefusal } from './picture-messages.ts';
import type { PictureStore } from './picture-store.ts';
import {
  claimPicture,
  findOwnedPicture,
  insertPicture,
  insertPictureRead,
} from './pictures.repo.ts';
import type { PictureRead } from './pictures.repo.ts';
import type {
  PictureBinder,
  PictureBinding,
  PictureReader,
  PictureReading,
  PictureSource,
} from './pictures.types.ts';
import { isShownInDispute, isShownTo, type ShownPicture } from './shared-pictures.repo.ts';

interface PicturesParts {
  readonly database: Database;
  readonly store: PictureStore;
  readonly cleaner: Pick<PictureCleaner, 'clean'>;
  readonly log: Log;
}

/** Format of the cleaner's results. */
const CONTENT_TYPE = 'image/jpeg';
const RETRY_AFTER_S = 60;
/** Purposes that operators may read for their work; pictures of fiat orders only in disputes. */
const OPERATOR_MAY_READ: Readonly<Record<PicturePurpose, 'always' | 'in disputes'>> = {
  real_name: 'always',
  feedback: 'always',
  collection: 'in disputes',
  voucher: 'in disputes',
  chat: 'in disputes',
};

export class Pictures implements PictureBinder, PictureSource {
  readonly #parts: PicturesParts;

  constructor(parts: PicturesParts) {
    this.#parts = parts;
  }

  /** Stores the decoded picture, never the uploaded bytes, for the first user of the ticket. */
  async upload(
    bytes: Uint8Array,
    purpose: PicturePurpose,
    now: EpochMs,
  ): Promise<Result<UploadedPicture, PictureRefusal | 'service_unavailable'>> {
    const cleaned = await this.#parts.cleaner.clean(bytes);
    if (!cleaned.ok) return cleaned;
    const { width, height } = cleaned.value;
    const id = await this.#store(cleaned.value, now);
    if (id === undefined) return refuse('service_unavailable', RETRY_AFTER_S);
    const ticket = randomToken();
    const expiresAtMs = now + LIMITS.picture_ticket_valid_ms;
    await insertPicture(this.#parts.database, {
      id,
      purpose,
      ticketHash: digest(ticket),
      expiresAtMs,
      contentType: CONTENT_TYPE,
      byteCount: cleaned.value.bytes.length,
      width,
      height,
      createdAtMs: now,
    });
    return ok({ ticket, expires_at: expiresAtMs, width, height });
  }

  async bind(
    tx: Transaction,
    { ticket, purpose, ownerId, now }: PictureBinding,
  ): Promise<Result<string, 'picture_ticket_invalid'>> {
    const id = await claimPicture(tx, digest(ticket), purpose, ownerId, now);
    return id === undefined ? refuse('picture_ticket_invalid') : ok(id);
  }

  async read({
    pictureId,
    reader,
    now,
  }: PictureReading): Promise<Result<PictureBytes, 'picture_not_found'>> {
    const { database, store, log } = this.#parts;
    const picture = await findOwnedPicture(database, pictureId);
    const role = picture && (await roleOf(database, reader, { ...picture, id: pictureId }));
    if (role === undefined) return refuse('picture_not_found');
    const readerId = reader.role === 'user' ? reader.userId : reader.operatorId;
    await insertPictureRead(database, { pictureId, reader: role, readerId, atMs: now });
    const bytes = await store.get(pictureId);
    if (bytes === undefined) {
      log.error({ pictureId }, 'the file of a picture is missing');
      return refuse('picture_not_found');
    }
    return ok({ content_type: CONTENT_TYPE, bytes });
  }

  /**
   * Stores the file first, because a row without its file could be used. The sweep removes files
   * that a crash leaves.
   */
  async #store({ bytes }: CleanPicture, now: EpochMs): Promise<string | undefined> {
    const { store, log } = this.#parts;
    const id = randomUUID();
    try {
      await store.put(id, bytes, now);
      return id;
    } catch (error) {
      log.error({ err: error }, 'a picture could not be stored');
      return undefined;
    }
  }
}

/** Returns the role in which `reader` may see the picture; undefined if not allowed. */
async function roleOf(
  database: Database,
  reader: PictureReader,
  picture: ShownPicture,
): Promise<PictureRead['reader'] | undefined> {
  if (reader.role === 'user') {
    if (reader.userId === picture.ownerId) return 'owner';
    return (await isShownTo(database, picture, reader.userId)) ? 'party' : undefined;
  }
  const mayRead =
    OPERATOR_MAY_READ[picture.purpose] === 'always' || (await isShownInDispute(database, picture));
  return mayRead ? 'operator' : undefined;
}
