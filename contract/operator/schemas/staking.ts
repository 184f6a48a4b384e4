/** Savings as operators see and change them: products, and the fund that pays dividends. */
import { z } from 'zod';
import {
  STAKING_TERM_NAMES,
  wrongStakingTerms,
  type StakingTermName,
} from '../../figures/product-terms.ts';
import { CONTRACT_LIMITS } from '../../limits.ts';
import {
  currencyIdField,
  decimalText,
  positiveDecimalField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { STAKING_PRODUCT_STATES } from '../../staking/staking-kinds.ts';
import { stakingProductIdField } from '../../staking/staking.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';
import { fundChanges } from './funds.ts';

/** open: takes subscriptions. closed: takes none; positions run to their end. */
const productState = z.enum(STAKING_PRODUCT_STATES);

const operatorStakingProduct = z.object({
  id: z.int(),
  currency_code: z.string(),
  cycle_days: z.int(),
  /** Billionths of the principal a day. */
  daily_ppb: z.int(),
  /** Bounds of one subscription. */
  amount_min: decimalText,
  amount_max: decimalText,
  /** The most principal of one user, and of all users, at one time. */
  user_max: decimalText,
  quota: decimalText,
  /** Principal of all positions. */
  taken: decimalText,
  state: productState,
  revision: z.int(),
  last_act: lastActField,
});

/** The part of the fund in one currency. */
const stakingFund = z.object({
  currency_id: z.int(),
  currency_code: z.string(),
  /** Amount that no position is promised. */
  free: decimalText,
  /** Dividends that positions are promised and that are not paid yet. */
  promised: decimalText,
});

export const stakingDesk = z.object({
  products: z.array(operatorStakingProduct),
  /** One for each currency that can have a product. */
  fund: z.array(stakingFund),
  funds: fundChanges,
  /** Revision of the list of products, for an addition to it. */
  revision: z.int(),
  last_act: lastActField,
});

const termFields = {
  daily_ppb: wholeNumber(1, CONTRACT_LIMITS.staking_daily_ppb_max),
  amount_min: positiveDecimalField,
  amount_max: positiveDecimalField,
  user_max: positiveDecimalField,
  quota: positiveDecimalField,
};

type SentTerms = Readonly<Record<StakingTermName, string | number>>;

/** Names the field of each term that does not go with the others. */
function checkTerms(sent: SentTerms, context: z.core.$RefinementCtx): void {
  const texts = Object.fromEntries(STAKING_TERM_NAMES.map((name) => [name, String(sent[name])]));
  for (const name of wrongStakingTerms(texts as Record<StakingTermName, string>))
    context.addIssue({ code: 'custom', path: [name] });
}

export const setStakingProductStateBody = z.strictObject({
  id: stakingProductIdField,
  revision: revisionField,
  state: productState,
  reason: reasonField,
});
/** Terms of new positions; positions keep those of their subscription. */
export const saveStakingTermsBody = z
  .strictObject({
    id: stakingProductIdField,
    revision: revisionField,
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);
/** Adds a product. It is closed until its state is set. Currency and cycle never change. */
export const addStakingProductBody = z
  .strictObject({
    revision: revisionField,
    currency_id: currencyIdField,
    cycle_days: wholeNumber(1, CONTRACT_LIMITS.staking_cycle_days_max),
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);

export type OperatorStakingDesk = z.infer<typeof stakingDesk>;
