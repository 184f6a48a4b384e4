/** The kinds of records whose lifecycles the server runs, for replaying what it has logged. */
import { FEEDBACK_TICKET } from '../../server/feedback/feedback-lifecycle.ts';
import { FIAT_AD } from '../../server/fiat/ad-lifecycle.ts';
import { FIAT_ORDER } from '../../server/fiat/order-lifecycle.ts';
import { KYC_REVIEW } from '../../server/kyc/kyc-lifecycle.ts';
import type { LifecycleSpec } from '../../server/lifecycle/lifecycles.types.ts';
import { DEPOSIT, WITHDRAWAL } from '../../server/wallet/wallet-lifecycles.ts';

export const RECORD_KINDS: readonly LifecycleSpec[] = [
  DEPOSIT,
  WITHDRAWAL,
  KYC_REVIEW,
  FEEDBACK_TICKET,
  FIAT_AD,
  FIAT_ORDER,
];
