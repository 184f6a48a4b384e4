/** The lifecycle `fiat-order` on this server; its id is the order's. */
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
  // Nobody can pay or confirm while the server is down (RULES, DESIGN 7).
  delaysExtendedByOutage: ['paymentWindow', 'confirmWindow', 'postponeWindow'],
};

/**
 * From version 1, which did not count how often each side takes rights protection back: what was taken
 * back before is not held against anybody.
 */
function withWithdrawals(snapshot: unknown): unknown {
  const { value, context } = snapshot as { readonly value: unknown; readonly context: object };
  return { value, context: { ...context, buyerWithdrawals: 0, sellerWithdrawals: 0 } };
}

export type OrderSnapshot = SnapshotFrom<typeof fiatOrderMachine>;
export type OrderStep = LifecycleStep<typeof fiatOrderMachine>;
export type OrderRow = typeof fiatOrders.$inferSelect;

/** `state` on the wire and in the row, as the state of the machine has it. */
export const orderStateOf = (snapshot: OrderSnapshot): FiatOrderState =>
  ensure(
    Object.values(snapshot.getMeta()).find((meta) => meta !== undefined),
    'meta of the state of an order',
  ).state;

/** Whether the second window of a postponed confirmation is running. */
export const isOvertime = (snapshot: OrderSnapshot): boolean =>
  snapshot.matches({ confirming: 'overtime' });

/** How much longer than the delay that runs its clock runs: a window that was asked for follows. */
export const followingWindowMs = (snapshot: OrderSnapshot): EpochMs =>
  snapshot.matches({ confirming: 'inTime' }) && snapshot.context.isPostponed
    ? snapshot.context.postponeWindowMs
    : 0;

/** Which side of the order somebody is; undefined for everybody else. */
export function partyOf(
  { buyerId, sellerId }: Pick<OrderRow, 'buyerId' | 'sellerId'>,
  userId: number,
): FiatParty | undefined {
  if (userId === buyerId) return 'buyer';
  return userId === sellerId ? 'seller' : undefined;
}

export const otherParty = (party: FiatParty): FiatParty => (party === 'buyer' ? 'seller' : 'buyer');
