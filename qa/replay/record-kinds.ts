/** The kinds of records whose lifecycles the server runs, for replaying what it has logged. */
import { FEEDBACK_TICKET } from '../../server/areas/feedback/feedback.area.ts';
import { FIAT_AD, FIAT_ORDER } from '../../server/areas/fiat/fiat.area.ts';
import { KYC_REVIEW } from '../../server/areas/verification/verification.area.ts';
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';
import { DEPOSIT, WITHDRAWAL } from '../../server/areas/wallet/wallet.area.ts';

export const RECORD_KINDS: readonly LifecycleSpec[] = [
  DEPOSIT,
  WITHDRAWAL,
  KYC_REVIEW,
  FEEDBACK_TICKET,
  FIAT_AD,
  FIAT_ORDER,
];
