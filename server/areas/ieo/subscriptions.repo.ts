/** Statements on token subscriptions and their payments. */
import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { ieoPayments, ieoSubscriptions } from '../../kit/db/schema/ieo.ts';
import type { PaymentRow, SubscriptionRow } from './ieo.types.ts';

type SubscriptionValues = typeof ieoSubscriptions.$inferInsert;

export async function insertSubscription(
  tx: Transaction,
  row: SubscriptionValues,
): Promise<SubscriptionRow> {
  const rows = await tx.insert(ieoSubscriptions).values(row).returning();
  return ensure(rows[0], 'the subscription that was inserted');
}

export async function updateSubscription(
  tx: Transaction,
  id: number,
  change: Partial<Omit<SubscriptionValues, 'id'>>,
): Promise<SubscriptionRow> {
  const rows = await tx
    .update(ieoSubscriptions)
    .set(change)
    .where(eq(ieoSubscriptions.id, id))
    .returning();
  return ensure(rows[0], `token subscription ${id}`);
}

export async function findSubscription(
  database: Executor,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const rows = await database.select().from(ieoSubscriptions).where(eq(ieoSubscriptions.id, id));
  return rows[0];
}

/** Finds the user's subscription to the offering; a refused one is none. */
export async function findOfUser(
  database: Executor,
  offeringId: number,
  userId: number,
): Promise<SubscriptionRow | undefined> {
  const rows = await database
    .select()
    .from(ieoSubscriptions)
    .where(
      and(
        eq(ieoSubscriptions.offeringId, offeringId),
        eq(ieoSubscriptions.userId, userId),
        ne(ieoSubscriptions.phase, 'refused'),
      ),
    );
  return rows[0];
}

/** Finds a subscription that its owner sees. */
export async function findOwnSubscription(
  database: Executor,
  userId: number,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const found = await findSubscription(database, id);
  const isSeen =
    found?.userId === userId && SUBSCRIPTION_STATES.some((state) => state === found.phase);
  return isSeen ? found : undefined;
}

interface SubscriptionFilter {
  readonly userId: number;
  readonly state?: SubscriptionState | undefined;
  readonly offeringId?: number | undefined;
  /** Limits the list to smaller numbers. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns subscriptions that their owner sees, newest first. */
export function findSubscriptions(
  database: Executor,
  { userId, state, offeringId, before, count }: SubscriptionFilter,
): Promise<SubscriptionRow[]> {
  return database
    .select()
    .from(ieoSubscriptions)
    .where(
      and(
        eq(ieoSubscriptions.userId, userId),
        inArray(ieoSubscriptions.phase, state === undefined ? [...SUBSCRIPTION_STATES] : [state]),
        offeringId === undefined ? undefined : eq(ieoSubscriptions.offeringId, offeringId),
        before === undefined ? undefined : lt(ieoSubscriptions.id, before),
      ),
    )
    .orderBy(desc(ieoSubscriptions.id))
    .limit(count);
}

/** Returns the next committed subscriptions of an offering after `after`. */
export function findCommitted(
  database: Executor,
  offeringId: number,
  after: number,
  count: number,
): Promise<SubscriptionRow[]> {
  return database
    .select()
    .from(ieoSubscriptions)
    .where(
      and(
        eq(ieoSubscriptions.offeringId, offeringId),
        eq(ieoSubscriptions.phase, 'committed'),
        gt(ieoSubscriptions.id, after),
      ),
    )
    .orderBy(asc(ieoSubscriptions.id))
    .limit(count);
}

export type ListedSubscription = Pick<
  SubscriptionRow,
  'id' | 'userId' | 'entry' | 'steps' | 'allocated'
>;

/** Returns subscriptions in the order of the published lists: that of their numbers. */
export function findListed(
  database: Executor,
  offeringId: number,
  page?: { readonly after: number; readonly count: number },
): Promise<ListedSubscription[]> {
  const { id, userId, entry, steps, allocated, phase } = ieoSubscriptions;
  const query = database
    .select({ id, userId, entry, steps, allocated })
    .from(ieoSubscriptions)
    .where(
      and(eq(ieoSubscriptions.offeringId, offeringId), inArray(phase, [...SUBSCRIPTION_STATES])),
    )
    .orderBy(asc(id));
  return page === undefined ? query : query.offset(page.after).limit(page.count);
}

/** Stores the steps of the allocation. */
export async function storeAllocated(
  tx: Transaction,
  ids: readonly number[],
  steps: readonly bigint[],
): Promise<void> {
  await tx.execute(sql`
    update ${ieoSubscriptions} as own set allocated = each.steps
    from unnest(${sql.param(ids.map(String))}::bigint[], ${sql.param(steps.map(String))}::bigint[])
      as each (id, steps)
    where own.id = each.id`);
}

export async function insertPayment(
  tx: Transaction,
  row: typeof ieoPayments.$inferInsert,
): Promise<PaymentRow> {
  const rows = await tx.insert(ieoPayments).values(row).returning();
  return ensure(rows[0], 'the payment that was inserted');
}

export async function updatePayment(
  tx: Transaction,
  id: number,
  change: Partial<Pick<PaymentRow, 'phase' | 'postingId'>>,
): Promise<PaymentRow> {
  const rows = await tx.update(ieoPayments).set(change).where(eq(ieoPayments.id, id)).returning();
  return ensure(rows[0], `payment ${id}`);
}

export async function findKeyedPayment(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<PaymentRow | undefined> {
  const rows = await database
    .select()
    .from(ieoPayments)
    .where(and(eq(ieoPayments.userId, userId), eq(ieoPayments.idempotencyKey, idempotencyKey)));
  return rows[0];
}

/** Returns whether the user has a payment for the offering that is not answered yet. */
export async function isPaymentOpen(
  tx: Transaction,
  offeringId: number,
  userId?: number,
): Promise<boolean> {
  const isOfUser = userId === undefined ? undefined : eq(ieoPayments.userId, userId);
  const isOpen = and(
    eq(ieoPayments.phase, 'requested'),
    eq(ieoPayments.offeringId, offeringId),
    isOfUser,
  );
  return (await tx.$count(ieoPayments, isOpen)) > 0;
}

/** Returns the payment that made the subscription as large as it is. */
export async function findLastHeld(tx: Transaction, subscriptionId: number): Promise<PaymentRow> {
  const rows = await tx
    .select()
    .from(ieoPayments)
    .where(and(eq(ieoPayments.subscriptionId, subscriptionId), eq(ieoPayments.phase, 'held')))
    .orderBy(desc(ieoPayments.id))
    .limit(1);
  return ensure(rows[0], 'the last payment');
}

/** Returns the next payments after `after` that were asked for and not answered yet. */
export function findRequested(
  database: Executor,
  after: number,
  count: number,
): Promise<PaymentRow[]> {
  return database
    .select()
    .from(ieoPayments)
    .where(and(eq(ieoPayments.phase, 'requested'), gt(ieoPayments.id, after)))
    .orderBy(asc(ieoPayments.id))
    .limit(count);
}
