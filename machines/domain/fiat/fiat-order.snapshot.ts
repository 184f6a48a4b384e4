/** Snapshots of a fiat order made from wire data, and queries on them. */
import type { SnapshotFrom } from 'xstate';
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { fiatOrderMachine } from './fiat-order.machine.ts';

export type FiatOrderSnapshot = SnapshotFrom<typeof fiatOrderMachine>;
/** A user's actions on the page of an order. */
export type FiatOrderAction =
  | 'order.cancel'
  | 'payment.declare'
  | 'receipt.confirm'
  | 'receipt.postpone'
  | 'order.markAbnormal'
  | 'rights.apply'
  | 'rights.withdraw';

type Seen = Pick<FiatOrder, 'state' | 'end' | 'postponements' | 'is_overtime' | 'applicant'> &
  // A list sends no withdrawal counts and offers no actions.
  Partial<Pick<FiatOrderDetail, 'rights_withdrawals'>>;

/** Stand-ins for the two user ids, because the wire names the caller's side, not user ids. */
const PARTY_IDS = { buyer: 1, seller: 2 } as const satisfies Record<FiatParty, number>;

/** Returns the snapshot of an order from the wire, which lacks the lengths of its windows. */
export function fiatOrderSnapshot(order: Seen): FiatOrderSnapshot {
  const { state, end, postponements, applicant, rights_withdrawals: withdrawn } = order;
  return fiatOrderMachine.resolveState({
    value: valueOf(order),
    context: {
      buyerId: PARTY_IDS.buyer,
      sellerId: PARTY_IDS.seller,
      paymentWindowMs: 0,
      confirmWindowMs: 0,
      postponeWindowMs: 0,
      postponements,
      isPostponed: state === 'postponed',
      isAbnormal: state === 'abnormal',
      applicant,
      buyerWithdrawals: withdrawn?.buyer ?? 0,
      sellerWithdrawals: withdrawn?.seller ?? 0,
      end,
    },
  });
}

function valueOf({ state, is_overtime: isOvertime }: Seen) {
  if (state === 'rights_protection') return 'rightsProtection';
  if (state === 'unpaid' || state === 'completed' || state === 'cancelled') return state;
  return { confirming: { [isOvertime ? 'overtime' : 'inTime']: state } };
}

/**
 * Returns whether this side may take this action now; a declaration of payment is tried with a
 * voucher.
 */
export function canAct(
  snapshot: FiatOrderSnapshot,
  role: FiatParty,
  type: FiatOrderAction,
): boolean {
  const by = { role, userId: PARTY_IDS[role] };
  if (type === 'payment.declare') return snapshot.can({ type, by, voucherIds: [''] });
  if (type === 'rights.apply') return snapshot.can({ type, by, reason: 'other' });
  return snapshot.can({ type, by });
}
