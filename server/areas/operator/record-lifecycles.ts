/** The record kinds whose lifecycles the server runs, for operators and for replays of their logs. */
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';
import { FEEDBACK_LIFECYCLES } from '../feedback/feedback.area.ts';
import { FIAT_LIFECYCLES } from '../fiat/fiat.area.ts';
import { IEO_LIFECYCLES } from '../ieo/ieo.area.ts';
import { STAKING_LIFECYCLES } from '../staking/staking.area.ts';
import { VERIFICATION_LIFECYCLES } from '../verification/verification.area.ts';
import { WALLET_LIFECYCLES } from '../wallet/wallet.area.ts';

/** The kinds whose machine the server runs. The logs of the orders of writers come from their rows. */
export type LoggedKind = Exclude<LifecycleKind, 'spot-order' | 'contract-order' | 'micro-order'>;

export const RECORD_LIFECYCLES: Readonly<Record<LoggedKind, LifecycleSpec>> = {
  ...FIAT_LIFECYCLES,
  ...WALLET_LIFECYCLES,
  ...VERIFICATION_LIFECYCLES,
  ...FEEDBACK_LIFECYCLES,
  ...STAKING_LIFECYCLES,
  ...IEO_LIFECYCLES,
};
