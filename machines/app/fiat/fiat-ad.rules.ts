/** What the form of an ad checks by itself, in step with the server: SPEC 5, RULES "Fiat trading". */
import {
  isBeyondLimit,
  isDeviationAccepted,
  judgeDeviation,
  PERCENT_SCALE,
} from '../../../contract/fiat/fiat-price.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { deviationBp, WHOLE_BP } from '../../../contract/money/deviation.ts';
import { divide, mulDiv } from '../../../contract/money/rounding.ts';
import { COLLECTION_KINDS } from '../../../contract/people/people-kinds.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import { CURRENCY_SCALE, positiveUnits } from '../spot/order-ticket.figures.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

type CollectionKind = (typeof COLLECTION_KINDS)[number];

export type FiatAdFields = {
  /** Of the ad that is edited, as it was read; both empty for a new one. */
  readonly id: string;
  readonly revision: string;
  /** What the merchant does: `buy` or `sell`. */
  readonly side: string;
  readonly currencyId: string;
  readonly fiatCode: string;
  /** `fixed` or `floating`. */
  readonly priceType: string;
  readonly price: string;
  /** Of the reference price. */
  readonly percent: string;
  /** Of a floating price: the least to sell for, or the most to buy for; empty for none. */
  readonly limitPrice: string;
  /** How many percent above the reference the merchant knows to be asking, as text; empty: none was confirmed. */
  readonly acceptedDeviation: string;
  readonly total: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  /** Collection kinds that are taken, joined by commas. */
  readonly kinds: string;
  /** By collection kind: where a sell ad is paid to, the number of an own method. */
  readonly bank_card: string;
  readonly alipay: string;
  readonly wechat: string;
  readonly windowMin: string;
  readonly remark: string;
  /** `1`: others see it at once. */
  readonly autoOpen: string;
};
export type FiatAdField = keyof FiatAdFields;

export interface FiatAdFacts {
  /** Decimals of quantities, amounts and prices. */
  readonly scales: { readonly coin: number; readonly amount: number; readonly price: number };
  /** Of the coin in the fiat account; null while that is not known. */
  readonly available: string | null;
  /** Total of the ad before it is edited, and what of it is sold or in orders; `0` for a new one. */
  readonly heldTotal: string;
  readonly taken: string;
  /** What one coin is worth now; null while nobody knows. */
  readonly reference: string | null;
}

const PERCENT_MIN = 50n;
const PERCENT_MAX = 200n;

/** The kinds that are taken, in the order of all lists. */
export const chosenKinds = ({ kinds }: Pick<FiatAdFields, 'kinds'>): readonly CollectionKind[] =>
  COLLECTION_KINDS.filter((kind) => kinds.split(',').includes(kind));

/** {@link FiatAdFields.kinds} after one of them was put in or taken out. */
export const toggledKinds = (
  fields: Pick<FiatAdFields, 'kinds'>,
  toggled: CollectionKind,
): string =>
  COLLECTION_KINDS.filter((kind) => chosenKinds(fields).includes(kind) !== (kind === toggled)).join(
    ',',
  );

/** The price of now as others would see it; null where it is not written right, or nobody knows the reference. */
export function priceOfNow(
  { priceType, price, percent }: Pick<FiatAdFields, 'priceType' | 'price' | 'percent'>,
  { scales, reference }: Pick<FiatAdFacts, 'scales' | 'reference'>,
): string | null {
  if (priceType === 'fixed')
    return positiveUnits(price, scales.price) === null ? null : wireAmount(price);
  const share = percentUnits(percent);
  const worth = reference === null ? null : parseUnits(reference, scales.price);
  if (share === null || worth === null) return null;
  // To the nearest unit, a half upwards.
  const units = divide(worth * share * 2n + WHOLE_BP, WHOLE_BP * 2n, 'floor');
  return units > 0n ? formatUnits(units, scales.price) : null;
}

/** Hundredths of a percent that the price is above the reference; null as {@link priceOfNow}. */
export function deviationOfNow(
  fields: Pick<FiatAdFields, 'priceType' | 'price' | 'percent'>,
  facts: Pick<FiatAdFacts, 'scales' | 'reference'>,
): bigint | null {
  const { scales, reference } = facts;
  const price = priceOfNow(fields, facts);
  const worth = reference === null ? null : parseUnits(reference, scales.price);
  if (price === null || worth === null || worth <= 0n) return null;
  if (fields.priceType === 'fixed')
    return deviationBp(parseUnits(price, scales.price) ?? 0n, worth);
  const share = percentUnits(fields.percent);
  return share === null ? null : share - WHOLE_BP;
}

/** What is confirmed where the merchant wants the price, however far it is. */
export const deviationText = (deviation: bigint): string => formatUnits(deviation, PERCENT_SCALE);

/** Fields that change the price: a consent to the old price does not cover the new one. */
const PRICE_FIELDS = ['side', 'currencyId', 'fiatCode', 'priceType', 'price', 'percent'] as const;

/** The change, with what it takes back. */
export const withoutOldConsent = (change: Partial<FiatAdFields>): Partial<FiatAdFields> =>
  PRICE_FIELDS.some((name) => change[name] !== undefined)
    ? { ...change, acceptedDeviation: '' }
    : change;

/** Hundredths of a percent; null for what is no percentage that an ad may have. */
function percentUnits(percent: string): bigint | null {
  const units = positiveUnits(percent, PERCENT_SCALE);
  const isWithin = units !== null && units >= PERCENT_MIN * 100n && units <= PERCENT_MAX * 100n;
  return isWithin ? units : null;
}

export const FIAT_AD_RULES: SubmissionRules<FiatAdFields, FiatAdFacts> = {
  empty: {
    id: '',
    revision: '',
    side: 'sell',
    currencyId: '',
    fiatCode: '',
    priceType: 'fixed',
    price: '',
    percent: '100',
    limitPrice: '',
    acceptedDeviation: '',
    total: '',
    minAmount: '',
    maxAmount: '',
    kinds: '',
    bank_card: '',
    alipay: '',
    wechat: '',
    windowMin: '15',
    remark: '',
    autoOpen: '1',
  },
  problems(fields, facts) {
    const faults: readonly (readonly [FiatAdField, ProblemName | null])[] = [
      ['currencyId', fields.currencyId === '' ? 'currency_not_found' : null],
      ['fiatCode', fields.fiatCode === '' ? 'fiat_currency_not_found' : null],
      priceProblem(fields, facts),
      ['limitPrice', limitProblem(fields, facts)],
      ['acceptedDeviation', consentProblem(fields, facts)],
      ['total', totalProblem(fields, facts)],
      ['minAmount', spellingProblem(fields.minAmount, facts.scales.amount)],
      ['maxAmount', mostProblem(fields, facts)],
      ['kinds', chosenKinds(fields).length === 0 ? 'invalid_request' : null],
      ...methodProblems(fields),
      [
        'remark',
        fields.remark.trim().length > LIMITS.fiat_remark_length_max ? 'invalid_request' : null,
      ],
    ];
    return faults.flatMap(([field, error]): Problem<FiatAdField>[] =>
      error === null ? [] : [{ field, error }],
    );
  },
  refusals: {
    currency_not_found: 'currencyId',
    fiat_currency_not_found: 'fiatCode',
    fiat_ad_limits_invalid: 'maxAmount',
    fiat_ad_total_too_small: 'total',
    insufficient_balance: 'total',
    collection_method_required: 'kinds',
  },
  secrets: [],
};

function priceProblem(
  fields: FiatAdFields,
  facts: FiatAdFacts,
): readonly [FiatAdField, ProblemName | null] {
  const { priceType, price, percent } = fields;
  const isFixed = priceType === 'fixed';
  const spelling = isFixed
    ? spellingProblem(price, facts.scales.price)
    : percentUnits(percent) === null
      ? 'invalid_request'
      : null;
  const deviation = deviationOfNow(fields, facts);
  const isTooFar = deviation !== null && judgeDeviation(deviation) === 'too_far';
  return [isFixed ? 'price' : 'percent', spelling ?? (isTooFar ? 'fiat_price_too_far' : null)];
}

/** Whether the price of now is where its merchant sells or buys no more: others do not see the ad then. */
export function isLimitPassed(
  fields: Pick<FiatAdFields, 'side' | 'priceType' | 'price' | 'percent' | 'limitPrice'>,
  facts: Pick<FiatAdFacts, 'scales' | 'reference'>,
): boolean {
  const limit =
    fields.priceType === 'fixed' ? null : positiveUnits(fields.limitPrice, facts.scales.price);
  const price = parseUnits(priceOfNow(fields, facts) ?? '', facts.scales.price);
  if (limit === null || price === null) return false;
  return isBeyondLimit(fields.side, price, limit);
}

function limitProblem(
  { priceType, limitPrice }: FiatAdFields,
  facts: FiatAdFacts,
): ProblemName | null {
  if (priceType === 'fixed' || limitPrice === '') return null;
  return spellingProblem(limitPrice, facts.scales.price);
}

/** A price far from the market needs the merchant's consent. */
function consentProblem(fields: FiatAdFields, facts: FiatAdFacts): ProblemName | null {
  const deviation = deviationOfNow(fields, facts);
  if (deviation === null || judgeDeviation(deviation) !== 'far') return null;
  const isKnown = isDeviationAccepted(deviation, fields.acceptedDeviation);
  return isKnown ? null : 'fiat_price_unconfirmed';
}

function totalProblem(fields: FiatAdFields, facts: FiatAdFacts): ProblemName | null {
  const spelling = spellingProblem(fields.total, facts.scales.coin);
  if (spelling !== null) return spelling;
  const total = unitsOf(wireAmount(fields.total));
  const price = priceOfNow(fields, facts);
  const least = positiveUnits(fields.minAmount, facts.scales.amount);
  const isWorthAnOrder =
    price === null ||
    least === null ||
    worth(total, price) >= unitsOf(wireAmount(fields.minAmount));
  if (total <= unitsOf(facts.taken) || !isWorthAnOrder) return 'fiat_ad_total_too_small';
  const { available } = facts;
  const isCovered =
    fields.side !== 'sell' ||
    available === null ||
    total - unitsOf(facts.heldTotal) <= unitsOf(available);
  return isCovered ? null : 'insufficient_balance';
}

/** What so many coins cost; both in units of the largest scale. */
const worth = (quantity: bigint, price: string): bigint =>
  mulDiv(quantity, unitsOf(price), 10n ** BigInt(CURRENCY_SCALE), 'ceil');

function mostProblem(
  { minAmount, maxAmount }: FiatAdFields,
  { scales }: FiatAdFacts,
): ProblemName | null {
  const spelling = spellingProblem(maxAmount, scales.amount);
  if (spelling !== null) return spelling;
  const least = positiveUnits(minAmount, CURRENCY_SCALE) ?? 0n;
  return unitsOf(wireAmount(maxAmount)) < least ? 'fiat_ad_limits_invalid' : null;
}

/** A sell ad names one own method for each kind that it takes. */
const methodProblems = (
  fields: FiatAdFields,
): readonly (readonly [FiatAdField, ProblemName | null])[] =>
  fields.side === 'sell'
    ? chosenKinds(fields).map(
        (kind) => [kind, fields[kind] === '' ? 'collection_method_required' : null] as const,
      )
    : [];
