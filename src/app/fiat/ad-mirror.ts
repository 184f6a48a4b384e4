/**
 * The lifecycle of an own ad as the app sees it: never advanced here, only read. What the server sent
 * becomes a snapshot of the machine that the server runs.
 */
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { unitsOf } from '../../../machines/app/core/amount.rules.ts';
import {
  canActOnAd,
  fiatAdSnapshot,
  type FiatAdAction,
  type FiatAdSnapshot,
} from '../../../machines/domain/fiat/fiat-ad.snapshot.ts';

/** What its merchant may do to an ad now, and how it stands. */
export interface AdLifecycle extends Readonly<
  Record<'canEdit' | 'canSuspend' | 'canResume' | 'canCancel', boolean>
> {
  /** Its merchant offers it. */
  readonly isOpening: boolean;
  /** It can still trade, now or later. */
  readonly isAlive: boolean;
}

/** Calls and channels give people their own ads in this form: whoever sees one here is its merchant. */
const ME = 1;

type SeenAd = Pick<
  OwnFiatAd,
  'side' | 'state' | 'total' | 'remaining' | 'in_orders' | 'sold' | 'removal'
>;

/** An ad that was posted, whoever looks at it; its merchant is {@link ME}. */
export function adSnapshot(ad: SeenAd): FiatAdSnapshot {
  const units = (text: string) => String(unitsOf(text));
  const context = {
    merchantId: ME,
    side: ad.side,
    total: units(ad.total),
    // It decides at its start only; nothing here asks for it.
    opensAtOnce: true,
    remaining: units(ad.remaining),
    inOrders: units(ad.in_orders),
    sold: units(ad.sold),
    removal: ad.removal,
  };
  return fiatAdSnapshot(context, ad.state);
}

export function adLifecycle(ad: OwnFiatAd): AdLifecycle {
  const snapshot = adSnapshot(ad);
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
