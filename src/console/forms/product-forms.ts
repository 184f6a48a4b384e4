/** The forms of products: status and terms of fast contracts and savings, and new products. */
import {
  MICRO_TERM_NAMES,
  STAKING_TERM_NAMES,
  wrongMicroTerms,
  wrongStakingTerms,
  type MicroTermName,
  type StakingTermName,
} from '../../../contract/figures/product-terms.ts';
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import { blank, numberRules, trimmed, type Texts } from './number-rules.ts';
import type { OperatorForm } from './operator-form.ts';
import { EMPTY, plain, type IdFields } from './record-forms.ts';

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
