/** An unfinished order kept in the address while the user adds a collection method. */
import { useLocation, useSearchParams } from 'react-router-dom';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderFields } from '../../../machines/app/fiat/fiat-order-creation.rules.ts';

/** Parameters of an unfinished order: its ad and its size. */
const NAMES = ['ad', 'basis', 'size'] as const;

type Typed = Pick<FiatOrderFields, 'basis' | 'size'>;

export interface BegunOrder {
  readonly adId: string;
  readonly typed: Typed;
}

/**
 * An order that the user left to add a collection method, and returns to; `forget` removes it from
 * the address.
 */
export function useBegunOrder(): {
  readonly begun: BegunOrder | null;
  readonly forget: () => void;
} {
  const [address, setAddress] = useSearchParams();
  const adId = address.get('ad');
  const basis = address.get('basis') === 'quantity' ? 'quantity' : 'amount';
  return {
    begun: adId === null ? null : { adId, typed: { basis, size: address.get('size') ?? '' } },
    forget() {
      if (adId === null) return;
      setAddress(
        (current) => {
          for (const name of NAMES) current.delete(name);
          return current;
        },
        { replace: true },
      );
    },
  };
}

/**
 * Returns the path of a new collection method that the ad accepts; from there the user returns to
 * the order.
 */
export function useMethodPath(ad: FiatAd, { basis, size }: Typed): string {
  const { pathname, search } = useLocation();
  const here = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ad: ad.id, basis, size })) here.set(name, value);
  const path = new URLSearchParams({
    view: 'collection-edit',
    kind: ad.payment_kinds[0] ?? '',
    back: `${pathname}?${here.toString()}`,
  });
  return `/secure-center?${path.toString()}`;
}
