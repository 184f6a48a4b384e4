/** Pictures that a side shows in an order: vouchers of payment, and evidence in a dispute. */
import { ok } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import type { PictureBinder, PictureBinding } from '../../../kit/pictures/pictures.types.ts';

/** @param tickets joined by commas; empty for none. */
export async function bindPictures(
  pictures: PictureBinder,
  tx: Transaction,
  tickets: string,
  binding: Omit<PictureBinding, 'ticket'>,
): Promise<Result<string[], 'picture_ticket_invalid'>> {
  const ids: string[] = [];
  for (const ticket of tickets === '' ? [] : tickets.split(',')) {
    const bound = await pictures.bind(tx, { ...binding, ticket });
    if (!bound.ok) return bound;
    ids.push(bound.value);
  }
  return ok(ids);
}
