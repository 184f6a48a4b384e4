/** Binds all pictures of one form, or none of them. */
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Transaction } from '../db/database.ts';
import type { PictureBinder, PictureBinding } from './pictures.types.ts';

/**
 * Redeems the tickets in their order. A repeated ticket is refused, because its first use redeems
 * it.
 * @returns the ids of the pictures.
 */
export async function bindPictures(
  pictures: PictureBinder,
  tx: Transaction,
  tickets: readonly string[],
  binding: Omit<PictureBinding, 'ticket'>,
): Promise<Result<string[], 'picture_ticket_invalid'>> {
  const ids: string[] = [];
  for (const ticket of tickets) {
    const bound = await pictures.bind(tx, { ...binding, ticket });
    if (!bound.ok) return bound;
    ids.push(bound.value);
  }
  return ok(ids);
}

/** The tickets of a field that lists them with commas; an empty field has none. */
export const ticketsOf = (field: string): string[] => (field === '' ? [] : field.split(','));
