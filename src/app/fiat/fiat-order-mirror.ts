/** A read-only view of a fiat order's lifecycle: builds a snapshot of the server's machine from the wire data. */
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import {
  canAct,
  fiatOrderSnapshot,
  type FiatOrderAction,
  type FiatOrderSnapshot,
} from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import { headlineOf } from './order-headline.ts';

/**
 * mine, theirs: that side has to act. operator: an operator has to decide a dispute. none: the
 * order has ended.
 */
type FiatTurn = 'mine' | 'theirs' | 'operator' | 'none';

/** Queries of screens on an order. */
export interface FiatOrderLifecycle {
  readonly turn: FiatTurn;
  /** Name of its headline. */
  readonly headline: ReturnType<typeof headlineOf>;
  /** Whether its coins are frozen. */
  readonly isOpen: boolean;
  /** Whether the buyer has not declared the payment yet. */
  readonly isUnpaid: boolean;
  /** Whether it has ended in any way. */
  readonly isOver: boolean;
  /** Whether it is in a dispute, which the sides settle by canceling or releasing. */
  readonly isDisputed: boolean;
  /** Whether the user has applied for rights protection, and cannot withdraw the claim any more. */
  readonly isClaimFinal: boolean;
  /** Returns whether the user may take the action now. */
  can(action: FiatOrderAction): boolean;
}

/** @param order with the numbers of withdrawn claims, if `can` is used. */
export function fiatOrderLifecycle(order: FiatOrder | FiatOrderDetail): FiatOrderLifecycle {
  const snapshot = fiatOrderSnapshot(order);
  return {
    turn: turnOf(snapshot, order.role),
    headline: headlineOf(order),
    isOpen: snapshot.hasTag('held'),
    isUnpaid: snapshot.matches('unpaid'),
    isOver: snapshot.status === 'done',
    isDisputed: snapshot.matches('rightsProtection'),
    isClaimFinal:
      snapshot.context.applicant === order.role && !canAct(snapshot, order.role, 'rights.withdraw'),
    can: (action) => canAct(snapshot, order.role, action),
  };
}

function turnOf(snapshot: FiatOrderSnapshot, role: FiatParty): FiatTurn {
  if (snapshot.hasTag('operatorsTurn')) return 'operator';
  if (snapshot.hasTag('buyersTurn')) return role === 'buyer' ? 'mine' : 'theirs';
  if (snapshot.hasTag('sellersTurn')) return role === 'seller' ? 'mine' : 'theirs';
  return 'none';
}
