/**
 * Statements on rows of fiat orders as steps write them. `order-reads.repo.ts` and
 * `order-heads.repo.ts` have the reads.
 */
import { eq, inArray, sql } from 'drizzle-orm';
import { assert, ensure } from '../../../../contract/assert.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import { fiatClaims, fiatOrders } from '../../../kit/db/schema/fiat.ts';
import { FIAT_ORDER, type OrderRow } from './order-lifecycle.ts';

/**
 * Locks the buyer until the transaction ends, so that no other order of theirs is placed while they are
 * counted. Locks the key of the seller's row too, before any other row of the seller is locked.
 * @returns the id for the order to insert.
 */
export async function beginOrder(
  tx: Transaction,
  buyerId: number,
  sellerId: number,
): Promise<number> {
  const { rows } = await executeNamed<{ id: bigint }>(tx, BEGIN, [buyerId, sellerId]);
  return Number(ensure(rows[0], `users ${buyerId} and ${sellerId}`).id);
}

const BEGIN: NamedStatement = {
  name: 'fiat_order_begin',
  text: `
    select nextval('fiat_orders_id_seq') as id
    from (select 1 from users where id = $1 for no key update) as buyer,
      (select 1 from users where id = $2 for key share) as seller`,
};

/** The columns of an order at its start. */
type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'adId'
  | 'shopId'
  | 'buyerId'
  | 'sellerId'
  | 'currencyId'
  | 'fiatCode'
  | 'price'
  | 'quantity'
  | 'amount'
  | 'paymentKind'
  | 'payee'
  | 'paymentReference'
  | 'remark'
  | 'state'
  | 'takerId'
  | 'idempotencyKey'
  | 'terms'
  | 'revision'
  | 'createdAtMs'
>;

const INSERT: NamedStatement = {
  name: 'fiat_order_insert',
  text: `
    insert into fiat_orders (id, ad_id, shop_id, buyer_id, seller_id, currency_id, fiat_code, price,
      quantity, amount, payment_kind, payee, payment_reference, remark, state, taker_id,
      idempotency_key, terms, revision, created_at_ms, updated_at_ms, deadline_at_ms,
      postponements, is_postponed, is_overtime, is_cancellation, is_payment_false, voucher_ids,
      buyer_seen_id, seller_seen_id)
    overriding system value
    select $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16, $17,
      $18, $19, $20::bigint, $20::bigint,
      (select min(due_at_ms) from lifecycle_timers as timer
        where timer.kind = '${FIAT_ORDER.kind}' and timer.id = $1::bigint),
      0, false, false, false, false, '{}', 0, 0`,
};

/** Inserts the row after the start of its lifecycle, because the deadline is read from the timer. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<void> {
  await executeNamed(tx, INSERT, [
    order.id,
    order.adId,
    order.shopId,
    order.buyerId,
    order.sellerId,
    order.currencyId,
    order.fiatCode,
    String(order.price),
    String(order.quantity),
    String(order.amount),
    order.paymentKind,
    JSON.stringify(order.payee),
    order.paymentReference,
    order.remark,
    order.state,
    order.takerId,
    order.idempotencyKey,
    order.terms,
    order.revision,
    order.createdAtMs,
  ]);
}

/** The columns that a step of its lifecycle changes; undefined columns stay. */
export interface OrderChange {
  readonly state: OrderRow['state'];
  readonly end: OrderRow['end'];
  readonly postponements: number;
  readonly isPostponed: boolean;
  readonly isOvertime: boolean;
  readonly applicant: OrderRow['applicant'];
  readonly revision: number;
  readonly updatedAtMs: EpochMs;
  readonly endedAtMs: EpochMs | null;
  /** Never reset after it is true. */
  readonly isCancellation: boolean;
  readonly isPaymentFalse: boolean;
  readonly paidAtMs?: EpochMs;
  readonly voucherIds?: readonly string[];
  readonly awardText?: string;
  readonly operatorId?: number;
  /** The length of the window after the running delay. */
  readonly followingMs: number;
}

const UPDATE: NamedStatement = {
  name: 'fiat_order_step',
  text: `
    update fiat_orders set state = $2, "end" = $3, postponements = $4, is_postponed = $5,
      is_overtime = $6, applicant = $7, revision = $8, updated_at_ms = $9, ended_at_ms = $10,
      is_cancellation = is_cancellation or $11, is_payment_false = is_payment_false or $12,
      paid_at_ms = coalesce($13, paid_at_ms), voucher_ids = coalesce($14::uuid[], voucher_ids),
      award_text = coalesce($15, award_text), operator_id = coalesce($16, operator_id),
      deadline_at_ms = (select min(due_at_ms) + $17::bigint from lifecycle_timers as timer
        where timer.kind = '${FIAT_ORDER.kind}' and timer.id = $1)
    where id = $1`,
};

/** Updates the row after the step of its lifecycle, because the deadline is read from the running delays. */
export async function updateOrder(tx: Transaction, id: number, change: OrderChange): Promise<void> {
  const { rowCount } = await executeNamed(tx, UPDATE, [
    id,
    change.state,
    change.end,
    change.postponements,
    change.isPostponed,
    change.isOvertime,
    change.applicant,
    change.revision,
    change.updatedAtMs,
    change.endedAtMs,
    change.isCancellation,
    change.isPaymentFalse,
    change.paidAtMs ?? null,
    change.voucherIds ?? null,
    change.awardText ?? null,
    change.operatorId ?? null,
    change.followingMs,
  ]);
  assert(rowCount === 1, `fiat order ${id} has a row`);
}

/** Writes the revision of a step that changes no other column. */
export async function noteRevision(tx: Transaction, id: number, revision: number): Promise<void> {
  await tx.update(fiatOrders).set({ revision }).where(eq(fiatOrders.id, id));
}

/** Moves the deadlines of the orders by this much. */
export async function extendDeadlines(
  tx: Transaction,
  ids: readonly number[],
  byMs: EpochMs,
): Promise<void> {
  await tx
    .update(fiatOrders)
    .set({ deadlineAtMs: sql`${fiatOrders.deadlineAtMs} + ${byMs}::bigint` })
    .where(inArray(fiatOrders.id, [...ids]));
}

const SELLER_DISABLED: NamedStatement = {
  name: 'fiat_order_seller_disabled',
  text: `select 1 from fiat_orders as orders join users as seller on seller.id = orders.seller_id
    where orders.id = $1 and seller.disabled_at_ms is not null`,
};

/** Whether the seller of the order is disabled. */
export async function isSellerDisabled(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await executeNamed(tx, SELLER_DISABLED, [id]);
  return rowCount === 1;
}

export async function insertClaim(
  tx: Transaction,
  claim: typeof fiatClaims.$inferInsert,
): Promise<void> {
  await tx.insert(fiatClaims).values(claim);
}
