/**
 * The lifecycle of a fiat order as the app sees it: never advanced here, only read. What the server
 * sent becomes a snapshot of the machine that the server runs.
 */
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import {
  canAct,
  fiatOrderSnapshot,
  type FiatOrderAction,
  type FiatOrderSnapshot,
} from '../../../machines/domain/fiat/fiat-order.snapshot.ts';

/** mine, theirs: one side has to act. operator: a dispute is to be decided. nobody: it is over. */
export type FiatTurn = 'mine' | 'theirs' | 'operator' | 'nobody';

/** What a screen asks of an order. */
export interface FiatOrderLifecycle {
  readonly turn: FiatTurn;
  /** Its coins are held. */
  readonly isOpen: boolean;
  /** The buyer has not declared the payment yet. */
  readonly isUnpaid: boolean;
  /** It is over, whichever way. */
  readonly isOver: boolean;
  /** In a dispute giving up and letting go are how the sides settle. */
  readonly isDisputed: boolean;
  /** The person has asked for rights protection, and cannot take it back any more. */
  readonly isClaimFinal: boolean;
  /** Whether the person may do this now. */
  can(action: FiatOrderAction): boolean;
}

/** @param order with how often claims were taken back, where it is asked what may be done. */
export function fiatOrderLifecycle(order: FiatOrder | FiatOrderDetail): FiatOrderLifecycle {
  const snapshot = fiatOrderSnapshot(order);
  return {
    turn: turnOf(snapshot, order.role),
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
  return 'nobody';
}
