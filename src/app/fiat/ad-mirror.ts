/** A read-only view of an own ad's lifecycle: builds a snapshot of the server's machine from the wire data. */
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { unitsOf } from '../../../machines/app/core/amount.rules.ts';
import {
  canActOnAd,
  fiatAdSnapshot,
  type FiatAdAction,
} from '../../../machines/domain/fiat/fiat-ad.snapshot.ts';

/** The merchant's open actions on an ad, and the ad's state. */
export interface AdLifecycle extends Readonly<
  Record<'canEdit' | 'canSuspend' | 'canResume' | 'canCancel', boolean>
> {
  /** Whether its merchant offers it. */
  readonly isOpening: boolean;
  /** Whether it can still trade, now or later. */
  readonly isAlive: boolean;
}

/** Calls and channels send users only their own ads in this form, so the user is the merchant. */
const ME = 1;

export function adLifecycle(ad: OwnFiatAd): AdLifecycle {
  const units = (text: string) => String(unitsOf(text));
  const snapshot = fiatAdSnapshot(
    {
      merchantId: ME,
      side: ad.side,
      total: units(ad.total),
      opensAtOnce: ad.auto_open,
      remaining: units(ad.remaining),
      inOrders: units(ad.in_orders),
      sold: units(ad.sold),
      removal: ad.removal,
    },
    ad.state,
  );
  const may = (action: FiatAdAction) => canActOnAd(snapshot, action);
  return {
    isOpening: snapshot.matches({ alive: 'opening' }),
    isAlive: snapshot.hasTag('alive'),
    canEdit: may('ad.edit'),
    canSuspend: may('ad.suspend'),
    canResume: may('ad.resume'),
    canCancel: may('ad.cancel'),
  };
}
