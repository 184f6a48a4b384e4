/** Statements on the tables `pictures` and `picture_reads`. */
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { PicturePurpose } from '../../../contract/schemas/pictures.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { executeNamed, type NamedStatement } from '../db/named-statement.ts';
import { pictureReads, pictures } from '../db/schema/pictures.ts';

interface NewPicture {
  readonly id: string;
  readonly purpose: PicturePurpose;
  readonly ticketHash: string;
  readonly expiresAtMs: EpochMs;
  readonly contentType: string;
  readonly byteCount: number;
  readonly width: number;
  readonly height: number;
  readonly createdAtMs: EpochMs;
}

interface OwnedPicture {
  readonly ownerId: number;
  readonly purpose: PicturePurpose;
}

export interface PictureRead {
  readonly pictureId: string;
  /** party: the counterparty of a fiat order in which it is shown. */
  readonly reader: 'owner' | 'party' | 'operator';
  readonly readerId: number;
  readonly atMs: EpochMs;
}

/** Inserts a picture without an owner. */
export async function insertPicture(database: Executor, picture: NewPicture): Promise<void> {
  await database.insert(pictures).values(picture);
}

/**
 * Sets the owner of an unused ticket's picture. Returns its id, or undefined if there is no such
 * ticket.
 */
export async function claimPicture(
  database: Executor,
  ticketHash: string,
  purpose: PicturePurpose,
  ownerId: number,
  now: EpochMs,
): Promise<string | undefined> {
  const params = [ownerId, ticketHash, purpose, now];
  const { rows } = await executeNamed<{ id: string }>(database, CLAIM, params);
  return rows[0]?.id;
}

const CLAIM: NamedStatement = {
  name: 'claim_picture',
  text: `
    update pictures set owner_id = $1, ticket_hash = null, expires_at_ms = null
    where ticket_hash = $2 and purpose = $3 and owner_id is null and expires_at_ms > $4
    returning id`,
};

/** A picture that has an owner. */
export async function findOwnedPicture(
  database: Executor,
  id: string,
): Promise<OwnedPicture | undefined> {
  const [row] = await database
    .select({ ownerId: pictures.ownerId, purpose: pictures.purpose })
    .from(pictures)
    .where(eq(pictures.id, id));
  return row?.ownerId == null ? undefined : { ownerId: row.ownerId, purpose: row.purpose };
}

export async function insertPictureRead(database: Executor, read: PictureRead): Promise<void> {
  await database.insert(pictureReads).values(read);
}

/** Deletes up to `max` expired pictures without an owner. @returns their ids. */
export async function deleteExpiredPictures(
  database: Executor,
  now: EpochMs,
  max: number,
): Promise<readonly string[]> {
  const expired = database
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isNull(pictures.ownerId), lte(pictures.expiresAtMs, now)))
    .limit(max);
  const rows = await database
    .delete(pictures)
    // Repeats the condition on the locked row, because its ticket may have been used since the
    // select.
    .where(and(inArray(pictures.id, expired), isNull(pictures.ownerId)))
    .returning({ id: pictures.id });
  return rows.map(({ id }) => id);
}

/** Returns those of `ids` that belong to no picture. */
export async function unknownPictures(
  database: Executor,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await database
    .select({ id: pictures.id })
    .from(pictures)
    .where(sql`${pictures.id} = any(${sql.param([...ids])}::uuid[])`);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
