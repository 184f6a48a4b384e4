/** The filter of the fiat market, kept in the address. */
import { useSearchParams } from 'react-router-dom';
import { FIAT_SIDES, type FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import { COLLECTION_KINDS } from '../../../contract/people/people-kinds.ts';
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import type { CollectionKind } from '../../../contract/people/people.ts';
import type { FiatAdFilter } from '../../app/fiat/use-fiat-ads.ts';
import { useKeptState } from '../../ui/use-kept-state.ts';

export interface MarketChoice {
  /** The user's side. */
  readonly side: FiatSide;
  readonly coin: FiatMarket['coins'][number];
  readonly currency: FiatMarket['currencies'][number];
  /** Canonical decimal text; empty for any. */
  readonly amount: string;
  readonly paymentKind: CollectionKind | null;
  /** Whether amount or payment filter the list. */
  readonly isNarrowed: boolean;
  choose(changes: Partial<Record<'side' | 'coin' | 'fiat' | 'amount' | 'pay', string>>): void;
}

const AMOUNT = /^(?:[1-9]\d{0,17}(?:\.\d{0,17}[1-9])?|0\.\d{0,17}[1-9])$/;

/** Returns the filter of the address; invalid values are ignored. Null if no coin is traded. */
export function useMarketChoice(market: FiatMarket): MarketChoice | null {
  const [address, setAddress] = useSearchParams();
  const [lastFiat, keepFiat] = useKeptState('fiat.currency', '');
  const coin =
    market.coins.find(({ currency_code: code }) => code === address.get('coin')) ?? market.coins[0];
  const asked = address.get('fiat') ?? lastFiat;
  const currency =
    market.currencies.find(({ fiat_code: code }) => code === asked) ?? market.currencies[0];
  if (coin === undefined || currency === undefined) return null;
  const asAmount = address.get('amount') ?? '';
  const amount = AMOUNT.test(asAmount) ? asAmount : '';
  const paymentKind = COLLECTION_KINDS.find((kind) => kind === address.get('pay')) ?? null;
  return {
    side: FIAT_SIDES.find((side) => side === address.get('side')) ?? 'buy',
    coin,
    currency,
    amount,
    paymentKind,
    isNarrowed: amount !== '' || paymentKind !== null,
    choose(changes) {
      if (changes.fiat !== undefined) keepFiat(changes.fiat);
      setAddress(
        (current) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') current.delete(name);
            else current.set(name, value);
          }
          return current;
        },
        { replace: true },
      );
    },
  };
}

/** Returns the choice in the format of the call. */
export const marketFilter = ({
  side,
  coin,
  currency,
  amount,
  paymentKind,
}: MarketChoice): FiatAdFilter => ({
  side,
  currency_id: String(coin.currency_id),
  fiat_code: currency.fiat_code,
  ...(amount !== '' && { amount }),
  ...(paymentKind !== null && { payment_kind: paymentKind }),
});
