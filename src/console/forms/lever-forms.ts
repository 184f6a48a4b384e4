/** The forms that change the status and the end of a contract market, and the funds of contracts. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';

export interface LeverMarketFields extends RecordFields {
  readonly id: string;
}
export const EMPTY: LeverMarketFields = { id: '', revision: '', reason: '' };
export const plain = ({ id, revision, reason }: LeverMarketFields) => ({
  id,
  revision,
  reason: reason.trim(),
});

interface LeverStatusFields extends LeverMarketFields {
  readonly status: OperatorRequestInput<'setLeverMarketStatus'>['status'];
}
export const SET_LEVER_MARKET_STATUS: OperatorForm<'setLeverMarketStatus', LeverStatusFields> = {
  name: 'setLeverMarketStatus',
  rules: decisionRules<LeverStatusFields>({ ...EMPTY, status: 'trading' }),
  request: (fields) => ({ ...plain(fields), status: fields.status }),
};

interface WindDownFields extends LeverMarketFields {
  readonly noticeHours: string;
}
export const WIND_DOWN_LEVER_MARKET: OperatorForm<'windDownLeverMarket', WindDownFields> = {
  name: 'windDownLeverMarket',
  rules: decisionRules<WindDownFields>({ ...EMPTY, noticeHours: '24' }, () => ['noticeHours']),
  request: (fields) => ({ ...plain(fields), notice_hours: fields.noticeHours.trim() }),
};

export const KEEP_LEVER_MARKET: OperatorForm<'keepLeverMarket', LeverMarketFields> = {
  name: 'keepLeverMarket',
  rules: decisionRules<LeverMarketFields>(EMPTY),
  request: plain,
};

/** The calls that decide on requests of operators. */
export type LeverVerdict =
  | 'approveLeverFunding'
  | 'withdrawLeverFunding'
  | 'approveLeverMarket'
  | 'withdrawLeverMarket';
/** A decision on a request of an operator. */
const verdict = <Name extends LeverVerdict>(name: Name): OperatorForm<Name, LeverMarketFields> => ({
  name,
  rules: decisionRules<LeverMarketFields>(EMPTY),
  request: (fields) => plain(fields) as OperatorRequestInput<Name>,
});
export const APPROVE_LEVER_FUNDING = verdict('approveLeverFunding');
export const WITHDRAW_LEVER_FUNDING = verdict('withdrawLeverFunding');
export const APPROVE_LEVER_MARKET = verdict('approveLeverMarket');
export const WITHDRAW_LEVER_MARKET = verdict('withdrawLeverMarket');

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
