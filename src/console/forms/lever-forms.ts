/** The forms that change a contract market. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from '../hooks/use-operator-form.ts';

interface LeverMarketFields extends RecordFields {
  readonly id: string;
}
const EMPTY: LeverMarketFields = { id: '', revision: '', reason: '' };
const plain = ({ id, revision, reason }: LeverMarketFields) => ({
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

const funding = <Name extends 'approveLeverFunding' | 'withdrawLeverFunding'>(
  name: Name,
): OperatorForm<Name, LeverMarketFields> => ({
  name,
  rules: decisionRules<LeverMarketFields>(EMPTY),
  request: (fields) => plain(fields) as OperatorRequestInput<Name>,
});
export const APPROVE_LEVER_FUNDING = funding('approveLeverFunding');
export const WITHDRAW_LEVER_FUNDING = funding('withdrawLeverFunding');

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

interface LeverTermsFields extends LeverMarketFields {
  readonly lotsMin: string;
  readonly lotsMax: string;
  readonly multiples: string;
  readonly spreadPpm: string;
  readonly feePpm: string;
  readonly nightPpm: string;
  readonly netLimit: string;
  readonly grossLimit: string;
  readonly ownerLimit: string;
}
/** Fields of the terms, in the order of the form. */
export const LEVER_TERMS = [
  'lotsMin',
  'lotsMax',
  'multiples',
  'spreadPpm',
  'feePpm',
  'nightPpm',
  'netLimit',
  'grossLimit',
  'ownerLimit',
] as const;
const terms = decisionRules<LeverTermsFields>(
  {
    ...EMPTY,
    lotsMin: '',
    lotsMax: '',
    multiples: '',
    spreadPpm: '',
    feePpm: '',
    nightPpm: '',
    netLimit: '',
    grossLimit: '',
    ownerLimit: '',
  },
  () => LEVER_TERMS,
);
export const SAVE_LEVER_TERMS: OperatorForm<'saveLeverTerms', LeverTermsFields> = {
  name: 'saveLeverTerms',
  rules: {
    ...terms,
    problems: (fields) => {
      const wrong = LEVER_TERMS.filter(
        (name) => name !== 'multiples' && !isCanonicalDecimal(fields[name].trim()),
      );
      const known = terms.problems(fields, null);
      return [
        ...known,
        ...wrong
          .filter((field) => !known.some((one) => one.field === field))
          .map((field) => ({ field, error: 'invalid_request' }) as const),
      ];
    },
  },
  request: (fields) => ({
    ...plain(fields),
    lots_min: fields.lotsMin.trim(),
    lots_max: fields.lotsMax.trim(),
    multiples: fields.multiples.replaceAll(/\s/g, ''),
    spread_ppm: fields.spreadPpm.trim(),
    fee_ppm: fields.feePpm.trim(),
    night_ppm: fields.nightPpm.trim(),
    net_limit: fields.netLimit.trim(),
    gross_limit: fields.grossLimit.trim(),
    owner_limit: fields.ownerLimit.trim(),
  }),
};
