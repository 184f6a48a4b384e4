/** Snapshots of a token subscription, made from wire data. */
import type { SnapshotFrom } from 'xstate';
import type { SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import { ieoSubscriptionMachine } from './ieo-subscription.machine.ts';

/** Calls and channels send users only their own subscriptions, so the user is the owner. */
const ME = 1;

export const ieoSubscriptionSnapshot = (
  state: SubscriptionState,
): SnapshotFrom<typeof ieoSubscriptionMachine> =>
  ieoSubscriptionMachine.resolveState({
    value: state,
    context: { ownerId: ME, steps: 0, refusal: null },
  });
