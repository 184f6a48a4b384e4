/** The kinds of records whose lifecycles the server runs, for replaying what it has logged. */
import { FEEDBACK_TICKET } from '../../server/areas/feedback/feedback-lifecycle.ts';
import { FIAT_AD } from '../../server/areas/fiat/ads/ad-lifecycle.ts';
import { FIAT_ORDER } from '../../server/areas/fiat/orders/order-lifecycle.ts';
import { KYC_REVIEW } from '../../server/areas/verification/kyc-lifecycle.ts';
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';
import { DEPOSIT, WITHDRAWAL } from '../../server/areas/wallet/wallet-lifecycles.ts';

export const RECORD_KINDS: readonly LifecycleSpec[] = [
  DEPOSIT,
  WITHDRAWAL,
  KYC_REVIEW,
  FEEDBACK_TICKET,
  FIAT_AD,
  FIAT_ORDER,
];
