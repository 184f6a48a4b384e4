/** The lifecycles `ieo-offering` and `ieo-subscription` on this server; their ids are the ids of the rows. */
import type { SnapshotFrom } from 'xstate';
import type { OfferingPhase, SubscriptionPhase } from '../../../contract/ieo/ieo-kinds.ts';
import { ieoOfferingKind } from '../../../machines/domain/ieo/ieo-offering.kind.ts';
import { ieoSubscriptionKind } from '../../../machines/domain/ieo/ieo-subscription.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

type OfferingMachine = (typeof ieoOfferingKind)['machine'];
type SubscriptionMachine = (typeof ieoSubscriptionKind)['machine'];

export const IEO_OFFERING: LifecycleSpec<OfferingMachine> = {
  ...ieoOfferingKind,
  version: 1,
  migrations: {},
  delaysExtendedByOutage: ['subscriptionLength'],
};

export const IEO_SUBSCRIPTION: LifecycleSpec<SubscriptionMachine> = {
  ...ieoSubscriptionKind,
  version: 1,
  migrations: {},
};

/** Lifecycles by kind. */
export const IEO_LIFECYCLES = {
  'ieo-offering': IEO_OFFERING,
  'ieo-subscription': IEO_SUBSCRIPTION,
};

const ANNOUNCED = { notStarted: 'not_started', preheat: 'preheat' } as const;

/** Returns `phase` of the row from the state of the machine. */
export const offeringPhase = ({ value }: SnapshotFrom<OfferingMachine>): OfferingPhase =>
  typeof value === 'string' ? value : ANNOUNCED[value.announced];

/** Returns `phase` of the row from the state of the machine. */
export const subscriptionPhase = ({
  value,
}: SnapshotFrom<SubscriptionMachine>): SubscriptionPhase => value;
