/** The terms of an ad: parses the text of a request to units and checks the rules (SPEC 5, RULES "Fiat trading"). */
import { parseUnits } from '../../../../contract/money/decimal.ts';
import { PERCENT_SCALE, type SaleTerms } from '../../../../contract/fiat/fiat-price.ts';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import { COLLECTION_KINDS } from '../../../../contract/people/people-kinds.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { RequestOf } from '../../../../contract/routes.ts';
import type { StoredMethod } from '../../people/people.area.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import { AMOUNT_END } from '../../../ledger/invariants.ts';
import type { AdRow } from './ad-lifecycle.ts';
import { scalesOf, type FiatCurrency } from '../currencies.ts';
import {
  amountOf,
  floatingPrice,
  quantityOf,
  readQuantity,
  type TradeScales,
} from '../../../../contract/figures/fiat.ts';

/** The terms that a merchant writes; open orders keep the terms of their placement. */
export type AdTerms = Pick<
  AdRow,
  | 'price'
  | 'priceShareBp'
  | 'limitPrice'
  | 'total'
  | 'minAmount'
  | 'maxAmount'
  | 'paymentKinds'
  | 'collectionMethodIds'
  | 'paymentWindowMin'
  | 'remark'
>;

/** The fields that posting and editing have in common. */
type TermsFields = Omit<
  RequestOf<'editFiatAd'>,
  'id' | 'revision' | 'pay_password' | 'google_code'
>;

export type TermsError =
  | 'insufficient_balance'
  | 'balance_locked'
  | 'amount_scale_exceeded'
  | 'fiat_ad_limits_invalid'
  | 'fiat_ad_total_too_small'
  | 'collection_method_required';

/** The subject of the ad, and the facts that its terms are checked against. */
interface TermsFacts {
  readonly side: FiatSide;
  readonly coin: Currency;
  readonly fiat: FiatCurrency;
  /** The present price of the coin; null when it is unknown. */
  readonly reference: bigint | null;
  /** The quantity that was sold from the ad or that open orders hold. */
  readonly taken: bigint;
  /** The collection methods of the merchant. */
  readonly methods: readonly StoredMethod[];
}

export function readTerms(fields: TermsFields, facts: TermsFacts): Result<AdTerms, TermsError> {
  const terms = parseTerms(fields, scalesOf(facts.coin, facts.fiat));
  if (terms === null) return refuse('amount_scale_exceeded');
  if (terms.total >= AMOUNT_END)
    return refuse(facts.side === 'sell' ? 'insufficient_balance' : 'fiat_ad_limits_invalid');
  const limits = checkLimits(terms, facts);
  if (!limits.ok) return limits;
  return hasItsMethods(terms, facts) ? ok(terms) : refuse('collection_method_required');
}

/** The part of the terms for which a seller is asked for their secrets. */
export const saleOf = ({
  total,
  price,
  priceShareBp,
  limitPrice,
}: Pick<AdRow, 'total' | 'price' | 'priceShareBp' | 'limitPrice'>): SaleTerms => ({
  total,
  price,
  percent: priceShareBp === null ? null : BigInt(priceShareBp),
  limit: limitPrice,
});

/** The present price, in units; null while a floating price has no reference. */
export function priceOf(
  { price, priceShareBp }: Pick<AdRow, 'price' | 'priceShareBp'>,
  reference: bigint | null,
): bigint | null {
  if (price !== null) return price;
  if (reference === null || priceShareBp === null) return null;
  const floating = floatingPrice(reference, priceShareBp);
  return floating > 0n ? floating : null;
}

/** Returns null when a number has more decimals than its currency. */
function parseTerms(fields: TermsFields, scales: TradeScales): AdTerms | null {
  const price = fields.price === undefined ? null : parseUnits(fields.price, scales.price);
  const percent =
    fields.price_percent === undefined ? null : parseUnits(fields.price_percent, PERCENT_SCALE);
  const limit = fields.limit_price;
  const limitPrice = limit === undefined ? undefined : parseUnits(limit, scales.price);
  const total = readQuantity(fields.total, scales);
  const minAmount = parseUnits(fields.min_amount, scales.amount);
  const maxAmount = parseUnits(fields.max_amount, scales.amount);
  const isPriced = fields.price_type === 'fixed' ? price !== null : percent !== null;
  if (!isPriced || limitPrice === null) return null;
  if (total === null || minAmount === null || maxAmount === null) return null;
  const kinds = new Set(fields.payment_kinds.split(','));
  return {
    price,
    priceShareBp: percent === null ? null : Number(percent),
    limitPrice: limitPrice ?? null,
    total,
    minAmount,
    maxAmount,
    paymentKinds: COLLECTION_KINDS.filter((kind) => kinds.has(kind)),
    collectionMethodIds:
      fields.collection_method_ids === ''
        ? []
        : fields.collection_method_ids.split(',').map(Number),
    paymentWindowMin: fields.payment_window_min,
    remark: fields.remark,
  };
}

function checkLimits(
  terms: AdTerms,
  { coin, fiat, reference, taken }: TermsFacts,
): Result<null, 'fiat_ad_limits_invalid' | 'fiat_ad_total_too_small'> {
  const { total, minAmount, maxAmount } = terms;
  const prices = [terms.price ?? 0n, terms.limitPrice ?? 0n];
  if (maxAmount < minAmount || [maxAmount, ...prices].some((each) => each >= AMOUNT_END))
    return refuse('fiat_ad_limits_invalid');
  const price = priceOf(terms, reference);
  const scales = scalesOf(coin, fiat);
  // The smallest amount buys nothing of the coin.
  if (price !== null && quantityOf(minAmount, price, scales) === 0n)
    return refuse('fiat_ad_limits_invalid');
  const isWorthAnOrder = price === null || amountOf(total, price, scales) >= minAmount;
  return total > taken && isWorthAnOrder ? ok(null) : refuse('fiat_ad_total_too_small');
}

/** Checks that a sell ad names one own method for each of its payment kinds, and that a buy ad names none. */
function hasItsMethods(
  { paymentKinds, collectionMethodIds }: AdTerms,
  { side, methods }: TermsFacts,
): boolean {
  const wanted: readonly string[] = side === 'sell' ? paymentKinds : [];
  const kinds = collectionMethodIds.map((id) => methods.find((method) => method.id === id)?.kind);
  return (
    kinds.length === wanted.length && wanted.every((kind) => kinds.some((other) => other === kind))
  );
}
