/** The form that subscribes to a savings product. */
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  STAKING_RULES,
  type StakingFacts,
  type StakingFields,
} from '../../../machines/app/staking/staking-subscription.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const stakingForm = ({
  id,
}: Pick<StakingProduct, 'id'>): SubmissionForm<
  'subscribeStaking',
  StakingFields,
  StakingFacts
> => ({
  name: 'subscribeStaking',
  rules: STAKING_RULES,
  request: ({ amount, consentPpb }) => ({
    product_id: String(id),
    amount: wireAmount(amount),
    daily_ppb: consentPpb,
  }),
  readRecord: (positionId, api, options) =>
    api.call('getStakingPosition', { id: positionId }, options),
});
