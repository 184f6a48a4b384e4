/** The forms that ask for a change of a fund of the exchange. */
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';

export interface FundFields extends RecordFields {
  /** Id of the currency; only a fund of several currencies sends it. */
  readonly currency: string;
  readonly amount: string;
}
const EMPTY: FundFields = { revision: '', reason: '', currency: '', amount: '' };
const asked = decisionRules<FundFields>(EMPTY);
const rules: OperatorForm<'askMicroFunding', FundFields>['rules'] = {
  ...asked,
  problems: (fields) => {
    const amount = fields.amount.trim();
    const isRight = isCanonicalDecimal(amount) && amount !== '0';
    const wrong = isRight ? [] : ([{ field: 'amount', error: 'invalid_request' }] as const);
    return [...asked.problems(fields, null), ...wrong];
  },
};
const request = ({ revision, reason, amount }: FundFields) => ({
  revision,
  reason: reason.trim(),
  amount: amount.trim(),
});

/** The calls that ask for a change. */
export type FundAsk = 'askMicroFunding' | 'askStakingFunding' | 'askOfferingFunding';

export const ASK_MICRO_FUNDING: OperatorForm<'askMicroFunding', FundFields> = {
  name: 'askMicroFunding',
  rules,
  request,
};
export const ASK_STAKING_FUNDING: OperatorForm<'askStakingFunding', FundFields> = {
  name: 'askStakingFunding',
  rules,
  request: (fields) => ({ ...request(fields), currency_id: fields.currency }),
};
export const ASK_OFFERING_FUNDING: OperatorForm<'askOfferingFunding', FundFields> = {
  ...ASK_STAKING_FUNDING,
  name: 'askOfferingFunding',
};
