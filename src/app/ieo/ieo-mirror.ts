/** Read-only views of the lifecycles of offerings and subscriptions: snapshots of the server's machines from the wire data. */
import type { IeoSubscription, Offering } from '../../../contract/ieo/ieo.ts';
import type { OfferingPhase } from '../../../contract/ieo/ieo-kinds.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ieoOfferingSnapshot } from '../../../machines/domain/ieo/ieo-offering.snapshot.ts';
import { ieoSubscriptionSnapshot } from '../../../machines/domain/ieo/ieo-subscription.snapshot.ts';

/** Queries of screens on an offering. */
export interface OfferingLifecycle {
  /** Whether users may subscribe. */
  readonly isOpen: boolean;
  readonly isCanceled: boolean;
  /** Whether nothing changes any more. */
  readonly isFinal: boolean;
  /** The next phase that a time brings; null if none does. */
  readonly next: { readonly phase: 'preheat' | 'opening' | 'end'; readonly at: EpochMs } | null;
  /** Place in the list: open ones first, then those to come, then the ended. */
  readonly rank: number;
}

export function offeringLifecycle(offering: Offering): OfferingLifecycle {
  const snapshot = ieoOfferingSnapshot(phaseOf(offering));
  const isOpen = snapshot.matches('subscribing');
  const isToCome = snapshot.matches('announced');
  const isPreheat = snapshot.matches({ announced: 'preheat' });
  const isCanceled = snapshot.matches('cancelled');
  return {
    isOpen,
    isCanceled,
    isFinal: snapshot.status === 'done',
    next: isOpen
      ? { phase: 'end', at: offering.closes_at }
      : isPreheat
        ? { phase: 'opening', at: offering.opens_at }
        : isToCome
          ? { phase: 'preheat', at: offering.preheat_at }
          : null,
    rank: isOpen ? 0 : isPreheat ? 1 : isToCome ? 2 : isCanceled ? 4 : 3,
  };
}

/** The wire calls all phases after subscribing ended. */
function phaseOf({ state, progress }: Offering): OfferingPhase {
  return state === 'ended' && progress !== null && progress !== 'distributed' ? progress : state;
}

/** Queries of screens on a subscription. */
export interface SubscriptionLifecycle {
  /** Whether its payment is on hold. */
  readonly isCommitted: boolean;
  /** Whether it has its tokens and its refund. */
  readonly isSettled: boolean;
}

export function subscriptionLifecycle({ state }: IeoSubscription): SubscriptionLifecycle {
  const snapshot = ieoSubscriptionSnapshot(state);
  return { isCommitted: snapshot.matches('committed'), isSettled: snapshot.matches('settled') };
}
