/**
 * Statements on pictures that users show each other in fiat orders: vouchers, evidence in a
 * dispute, chat pictures, and the payment code that an order is paid to (RULES "Fiat trading").
 */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PicturePurpose } from '../../../contract/schemas/pictures.ts';
import type { Executor } from '../db/database.ts';
import { fiatClaims, fiatMessages, fiatOrders } from '../db/schema/fiat.ts';

export interface ShownPicture {
  readonly id: string;
  readonly ownerId: number;
  readonly purpose: PicturePurpose;
}

/**
 * Returns whether the user is the counterparty of an order in which the owner shows the picture. A
 * payment code is only shown while the order is open, because a buyer who has paid does not need it
 * any more.
 */
export async function isShownTo(
  database: Executor,
  picture: ShownPicture,
  userId: number,
): Promise<boolean> {
  const { buyerId, sellerId } = fiatOrders;
  const { ownerId, purpose } = picture;
  const areBoth = or(
    and(eq(buyerId, ownerId), eq(sellerId, userId)),
    and(eq(buyerId, userId), eq(sellerId, ownerId)),
  );
  const isOpen = purpose === 'collection' ? isNull(fiatOrders.end) : undefined;
  return exists(database, picture, and(areBoth, isOpen));
}

/** Returns whether the picture is shown in an order that is, or was, in rights protection. */
export async function isShownInDispute(
  database: Executor,
  picture: ShownPicture,
): Promise<boolean> {
  const { ownerId } = picture;
  const isOwners = or(eq(fiatOrders.buyerId, ownerId), eq(fiatOrders.sellerId, ownerId));
  return exists(database, picture, and(isOwners, sql`exists (${CLAIMS})`));
}

async function exists(
  database: Executor,
  picture: ShownPicture,
  isOrder: SQL | undefined,
): Promise<boolean> {
  const isShown = shownIn(picture);
  if (isShown === null) return false;
  const rows = await database
    .select({ id: fiatOrders.id })
    .from(fiatOrders)
    .where(and(isOrder, isShown))
    .limit(1);
  return rows.length === 1;
}

const CLAIMS = sql`select 1 from ${fiatClaims} where ${fiatClaims.orderId} = ${fiatOrders.id}`;

/** Returns the condition that an order shows a picture of this purpose; null if orders never do. */
function shownIn({ id, purpose }: ShownPicture): SQL | null {
  switch (purpose) {
    case 'voucher':
      return sql`(${id}::uuid = any(${fiatOrders.voucherIds})
        or exists (${CLAIMS} and ${id}::uuid = any(${fiatClaims.pictureIds})))`;
    case 'chat':
      return sql`exists (select 1 from ${fiatMessages}
        where ${fiatMessages.orderId} = ${fiatOrders.id} and ${fiatMessages.pictureId} = ${id}::uuid)`;
    case 'collection':
      return sql`${fiatOrders.payee} ->> 'qr_picture_id' = ${id}`;
    case 'real_name':
    case 'feedback':
      return null;
  }
}
