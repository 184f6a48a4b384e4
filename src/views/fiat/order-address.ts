/** An unfinished order kept in the address while the user adds a collection method. */
import { useLocation, useSearchParams } from 'react-router-dom';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderFields } from '../../../machines/app/fiat/fiat-order-creation.rules.ts';

/** What the address says of an order that was begun: on which ad, and how much. */
const NAMES = ['ad', 'basis', 'size'] as const;

type Typed = Pick<FiatOrderFields, 'basis' | 'size'>;

export interface BegunOrder {
  readonly adId: string;
  readonly typed: Typed;
}

/** An order that somebody left to add a collection method, and comes back to; `forget` takes it out of the address. */
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

/** Where a collection method that the ad takes is added; from there it leads back to the order as it is typed. */
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
