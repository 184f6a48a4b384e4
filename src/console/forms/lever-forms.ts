/** The forms that change the status and the end of a contract market, and the funds of contracts. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';
import { EMPTY, plain, type IdFields } from './record-forms.ts';

interface LeverStatusFields extends IdFields {
  readonly status: OperatorRequestInput<'setLeverMarketStatus'>['status'];
}
export const SET_LEVER_MARKET_STATUS: OperatorForm<'setLeverMarketStatus', LeverStatusFields> = {
  name: 'setLeverMarketStatus',
  rules: decisionRules<LeverStatusFields>({ ...EMPTY, status: 'trading' }),
  request: (fields) => ({ ...plain(fields), status: fields.status }),
};

interface WindDownFields extends IdFields {
  readonly noticeHours: string;
}
export const WIND_DOWN_LEVER_MARKET: OperatorForm<'windDownLeverMarket', WindDownFields> = {
  name: 'windDownLeverMarket',
  rules: decisionRules<WindDownFields>({ ...EMPTY, noticeHours: '24' }, () => ['noticeHours']),
  request: (fields) => ({ ...plain(fields), notice_hours: fields.noticeHours.trim() }),
};

export const KEEP_LEVER_MARKET: OperatorForm<'keepLeverMarket', IdFields> = {
  name: 'keepLeverMarket',
  rules: decisionRules<IdFields>(EMPTY),
  request: plain,
};

interface FundingFields extends RecordFields {
  readonly pool: string;
  readonly insurance: string;
}
const FUNDING: FundingFields = { revision: '', reason: '', pool: '0', insurance: '0' };
const asked = decisionRules<FundingFields>(FUNDING);
export const ASK_LEVER_FUNDING: OperatorForm<'askLeverFunding', FundingFields> = {
  name: 'askLeverFunding',
  rules: {
    ...asked,
    problems: (fields) => [
      ...asked.problems(fields, null),
      ...(['pool', 'insurance'] as const)
        .filter((field) => !isCanonicalDecimal(fields[field].trim()))
        .map((field) => ({ field, error: 'invalid_request' }) as const),
    ],
  },
  request: ({ revision, reason, pool, insurance }) => ({
    revision,
    reason: reason.trim(),
    pool: pool.trim(),
    insurance: insurance.trim(),
  }),
};
