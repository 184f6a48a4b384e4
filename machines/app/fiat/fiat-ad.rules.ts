/** Checks of the ad form, equal to the server's: SPEC 5, RULES "Fiat trading". */
import {
  isBeyondLimit,
  isDeviationAccepted,
  judgeDeviation,
  offersMore,
  PERCENT_SCALE,
  type SaleTerms,
} from '../../../contract/fiat/fiat-price.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { deviationBp, WHOLE_BP } from '../../../contract/money/deviation.ts';
import { divide, mulDiv } from '../../../contract/money/rounding.ts';
import { COLLECTION_KINDS } from '../../../contract/people/people-kinds.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import { CURRENCY_SCALE, positiveUnits } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import {
  SELLER_REFUSALS,
  SELLER_SECRETS,
  sellerSecretProblems,
  type SellerSecretFields,
} from './seller-secrets.rules.ts';

type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** Fields of the form. Only some sell ads need the secrets, see {@link asksForSecrets}. */
export type FiatAdFields = SellerSecretFields & {
  /** Id and revision of the edited ad, as read; both empty for a new one. */
  readonly id: string;
  readonly revision: string;
  /** The merchant's side: `buy` or `sell`. */
  readonly side: string;
  readonly currencyId: string;
  readonly fiatCode: string;
  /** `fixed` or `floating`. */
  readonly priceType: string;
  readonly price: string;
  /** Percent of the reference price. */
  readonly percent: string;
  /**
   * Limit of a floating price: the lowest at which to sell or the highest at which to buy; empty
   * for none.
   */
  readonly limitPrice: string;
  /**
   * Percent above the reference that the merchant has confirmed, as text; empty if none was
   * confirmed.
   */
  readonly acceptedDeviation: string;
  readonly total: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  /** Accepted collection kinds, joined by commas. */
  readonly kinds: string;
  /** Id of the merchant's own method that a sell ad is paid to, by collection kind. */
  readonly bank_card: string;
  readonly alipay: string;
  readonly wechat: string;
  readonly windowMin: string;
  readonly remark: string;
  /** `1`: the ad is visible immediately. */
  readonly autoOpen: string;
};
type FiatAdField = keyof FiatAdFields;

export interface FiatAdFacts {
  /** Decimals of quantities, amounts and prices. */
  readonly scales: { readonly coin: number; readonly amount: number; readonly price: number };
  /** Available amount of the coin in the fiat account; null while unknown. */
  readonly available: string | null;
  /** Terms of the ad before the edit; null for a new one. */
  readonly before: SaleFields | null;
  /** Sold or reserved part of the ad; `0` for a new one. */
  readonly taken: string;
  /** Present value of one coin; null while unknown. */
  readonly reference: string | null;
  /** Whether the merchant is known to have an authenticator. */
  readonly isCodeNeeded: boolean;
}

/** Fields that decide how many coins an ad offers, and for what price. */
type SaleFields = Pick<FiatAdFields, 'priceType' | 'price' | 'percent' | 'limitPrice' | 'total'>;

const PERCENT_MIN = 50n;
const PERCENT_MAX = 200n;

/** Returns the accepted kinds, in the order of all lists. */
export const chosenKinds = ({ kinds }: Pick<FiatAdFields, 'kinds'>): readonly CollectionKind[] =>
  COLLECTION_KINDS.filter((kind) => kinds.split(',').includes(kind));

/** Returns {@link FiatAdFields.kinds} after one kind was added or removed. */
export const toggledKinds = (
  fields: Pick<FiatAdFields, 'kinds'>,
  toggled: CollectionKind,
): string =>
  COLLECTION_KINDS.filter((kind) => chosenKinds(fields).includes(kind) !== (kind === toggled)).join(
    ',',
  );

/** Returns the present public price; null if its text is invalid, or the reference is unknown. */
export function priceOfNow(
  { priceType, price, percent }: Pick<FiatAdFields, 'priceType' | 'price' | 'percent'>,
  { scales, reference }: Pick<FiatAdFacts, 'scales' | 'reference'>,
): string | null {
  if (priceType === 'fixed')
    return positiveUnits(price, scales.price) === null ? null : wireAmount(price);
  const share = percentUnits(percent);
  const worth = reference === null ? null : parseUnits(reference, scales.price);
  if (share === null || worth === null) return null;
  // The price is rounded to the nearest unit, a half upwards.
  const units = divide(worth * share * 2n + WHOLE_BP, WHOLE_BP * 2n, 'floor');
  return units > 0n ? formatUnits(units, scales.price) : null;
}

/**
 * Returns the hundredths of a percent by which the price is above the reference; null as
 * {@link priceOfNow}.
 */
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

/** Returns the text that confirms the price at this deviation. */
export const deviationText = (deviation: bigint): string => formatUnits(deviation, PERCENT_SCALE);

/** Fields that change the price; a confirmation of the old price does not cover the new one. */
const PRICE_FIELDS = ['side', 'currencyId', 'fiatCode', 'priceType', 'price', 'percent'] as const;

/** Returns the change together with the reset of the confirmation. */
export const withoutOldConsent = (change: Partial<FiatAdFields>): Partial<FiatAdFields> =>
  PRICE_FIELDS.some((name) => change[name] !== undefined)
    ? { ...change, acceptedDeviation: '' }
    : change;

/** Returns hundredths of a percent; null for an invalid percentage. */
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
    payPassword: '',
    googleCode: '',
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
    const problems = faults.flatMap(([field, error]): Problem<FiatAdField>[] =>
      error === null ? [] : [{ field, error }],
    );
    return asksForSecrets(fields, facts)
      ? [...problems, ...sellerSecretProblems(fields, facts.isCodeNeeded)]
      : problems;
  },
  refusals: {
    currency_not_found: 'currencyId',
    fiat_currency_not_found: 'fiatCode',
    fiat_ad_limits_invalid: 'maxAmount',
    fiat_ad_total_too_small: 'total',
    insufficient_balance: 'total',
    collection_method_required: 'kinds',
    ...SELLER_REFUSALS,
  },
  secrets: SELLER_SECRETS,
};

/**
 * Returns whether the server asks for the secrets of the merchant: for a new sell ad, and for an
 * edit that offers more coins than before or may offer them for less.
 */
export function asksForSecrets(
  fields: SaleFields & Pick<FiatAdFields, 'side'>,
  { before }: Pick<FiatAdFacts, 'before'>,
): boolean {
  if (fields.side !== 'sell') return false;
  const present = before === null ? null : saleOf(before);
  if (present === null) return true;
  const wanted = saleOf(fields);
  return wanted !== null && offersMore(present, wanted);
}

/** Returns null while a figure is invalid, which is a problem of its own. */
function saleOf({ priceType, price, percent, limitPrice, total }: SaleFields): SaleTerms | null {
  const isFixed = priceType === 'fixed';
  const figure = positiveUnits(isFixed ? price : percent, CURRENCY_SCALE);
  const limit =
    isFixed || limitPrice === '' ? null : (positiveUnits(limitPrice, CURRENCY_SCALE) ?? undefined);
  const coins = positiveUnits(total, CURRENCY_SCALE);
  if (figure === null || limit === undefined || coins === null) return null;
  return {
    total: coins,
    price: isFixed ? figure : null,
    percent: isFixed ? null : figure,
    limit,
  };
}

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

/** Returns whether the present price is beyond the merchant's limit, which hides the ad. */
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

/** A price far from the market needs the merchant's confirmation. */
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
    total - unitsOf(facts.before?.total ?? '0') <= unitsOf(available);
  return isCovered ? null : 'insufficient_balance';
}

/** Returns the cost of a quantity; both in units of the largest scale. */
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

/** A sell ad names one of the merchant's methods for each accepted kind. */
const methodProblems = (
  fields: FiatAdFields,
): readonly (readonly [FiatAdField, ProblemName | null])[] =>
  fields.side === 'sell'
    ? chosenKinds(fields).map(
        (kind) => [kind, fields[kind] === '' ? 'collection_method_required' : null] as const,
      )
    : [];
