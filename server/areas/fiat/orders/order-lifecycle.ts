/** The lifecycle `fiat-order` on this server; its id is the id of the order. */
import type { SnapshotFrom } from 'xstate';
import { ensure } from '../../../../contract/assert.ts';
import type { FiatOrderState, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { fiatOrderKind } from '../../../../machines/domain/fiat/fiat-order.kind.ts';
import type { fiatOrderMachine } from '../../../../machines/domain/fiat/fiat-order.machine.ts';
import type { fiatOrders } from '../../../kit/db/schema/fiat.ts';
import type { LifecycleSpec, LifecycleStep } from '../../../kit/lifecycle/lifecycles.types.ts';

export const FIAT_ORDER: LifecycleSpec<typeof fiatOrderMachine> = {
  ...fiatOrderKind,
  version: 2,
  migrations: { 1: withWithdrawals },
  // No side can pay or confirm while the server is down (RULES, DESIGN 7).
  delaysExtendedByOutage: ['paymentWindow', 'confirmWindow', 'postponeWindow'],
};

/**
 * Migrates from version 1, which did not count how often each side withdraws rights protection. Earlier
 * withdrawals do not count.
 */
function withWithdrawals(snapshot: unknown): unknown {
  const { value, context } = snapshot as { readonly value: unknown; readonly context: object };
  return { value, context: { ...context, buyerWithdrawals: 0, sellerWithdrawals: 0 } };
}

export type OrderSnapshot = SnapshotFrom<typeof fiatOrderMachine>;
export type OrderStep = LifecycleStep<typeof fiatOrderMachine>;
export type OrderRow = typeof fiatOrders.$inferSelect;

/** Returns the `state` of the wire and of the row from the state of the machine. */
export const orderStateOf = (snapshot: OrderSnapshot): FiatOrderState =>
  ensure(
    Object.values(snapshot.getMeta()).find((meta) => meta !== undefined),
    'meta of the state of an order',
  ).state;

/** Whether the second window of a postponed confirmation is running. */
export const isOvertime = (snapshot: OrderSnapshot): boolean =>
  snapshot.matches({ confirming: 'overtime' });

/** Returns how much later than the end of the running delay the deadline is: a requested window follows. */
export const followingWindowMs = (snapshot: OrderSnapshot): EpochMs =>
  snapshot.matches({ confirming: 'inTime' }) && snapshot.context.isPostponed
    ? snapshot.context.postponeWindowMs
    : 0;

/** Returns the side of a user; undefined for a user of neither side. */
export function partyOf(
  { buyerId, sellerId }: Pick<OrderRow, 'buyerId' | 'sellerId'>,
  userId: number,
): FiatParty | undefined {
  if (userId === buyerId) return 'buyer';
  return userId === sellerId ? 'seller' : undefined;
}

export const otherParty = (party: FiatParty): FiatParty => (party === 'buyer' ? 'seller' : 'buyer');
