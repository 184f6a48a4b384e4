/** Figures and checks of the order sheet of an ad. RULES "Fiat trading": amounts and limits. */
import { amountOf, quantityOf } from '../../../contract/figures/fiat.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import { CURRENCY_SCALE } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import {
  SELLER_REFUSALS,
  SELLER_SECRETS,
  sellerSecretProblems,
  type SellerSecretFields,
} from './seller-secrets.rules.ts';

export type FiatOrderFields = SellerSecretFields & {
  readonly adId: string;
  /** Unit of `size`: fiat to pay, or coins. */
  readonly basis: string;
  readonly size: string;
  /** The price that the user sees. */
  readonly price: string;
  /** The payment window that the user sees, in minutes. */
  readonly windowMin: string;
  readonly paymentKind: string;
  /** The seller's own collection method; empty for a buyer. */
  readonly methodId: string;
};
export type FiatOrderField = keyof FiatOrderFields;

export interface FiatOrderFacts {
  readonly ad: Pick<
    FiatAd,
    'side' | 'price' | 'remaining' | 'min_amount' | 'max_amount' | 'payment_kinds'
  >;
  /** Decimals of amounts and of quantities. */
  readonly fiatScale: number;
  readonly coinScale: number;
  /** Coins that the user may sell now; null for a buyer, or while unknown. */
  readonly available: string | null;
}

/** Amount and quantity of an order, both as decimal text. */
export interface FiatOrderSize {
  readonly amount: string;
  readonly quantity: string;
}

const ONE = 10n ** BigInt(CURRENCY_SCALE);

/** Scales for typed text and texts of the ad: units of {@link CURRENCY_SCALE}. */
const TYPED_SCALES = { coin: CURRENCY_SCALE, amount: CURRENCY_SCALE, price: CURRENCY_SCALE };

/** Rounds `units` of {@link CURRENCY_SCALE} down to `decimals`. */
function cut(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(CURRENCY_SCALE - decimals);
  return (units / step) * step;
}
const textOf = (units: bigint): string => formatUnits(units, CURRENCY_SCALE);
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const widened = (units: bigint, decimals: number): bigint =>
  units * 10n ** BigInt(CURRENCY_SCALE - decimals);
/** Returns the coins for an amount; the merchant keeps the rest of the rounding. */
const quantityFor = (amount: bigint, price: bigint, { coinScale: coin }: FiatOrderFacts): bigint =>
  widened(quantityOf(amount, price, { ...TYPED_SCALES, coin }), coin);
/** Returns the cost of coins: never less than their price. */
const amountFor = (
  quantity: bigint,
  price: bigint,
  { fiatScale: amount }: FiatOrderFacts,
): bigint => widened(amountOf(quantity, price, { ...TYPED_SCALES, amount }), amount);

const priceOf = ({ ad }: FiatOrderFacts): bigint => (ad.price === null ? 0n : unitsOf(ad.price));

/** Returns null while the input is invalid or the price is unknown. */
export function fiatOrderSize(
  { basis, size }: Pick<FiatOrderFields, 'basis' | 'size'>,
  facts: FiatOrderFacts,
): FiatOrderSize | null {
  const price = priceOf(facts);
  const given = parseUnits(wireAmount(size), CURRENCY_SCALE);
  if (given === null || given <= 0n || price <= 0n) return null;
  return basis === 'quantity'
    ? { amount: textOf(amountFor(given, price, facts)), quantity: textOf(given) }
    : { amount: textOf(given), quantity: textOf(quantityFor(given, price, facts)) };
}

/**
 * Returns the largest allowed input: within the ad's limits, its remainder, and the user's balance.
 * Null while the price is unknown.
 */
export function largestFiatSize(basis: string, facts: FiatOrderFacts): string | null {
  const { ad, available, coinScale, fiatScale } = facts;
  const price = priceOf(facts);
  if (price <= 0n) return null;
  const remaining = unitsOf(ad.remaining);
  const free = available === null ? remaining : lesser(remaining, unitsOf(available));
  // An older ad, and an account, may have more decimals than an order.
  const coins = cut(free, coinScale);
  const most = unitsOf(ad.max_amount);
  if (basis === 'quantity') return textOf(lesser(coins, quantityFor(most, price, facts)));
  return textOf(lesser(most, cut(mulDiv(coins, price, ONE, 'floor'), fiatScale)));
}

/** Checks in the order of the server, the balance last. */
function sizeProblem(fields: FiatOrderFields, facts: FiatOrderFacts): ProblemName | null {
  const { ad, fiatScale, coinScale, available } = facts;
  const spelling = spellingProblem(
    fields.size,
    fields.basis === 'quantity' ? coinScale : fiatScale,
  );
  if (spelling !== null) return spelling;
  const size = fiatOrderSize(fields, facts);
  if (size === null) return 'invalid_request';
  const amount = unitsOf(size.amount);
  if (amount < unitsOf(ad.min_amount) || amount > unitsOf(ad.max_amount))
    return 'fiat_amount_outside_limits';
  const quantity = unitsOf(size.quantity);
  if (quantity > unitsOf(ad.remaining)) return 'fiat_ad_remainder_too_small';
  return available !== null && quantity > unitsOf(available) ? 'insufficient_balance' : null;
}

/** The ad has the merchant's side, so the user who takes a buy ad sells. */
export const isSelling = ({ side }: Pick<FiatAd, 'side'>): boolean => side === 'buy';

export const FIAT_ORDER_RULES: SubmissionRules<FiatOrderFields, FiatOrderFacts> = {
  empty: {
    adId: '',
    basis: 'amount',
    size: '',
    price: '',
    windowMin: '',
    paymentKind: '',
    methodId: '',
    payPassword: '',
    googleCode: '',
  },
  problems(fields, facts) {
    const problems: Problem<FiatOrderField>[] = [];
    const fault = sizeProblem(fields, facts);
    if (fault !== null) problems.push({ field: 'size', error: fault });
    if (isSelling(facts.ad)) {
      if (fields.methodId === '')
        problems.push({ field: 'methodId', error: 'collection_method_required' });
      // Only the server knows whether there is an authenticator.
      problems.push(...sellerSecretProblems(fields, false));
    } else if (!facts.ad.payment_kinds.some((kind) => kind === fields.paymentKind)) {
      problems.push({ field: 'paymentKind', error: 'payment_kind_not_taken' });
    }
    return problems;
  },
  refusals: {
    amount_scale_exceeded: 'size',
    fiat_amount_outside_limits: 'size',
    fiat_ad_remainder_too_small: 'size',
    insufficient_balance: 'size',
    payment_kind_not_taken: 'paymentKind',
    collection_method_required: 'methodId',
    ...SELLER_REFUSALS,
  },
  secrets: SELLER_SECRETS,
};
