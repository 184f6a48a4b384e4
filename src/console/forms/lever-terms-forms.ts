/** The forms of the terms of a contract market: those of new orders, and those of a new market. */
import { wrongTerms } from '../../../contract/figures/lever-terms.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import type { SubmissionRules } from '../../../machines/app/core/submission.machine.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';
import { EMPTY, plain, type IdFields } from './record-forms.ts';

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
/** Fields of a new market, in the order of the form. */
export const NEW_LEVER_MARKET = ['lotSize', ...LEVER_TERMS] as const;

type Terms = Readonly<Record<(typeof LEVER_TERMS)[number], string>>;
const NO_TERMS: Terms = {
  lotsMin: '',
  lotsMax: '',
  multiples: '',
  spreadPpm: '',
  feePpm: '',
  nightPpm: '',
  netLimit: '',
  grossLimit: '',
  ownerLimit: '',
};

/** The largest values of the terms. */
const MOST: Partial<Record<keyof Terms, number>> = {
  lotsMin: CONTRACT_LIMITS.lever_lots_max,
  lotsMax: CONTRACT_LIMITS.lever_lots_max,
  spreadPpm: CONTRACT_LIMITS.lever_spread_ppm_max,
  feePpm: CONTRACT_LIMITS.lever_fee_ppm_max,
  nightPpm: CONTRACT_LIMITS.lever_night_ppm_max,
};

const multiplesOf = (text: string): readonly string[] => text.replaceAll(/\s/g, '').split(',');

function isTermWrong(fields: Terms, name: keyof Terms): boolean {
  const text = fields[name].trim();
  if (name === 'multiples') return !multiplesOf(text).every((each) => /^[1-9]\d*$/.test(each));
  return !isCanonicalDecimal(text) || Number(text) > (MOST[name] ?? Number.POSITIVE_INFINITY);
}

/** Returns the fields that the server would refuse. */
function wrongFields(fields: Terms): readonly (keyof Terms)[] {
  const wrong = LEVER_TERMS.filter((name) => isTermWrong(fields, name));
  if (wrong.length > 0) return wrong;
  return wrongTerms({
    lotsMin: Number(fields.lotsMin),
    lotsMax: Number(fields.lotsMax),
    multiples: multiplesOf(fields.multiples).map(Number),
    spreadPpm: Number(fields.spreadPpm),
    feePpm: Number(fields.feePpm),
  });
}

/** Rules of a form that has all terms, and the `others`. */
function termsRules<Fields extends RecordFields & Terms>(
  empty: Fields,
  others: readonly (keyof Fields & string)[] = [],
): SubmissionRules<Fields, null> {
  const rules = decisionRules<Fields>(empty, () => [...others, ...LEVER_TERMS]);
  return {
    ...rules,
    problems: (fields) => {
      const known = rules.problems(fields, null);
      const isNew = (field: string) => !known.some((one) => one.field === field);
      const isNumber = (name: keyof Fields) => isCanonicalDecimal(String(fields[name]).trim());
      const wrong = [...others.filter((name) => !isNumber(name)), ...wrongFields(fields)].filter(
        isNew,
      );
      return [...known, ...wrong.map((field) => ({ field, error: 'invalid_request' }) as const)];
    },
  };
}

const requestOf = (fields: Terms) => ({
  lots_min: fields.lotsMin.trim(),
  lots_max: fields.lotsMax.trim(),
  multiples: multiplesOf(fields.multiples).join(','),
  spread_ppm: fields.spreadPpm.trim(),
  fee_ppm: fields.feePpm.trim(),
  night_ppm: fields.nightPpm.trim(),
  net_limit: fields.netLimit.trim(),
  gross_limit: fields.grossLimit.trim(),
  owner_limit: fields.ownerLimit.trim(),
});

type LeverTermsFields = IdFields & Terms;
export const SAVE_LEVER_TERMS: OperatorForm<'saveLeverTerms', LeverTermsFields> = {
  name: 'saveLeverTerms',
  rules: termsRules<LeverTermsFields>({ ...EMPTY, ...NO_TERMS }),
  request: (fields) => ({ ...plain(fields), ...requestOf(fields) }),
};

type NewMarketFields = RecordFields &
  Terms & { readonly instrument: string; readonly lotSize: string };
export const ASK_LEVER_MARKET: OperatorForm<'askLeverMarket', NewMarketFields> = {
  name: 'askLeverMarket',
  rules: termsRules<NewMarketFields>(
    { revision: '', reason: '', instrument: '', lotSize: '', ...NO_TERMS },
    ['lotSize'],
  ),
  request: (fields) => ({
    revision: fields.revision,
    reason: fields.reason.trim(),
    instrument: fields.instrument,
    lot_size: fields.lotSize.trim(),
    ...requestOf(fields),
  }),
};
