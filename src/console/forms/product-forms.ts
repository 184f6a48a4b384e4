/** The forms of products: status and terms of fast contracts and savings, and new products. */
import {
  MICRO_TERM_NAMES,
  STAKING_TERM_NAMES,
  wrongMicroTerms,
  wrongStakingTerms,
  type MicroTermName,
  type StakingTermName,
} from '../../../contract/figures/product-terms.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import type { SubmissionRules } from '../../../machines/app/core/submission.machine.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';
import { EMPTY, plain, type IdFields } from './record-forms.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Bounds of the fields that are whole numbers; the others are amounts above zero. */
const WHOLE: Readonly<Record<string, readonly [least: number, most: number]>> = {
  seconds: [CONTRACT_LIMITS.micro_seconds_min, CONTRACT_LIMITS.micro_seconds_max],
  profit_ppm: [1, CONTRACT_LIMITS.micro_loss_ppm_max],
  loss_ppm: [1, CONTRACT_LIMITS.micro_loss_ppm_max],
  cycle_days: [1, CONTRACT_LIMITS.staking_cycle_days_max],
  daily_ppb: [1, CONTRACT_LIMITS.staking_daily_ppb_max],
};

function isWrong(name: string, text: string): boolean {
  if (!isCanonicalDecimal(text)) return true;
  const bounds = WHOLE[name];
  if (bounds === undefined) return Number(text) <= 0;
  return !/^\d+$/.test(text) || Number(text) < bounds[0] || Number(text) > bounds[1];
}

const trimmed = <Name extends string>(fields: Texts<Name>, names: readonly Name[]): Texts<Name> =>
  Object.fromEntries(names.map((name) => [name, fields[name].trim()])) as Record<Name, string>;
const blank = <Name extends string>(names: readonly Name[]): Texts<Name> =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;

/** Rules of a form of numbers. @param wrongTogether fields that do not go with the others. */
function numberRules<Name extends string, Fields extends RecordFields & Texts<Name>>(
  empty: Fields,
  names: readonly Name[],
  wrongTogether: (fields: Texts<Name>) => readonly string[],
): SubmissionRules<Fields, null> {
  const rules = decisionRules<Fields>(empty);
  return {
    ...rules,
    problems: (fields) => {
      const texts = trimmed<Name>(fields, names);
      const single: readonly string[] = names.filter((name) => isWrong(name, texts[name]));
      const wrong = single.length > 0 ? single : wrongTogether(texts);
      const problems = wrong.map((field) => ({ field, error: 'invalid_request' }) as const);
      return [...rules.problems(fields, null), ...problems];
    },
  };
}

interface MicroStatusFields extends IdFields {
  readonly status: OperatorRequestInput<'setMicroProductStatus'>['status'];
}
export const SET_MICRO_STATUS: OperatorForm<'setMicroProductStatus', MicroStatusFields> = {
  name: 'setMicroProductStatus',
  rules: decisionRules<MicroStatusFields>({ ...EMPTY, status: 'trading' }),
  request: (fields) => ({ ...plain(fields), status: fields.status }),
};

type MicroTermsFields = IdFields & Texts<MicroTermName>;
export const SAVE_MICRO_TERMS: OperatorForm<'saveMicroTerms', MicroTermsFields> = {
  name: 'saveMicroTerms',
  rules: numberRules<MicroTermName, MicroTermsFields>(
    { ...EMPTY, ...blank(MICRO_TERM_NAMES) },
    MICRO_TERM_NAMES,
    wrongMicroTerms,
  ),
  request: (fields) => ({ ...plain(fields), ...trimmed<MicroTermName>(fields, MICRO_TERM_NAMES) }),
};

/** Fields of a new duration, in the order of the form. */
export const NEW_MICRO_PRODUCT = ['seconds', ...MICRO_TERM_NAMES] as const;
type NewMicroName = (typeof NEW_MICRO_PRODUCT)[number];
type NewMicroFields = RecordFields & Texts<NewMicroName> & { readonly instrument: string };
export const ADD_MICRO_PRODUCT: OperatorForm<'addMicroProduct', NewMicroFields> = {
  name: 'addMicroProduct',
  rules: numberRules<NewMicroName, NewMicroFields>(
    { revision: '', reason: '', instrument: '', ...blank(NEW_MICRO_PRODUCT) },
    NEW_MICRO_PRODUCT,
    wrongMicroTerms,
  ),
  request: ({ revision, reason, instrument, ...fields }) => ({
    revision,
    reason: reason.trim(),
    instrument,
    ...trimmed<NewMicroName>(fields, NEW_MICRO_PRODUCT),
  }),
};

interface StakingStateFields extends IdFields {
  readonly state: OperatorRequestInput<'setStakingProductState'>['state'];
}
export const SET_STAKING_STATE: OperatorForm<'setStakingProductState', StakingStateFields> = {
  name: 'setStakingProductState',
  rules: decisionRules<StakingStateFields>({ ...EMPTY, state: 'open' }),
  request: (fields) => ({ ...plain(fields), state: fields.state }),
};

type StakingTermsFields = IdFields & Texts<StakingTermName>;
export const SAVE_STAKING_TERMS: OperatorForm<'saveStakingTerms', StakingTermsFields> = {
  name: 'saveStakingTerms',
  rules: numberRules<StakingTermName, StakingTermsFields>(
    { ...EMPTY, ...blank(STAKING_TERM_NAMES) },
    STAKING_TERM_NAMES,
    wrongStakingTerms,
  ),
  request: (fields) => ({
    ...plain(fields),
    ...trimmed<StakingTermName>(fields, STAKING_TERM_NAMES),
  }),
};

/** Fields of a new product of savings, in the order of the form. */
export const NEW_STAKING_PRODUCT = ['cycle_days', ...STAKING_TERM_NAMES] as const;
type NewStakingName = (typeof NEW_STAKING_PRODUCT)[number];
type NewStakingFields = RecordFields & Texts<NewStakingName> & { readonly currency: string };
export const ADD_STAKING_PRODUCT: OperatorForm<'addStakingProduct', NewStakingFields> = {
  name: 'addStakingProduct',
  rules: numberRules<NewStakingName, NewStakingFields>(
    { revision: '', reason: '', currency: '', ...blank(NEW_STAKING_PRODUCT) },
    NEW_STAKING_PRODUCT,
    wrongStakingTerms,
  ),
  request: ({ revision, reason, currency, ...fields }) => ({
    revision,
    reason: reason.trim(),
    currency_id: currency,
    ...trimmed<NewStakingName>(fields, NEW_STAKING_PRODUCT),
  }),
};
