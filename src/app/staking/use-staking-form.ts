/** The hook of the form that subscribes to a savings product. */
import { useState } from 'react';
import type { StakingPosition, StakingProduct } from '../../../contract/staking/staking.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import {
  isConsent,
  stakingOutlook,
  type StakingFacts,
  type StakingFields,
  type StakingOutlook,
} from '../../../machines/app/staking/staking-subscription.rules.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { useWhenRefused } from '../core/hooks/use-when-refused.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useBalances } from '../wallet/use-balances.ts';
import { stakingForm } from './staking-form.ts';

/** Refusals because the shown product has changed. */
const OUTDATED: ReadonlySet<ProblemName> = new Set([
  'staking_terms_changed',
  'staking_amount_out_of_bounds',
  'staking_product_not_found',
  'staking_product_sold_out',
]);

interface StakingFormView extends SubmissionView<StakingFields, StakingFacts, StakingPosition> {
  /** Available amount of the spot account; null while unknown. */
  readonly available: string | null;
  readonly outlook: StakingOutlook;
  /** Whether the user agreed to the term at the shown rate. */
  readonly isAgreed: boolean;
  readonly agree: (isAgreed: boolean) => void;
}

/**
 * @param reload reloads the product: when the form opens, after success, and after a refusal because it has changed.
 * It must be the same function for the same product.
 */
export function useStakingForm(product: StakingProduct, reload: () => void): StakingFormView {
  const { clock } = useRuntime();
  const [form] = useState(() => stakingForm(product));
  const view = useSubmission(form, { subject: String(product.id), onSuccess: reload });
  useReloadWhenShown(reload);
  useWhenRefused(view.problems, OUTDATED, reload);
  const { status, balances } = useBalances();
  const held = balances.get(product.currency_id)?.available ?? '0';
  return {
    ...view,
    available: status === 'loading' ? null : held,
    outlook: stakingOutlook(view.fields.amount, product, clock.now()),
    isAgreed: isConsent(view.fields.consentPpb, product),
    agree: (isAgreed) => view.edit({ consentPpb: isAgreed ? String(product.daily_ppb) : '' }),
  };
}
