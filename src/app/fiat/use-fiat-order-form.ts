/** The hook of the form that takes an ad: amounts, maximum and payment method. */
import type { FiatAd, FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import type { CollectionMethod } from '../../../contract/people/people.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import {
  fiatOrderSize,
  isSelling,
  largestFiatSize,
  type FiatOrderFacts,
  type FiatOrderFields,
  type FiatOrderSize,
} from '../../../machines/app/fiat/fiat-order-creation.rules.ts';
import { fiatOrderForm } from './fiat-order-creation-form.ts';
import { useCollectionMethods } from '../people/use-collection-methods.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

export interface FiatOrderFormView extends Omit<
  SubmissionView<FiatOrderFields, FiatOrderFacts, FiatOrderDetail>,
  'submit'
> {
  readonly isSelling: boolean;
  /** Amount and quantity; null while the input is invalid. */
  readonly size: FiatOrderSize | null;
  /** Largest input in the chosen unit, amount or quantity; null while unknown. */
  readonly largest: string | null;
  /** Coins that the user may sell; null for a buyer, or while unknown. */
  readonly available: string | null;
  /** The seller's own methods that the ad accepts; null while unknown. */
  readonly methods: readonly CollectionMethod[] | null;
  /** The chosen method, or the only one; empty for none. */
  readonly methodId: string;
  readonly chooseMethod: (method: CollectionMethod) => void;
  readonly submit: () => void;
}

type Scales = FiatMarket['currencies'][number];

/** The form of an order on an ad: size and payment method. `ad` is the present ad. */
export function useFiatOrderForm(
  ad: FiatAd,
  market: FiatMarket,
  onPlaced: (order: FiatOrderDetail) => void,
  typed: Partial<Pick<FiatOrderFields, 'basis' | 'size'>> = {},
): FiatOrderFormView {
  const form = useSubmission(fiatOrderForm, {
    subject: ad.id,
    initial: {
      adId: ad.id,
      paymentKind: isSelling(ad) ? '' : (ad.payment_kinds[0] ?? ''),
      ...typed,
    },
    onSuccess: onPlaced,
  });
  const selling = isSelling(ad);
  const available = useFiatAvailable(ad.currency_id);
  const methods = useCollectionMethods();
  const facts: FiatOrderFacts = {
    ad,
    fiatScale: scaleOf(market.currencies, ad.fiat_code),
    coinScale: market.coins.find(({ currency_id: id }) => id === ad.currency_id)?.scale ?? 0,
    available: selling ? available : null,
  };
  const usable =
    methods.data?.filter(
      ({ kind, is_usable: isUsable }) => isUsable && ad.payment_kinds.includes(kind),
    ) ?? null;
  // A single method is chosen automatically.
  const only = usable?.length === 1 ? usable[0] : undefined;
  const { fields } = form;
  const chosen = fields.methodId === '' ? (only?.id ?? '') : fields.methodId;
  return {
    ...form,
    isSelling: selling,
    size: fiatOrderSize(form.fields, facts),
    largest: largestFiatSize(form.fields.basis, facts),
    available: facts.available,
    methods: usable,
    chooseMethod: ({ id, kind }) => form.edit({ methodId: id, paymentKind: kind }),
    methodId: chosen,
    abandon() {
      form.abandon();
      // Cleared, so that one tap cannot send the same order again.
      form.edit({ size: '' });
    },
    submit() {
      form.edit({ price: ad.price ?? '', windowMin: String(ad.payment_window_min) });
      if (selling && fields.methodId === '' && only !== undefined)
        form.edit({ methodId: only.id, paymentKind: only.kind });
      form.submit(facts);
    },
  };
}

const scaleOf = (currencies: readonly Scales[], fiatCode: string): number =>
  currencies.find(({ fiat_code: code }) => code === fiatCode)?.scale ?? 0;

/** Returns the available amount of a coin in the user's fiat account; null while unknown. */
function useFiatAvailable(currencyId: number): string | null {
  const request = {
    account_type_id: String(ACCOUNT_TYPES.fiat),
    currency_id: String(currencyId),
  };
  // A user without this coin has no such account, and has not requested this call, so its refusal
  // is not shown.
  const account = useQuery('getAccount', request, 'silent');
  useReloadWhenShown(account.retry);
  return account.data?.available ?? null;
}
