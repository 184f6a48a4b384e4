/**
 * Reads of fiat orders for users and operators: the row with the names of both sides, counts of unseen
 * messages, the log.
 */
import { alias } from 'drizzle-orm/pg-core';
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { FiatClaim, FiatOrderState, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Executor } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import { RowReader } from '../../../kit/db/row-reader.ts';
import { fiatMessages, fiatOrders, shops } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import { FIAT_ORDER, type OrderRow } from './order-lifecycle.ts';

/** The name of one side that the other sees. */
export interface PartyName {
  readonly realName: string | null;
  readonly shopName: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
}

export interface OrderFacts {
  readonly order: OrderRow;
  readonly buyer: PartyName;
  readonly seller: PartyName;
  /** For each side, the count of messages by others that it has not seen. */
  readonly unread: Readonly<Record<FiatParty, number>>;
}

interface Claim {
  readonly party: FiatParty;
  readonly reason: FiatClaim;
  readonly content: string;
  readonly pictureIds: string[];
  readonly atMs: EpochMs;
}

/** A row of the event log. */
export interface LogRow {
  readonly revision: number;
  readonly event: unknown;
  readonly atMs: EpochMs;
}

export interface WholeOrder extends OrderFacts {
  /** Claims, newest first. */
  readonly claims: readonly Claim[];
  /** Log rows, oldest first. */
  readonly log: readonly LogRow[];
  /** The stored lifecycle of the order. */
  readonly life: { readonly machineVersion: number; readonly snapshot: unknown };
}

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');
const shopsOfBuyers = alias(shops, 'shops_of_buyers');
const shopsOfSellers = alias(shops, 'shops_of_sellers');

const unreadOf = (seenId: typeof fiatOrders.buyerSeenId, ownId: typeof fiatOrders.buyerId) =>
  sql`(select count(*) from ${fiatMessages} where ${fiatMessages.orderId} = ${fiatOrders.id}
    and ${fiatMessages.id} > ${seenId} and ${fiatMessages.senderId} is distinct from ${ownId})`.mapWith(
    Number,
  );

const FACTS = {
  order: fiatOrders,
  buyer: {
    realName: buyers.realName,
    shopName: shopsOfBuyers.name,
    email: buyers.email,
    mobile: buyers.mobile,
  },
  seller: {
    realName: sellers.realName,
    shopName: shopsOfSellers.name,
    email: sellers.email,
    mobile: sellers.mobile,
  },
  unread: {
    buyer: unreadOf(fiatOrders.buyerSeenId, fiatOrders.buyerId).as('buyer_unread'),
    seller: unreadOf(fiatOrders.sellerSeenId, fiatOrders.sellerId).as('seller_unread'),
  },
};
interface OrderFilter {
  readonly userId: number;
  readonly states: readonly FiatOrderState[] | undefined;
  /** Limits the list to orders in which the user has this side. */
  readonly role: FiatParty | undefined;
  /** Limits the list to smaller ids. */
  readonly before: number | undefined;
  readonly count: number;
}

/** Returns the orders of one user, newest first. */
export function listOrders(
  database: Executor,
  { userId, states, role, before, count }: OrderFilter,
): Promise<OrderFacts[]> {
  const isBuyer = eq(fiatOrders.buyerId, userId);
  const isSeller = eq(fiatOrders.sellerId, userId);
  return database
    .select(FACTS)
    .from(fiatOrders)
    .innerJoin(buyers, eq(buyers.id, fiatOrders.buyerId))
    .innerJoin(sellers, eq(sellers.id, fiatOrders.sellerId))
    .leftJoin(shopsOfBuyers, eq(shopsOfBuyers.userId, fiatOrders.buyerId))
    .leftJoin(shopsOfSellers, eq(shopsOfSellers.userId, fiatOrders.sellerId))
    .where(
      and(
        role === undefined ? or(isBuyer, isSeller) : role === 'buyer' ? isBuyer : isSeller,
        states === undefined ? undefined : inArray(fiatOrders.state, [...states]),
        before === undefined ? undefined : lt(fiatOrders.id, before),
      ),
    )
    .orderBy(desc(fiatOrders.id))
    .limit(count);
}

export type FindWhole = (id: number) => Promise<WholeOrder | undefined>;

const ORDER = new RowReader(fiatOrders, 'o');
const unreadBy = (side: FiatParty) =>
  `(select count(*)::integer from fiat_messages as message
    where message.order_id = o.id and message.id > o.${side}_seen_id
      and message.sender_id is distinct from o.${side}_id)`;
const WHOLE: NamedStatement = {
  name: 'fiat_order_whole',
  text: `
    select ${ORDER.list},
      json_build_object('realName', buyer.real_name, 'shopName', buyer_shop.name,
         'email', buyer.email, 'mobile', buyer.mobile) as buyer,
      json_build_object('realName', seller.real_name, 'shopName', seller_shop.name,
         'email', seller.email, 'mobile', seller.mobile) as seller,
      json_build_object('buyer', ${unreadBy('buyer')}, 'seller', ${unreadBy('seller')}) as unread,
      (select coalesce(json_agg(json_build_object('party', party, 'reason', reason,
          'content', content, 'pictureIds', picture_ids, 'atMs', at_ms) order by id desc), '[]')
        from fiat_claims as claim where claim.order_id = o.id) as claims,
      (select coalesce(json_agg(json_build_object('revision', revision, 'event', event,
          'atMs', at_ms) order by revision), '[]')
        from lifecycle_events as entry
        where entry.kind = '${FIAT_ORDER.kind}' and entry.id = o.id) as log,
      (select json_build_object('machineVersion', machine_version, 'snapshot', snapshot)
        from lifecycles as life
        where life.kind = '${FIAT_ORDER.kind}' and life.id = o.id) as life
    from fiat_orders as o
    join users as buyer on buyer.id = o.buyer_id
    join users as seller on seller.id = o.seller_id
    left join shops as buyer_shop on buyer_shop.user_id = o.buyer_id
    left join shops as seller_shop on seller_shop.user_id = o.seller_id
    where o.id = any($1::bigint[])`,
};
type WholeRow = Omit<WholeOrder, 'order'> & Readonly<Record<string, unknown>>;

/** Shares one statement among the reads of one moment, because every step answers with the whole order. */
export function createFindWhole(database: Database): FindWhole {
  const orders = new GatheredRead<number, WholeOrder>(
    async (ids) => {
      const { rows } = await executeNamed<WholeRow>(database, WHOLE, [ids]);
      return rows.map((row) => ({ ...partsOf(row), order: ORDER.read(row) }));
    },
    ({ order }) => order.id,
  );
  return (id) => orders.find(id);
}

const partsOf = ({
  buyer,
  seller,
  unread,
  claims,
  log,
  life,
}: WholeRow): Omit<WholeOrder, 'order'> => ({
  buyer,
  seller,
  unread,
  claims,
  log,
  life,
});
