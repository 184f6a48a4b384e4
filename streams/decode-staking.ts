/** Check of staking positions in USER frames: each field that the client reads. */
import type { StakingPosition } from '../contract/staking/staking.ts';
import { fits, isDecimal, isText, isWhole } from './field-checks.ts';

export const isStakingPosition = fits<StakingPosition>({
  id: isText,
  product_id: isWhole,
  currency_id: isWhole,
  currency_code: isText,
  scale: isWhole,
  state: isText,
  amount: isDecimal,
  daily_ppb: isWhole,
  daily_dividend: isDecimal,
  cycle_days: isWhole,
  paid_days: isWhole,
  earned: isDecimal,
  promised: isDecimal,
  subscribed_at: isWhole,
  first_day_at: isWhole,
  ends_at: isWhole,
  revision: isWhole,
  updated_at: isWhole,
});
