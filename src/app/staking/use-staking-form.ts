/** The hook of the form that subscribes to a savings product. */
import { useState } from 'react';
import type { StakingPosition, StakingProduct } from '../../../contract/staking/staking.ts';
import {
  stakingOutlook,
  type StakingFacts,
  type StakingFields,
  type StakingOutlook,
} from '../../../machines/app/staking/staking-subscription.rules.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useBalances } from '../wallet/use-balances.ts';
import { stakingForm } from './staking-form.ts';

interface StakingFormView extends SubmissionView<StakingFields, StakingFacts, StakingPosition> {
  /** Available amount of the spot account; null while unknown. */
  readonly available: string | null;
  readonly outlook: StakingOutlook;
}

/** @param onSubscribed called after success. */
export function useStakingForm(product: StakingProduct, onSubscribed: () => void): StakingFormView {
  const { clock } = useRuntime();
  const [form] = useState(() => stakingForm(product));
  const view = useSubmission(form, { subject: String(product.id), onSuccess: onSubscribed });
  const { status, balances } = useBalances();
  const held = balances.get(product.currency_id)?.available ?? '0';
  return {
    ...view,
    available: status === 'loading' ? null : held,
    outlook: stakingOutlook(view.fields.amount, product, clock.now()),
  };
}
