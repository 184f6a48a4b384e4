/** The translation keys of the steps of an order. */
import type { FiatOrderAction } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';

/** Names of the actions in the translations. */
const ACTION_TEXT = {
  'payment.declare': 'declare',
  'receipt.confirm': 'confirm',
  'receipt.postpone': 'postpone',
  'order.markAbnormal': 'markAbnormal',
  'rights.apply': 'apply',
  'rights.withdraw': 'withdraw',
  'order.cancel': 'cancel',
} as const satisfies Record<FiatOrderAction, string>;

/**
 * The sides settle a dispute by canceling or releasing, so these actions have other names there.
 */
export function actionText(isDisputed: boolean, action: FiatOrderAction) {
  if (isDisputed) {
    if (action === 'order.cancel') return 'settleCancel';
    if (action === 'receipt.confirm') return 'settleConfirm';
  }
  return ACTION_TEXT[action];
}
