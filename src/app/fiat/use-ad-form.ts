/** The hook of the ad form, kept up to date with the ad and the reference price. */
import { useState } from 'react';
import type { FiatMarket, OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { CollectionMethod } from '../../../contract/people/people.ts';
import { isDeviationAccepted } from '../../../contract/fiat/fiat-price.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { unitsOf } from '../../../machines/app/core/amount.rules.ts';
import {
  asksForSecrets,
  chosenKinds,
  FIAT_AD_RULES,
  deviationOfNow,
  deviationText,
  isLimitPassed,
  priceOfNow,
  toggledKinds,
  withoutOldConsent,
  type FiatAdFacts,
  type FiatAdFields,
} from '../../../machines/app/fiat/fiat-ad.rules.ts';
import { SELLER_SECRETS } from '../../../machines/app/fiat/seller-secrets.rules.ts';
import type { Problem, ProblemName } from '../../../machines/app/core/problem.ts';
import { CURRENCY_SCALE } from '../../../machines/app/core/typed-decimals.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { fiatAdEdit, fiatAdPosting } from './fiat-ad-forms.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useWhenRefused } from '../core/hooks/use-when-refused.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';

/** Data that the form needs before it is shown. */
export interface AdFormGround {
  readonly market: FiatMarket;
  readonly methods: readonly CollectionMethod[];
  /** The present ad; null for a new one. */
  readonly ad: OwnFiatAd | null;
  /** Returns the available amount of a coin in the fiat account; null while unknown. */
  available(currencyId: string): string | null;
}

interface AdFormListeners {
  onSaved(ad: OwnFiatAd): void;
  /** Called when the ad has changed, so that the caller reloads it. */
  onChanged(): void;
}

/**
 * The form of a new ad, or of a change of one. Typed values stay when the ad changes while the form
 * is open (an order takes a part of it). The form then checks them against the present ad and sends
 * its revision.
 */
export function useAdForm(ground: AdFormGround, { onSaved, onChanged }: AdFormListeners) {
  const { market, ad } = ground;
  const methods = ground.methods.filter(({ is_usable: isUsable }) => isUsable);
  const [openedAt] = useState(ad?.revision ?? 0);
  const [initial] = useState(() => ({
    ...defaultsOf({ ...ground, methods }),
    ...(ad && fieldsOf(ad, methods)),
  }));
  // Both calls have the same fields and the same answer.
  const call = (ad === null ? fiatAdPosting : fiatAdEdit) as typeof fiatAdEdit;
  const form = useSubmission(call, { initial, onSuccess: onSaved });
  useWhenRefused(form.problems, CHANGED, onChanged);
  const { fields } = form;
  const edit = (change: Partial<FiatAdFields>) => form.edit(withoutOldConsent(change));
  const coin = market.coins.find(({ currency_id: id }) => String(id) === fields.currencyId);
  const fiat = market.currencies.find(({ fiat_code: code }) => code === fields.fiatCode);
  const reference = useReference(fields.currencyId, fields.fiatCode, form.problems);
  const facts: Omit<FiatAdFacts, 'isCodeNeeded'> = {
    scales: {
      coin: coin?.scale ?? CURRENCY_SCALE,
      amount: fiat?.scale ?? CURRENCY_SCALE,
      price: fiat?.price_scale ?? CURRENCY_SCALE,
    },
    available: ground.available(fields.currencyId),
    before: ad && fieldsOf(ad, methods),
    taken: ad === null ? '0' : sumOf(ad.in_orders, ad.sold),
    reference,
  };
  const deviation = deviationOfNow(fields, facts);
  return {
    ...form,
    edit,
    coin,
    fiat,
    facts,
    kinds: chosenKinds(fields),
    /** The largest total that the fiat account covers; null while unknown. */
    most: facts.available === null ? null : sumOf(facts.available, ad?.total ?? '0'),
    /** The present public price; null while unknown. */
    priceNow: priceOfNow(fields, facts),
    /** Whether the price is beyond the merchant's limit, which hides the ad. */
    isLimitPassed: isLimitPassed(fields, facts),
    /** Whether the merchant has confirmed the present deviation from the market. */
    isDeviationKnown:
      deviation !== null && isDeviationAccepted(deviation, fields.acceptedDeviation),
    acceptDeviation: (isKnown: boolean) =>
      form.edit({
        acceptedDeviation: isKnown && deviation !== null ? deviationText(deviation) : '',
      }),
    /** Percent above the reference, as text; null while unknown. */
    deviation: deviation === null ? null : deviationText(deviation),
    /** Returns the user's collection methods of a kind. */
    methodsOf: (kind: CollectionMethod['kind']) => methods.filter((each) => each.kind === kind),
    toggleKind(kind: CollectionMethod['kind']) {
      const only = methods.filter((each) => each.kind === kind);
      const first = fields[kind] === '' && only.length > 0 ? (only[0]?.id ?? '') : fields[kind];
      edit({ kinds: toggledKinds(fields, kind), [kind]: first });
    },
    /** Whether the fields of the merchant's secrets are shown. */
    asksForSecrets:
      asksForSecrets(fields, facts) || form.problems.some(({ field }) => isSecret(field)),
    /** Whether the ad has changed since the form was opened. */
    hasMoved: ad !== null && ad.revision !== openedAt,
    /** @param isCodeNeeded whether the merchant is known to have an authenticator. */
    submit(isCodeNeeded: boolean) {
      if (ad !== null) edit({ revision: String(ad.revision) });
      form.submit({ ...facts, isCodeNeeded });
    },
  };
}

export type AdForm = ReturnType<typeof useAdForm>;

const isSecret = (field: string | null): boolean =>
  SELLER_SECRETS.some((secret) => secret === field);

const CHANGED: ReadonlySet<ProblemName> = new Set(['fiat_ad_changed']);
const OFF_REFERENCE: ReadonlySet<ProblemName> = new Set([
  'fiat_price_too_far',
  'fiat_price_unconfirmed',
]);

/** Returns the present value of one coin, reloaded at the server's interval; null while unknown. */
function useReference(
  currencyId: string,
  fiatCode: string,
  problems: readonly Problem<string>[],
): string | null {
  const request = { currency_id: currencyId, fiat_code: fiatCode };
  const query = useQuery('getFiatReference', request, 'silent');
  useInterval(query.retry, LIMITS.fiat_reference_ms);
  // The server has a newer reference price, so the form must show the deviation from that.
  const ofServer = problems.filter(({ field }) => field === null);
  useWhenRefused(ofServer, OFF_REFERENCE, query.retry);
  return query.data?.price ?? null;
}

/** Initial values of a new ad: the first coin and currency, and the user's methods. */
function defaultsOf({ market, methods }: AdFormGround): Partial<FiatAdFields> {
  const [coin] = market.coins;
  const [fiat] = market.currencies;
  const [method] = methods;
  return {
    currencyId: coin === undefined ? '' : String(coin.currency_id),
    fiatCode: fiat?.fiat_code ?? '',
    ...(method && { kinds: method.kind, [method.kind]: method.id }),
  };
}

function fieldsOf(ad: OwnFiatAd, methods: readonly CollectionMethod[]): FiatAdFields {
  // A removed method must be replaced by the user.
  const chosen = methods.filter(({ id }) => ad.collection_method_ids.includes(id));
  const idOf = (kind: CollectionMethod['kind']) =>
    chosen.find((method) => method.kind === kind)?.id ?? '';
  return {
    id: ad.id,
    revision: String(ad.revision),
    side: ad.side,
    currencyId: String(ad.currency_id),
    fiatCode: ad.fiat_code,
    priceType: ad.price_type,
    price: ad.price_type === 'fixed' ? (ad.price ?? '') : '',
    percent: ad.price_percent ?? FIAT_AD_RULES.empty.percent,
    limitPrice: ad.limit_price ?? '',
    acceptedDeviation: '',
    total: ad.total,
    minAmount: ad.min_amount,
    maxAmount: ad.max_amount,
    kinds: ad.payment_kinds.join(','),
    bank_card: idOf('bank_card'),
    alipay: idOf('alipay'),
    wechat: idOf('wechat'),
    windowMin: String(ad.payment_window_min),
    remark: ad.remark,
    autoOpen: ad.auto_open ? '1' : '0',
    payPassword: '',
    googleCode: '',
  };
}

const sumOf = (a: string, b: string): string =>
  formatUnits(unitsOf(a) + unitsOf(b), CURRENCY_SCALE);
