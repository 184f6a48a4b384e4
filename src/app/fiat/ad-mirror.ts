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

/** Calls and channels give people their own ads in this form: the user who sees one here is its merchant. */
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
