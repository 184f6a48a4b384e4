/** Composition and start of token subscriptions. */
import { randomBytes } from 'node:crypto';
import type { Lifecycles } from '../../kit/lifecycle/lifecycles.types.ts';
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { createIeoHandlers } from './ieo-handlers.ts';
import { IEO_OFFERING } from './ieo-lifecycles.ts';
import { IeoSubscribing, type SubscribeParts } from './ieo-subscribe.ts';
import { IeoWire } from './ieo-wire.ts';
import { OfferingCommands } from './offering-commands.ts';
import { OfferingRounds, type OfferingRoundParts } from './offering-rounds.ts';
import { createOfferingSteps } from './offering-steps.ts';
import { extendClosing, updateOffering } from './offerings.repo.ts';
import { createSubscriptionSteps } from './subscription-steps.ts';

interface IeoParts
  extends
    Omit<SubscribeParts, 'steps' | 'newSalt' | 'fireDue'>,
    Omit<OfferingRoundParts, 'subscribing' | 'offeringSteps' | 'subscriptionSteps'> {
  readonly lifecycles: Lifecycles;
  readonly updates: UserUpdates;
  readonly opened: ClosingStack;
  readonly catchUp: CatchUpWork;
}

const SALT_BYTES = 16;

/** Call {@link start} of the result after the timers of records; they must not be started before. */
export function openIeo(parts: IeoParts) {
  const { opened, catchUp, clock, lifecycles } = parts;
  const wire = new IeoWire(parts.currencies);
  const subscriptionSteps = createSubscriptionSteps({ ...parts, wire });
  const offeringSteps = createOfferingSteps({ ...parts, wire });
  offeringSteps.watchDelays(lifecycles, {
    causeOf: (id, now) => ({ now, requestId: `offering-${id}` }),
    onMigrated: async (tx, id, revision) => void (await updateOffering(tx, id, { revision })),
    onExtended: (tx, ids, byMs) => extendClosing(tx, ids, byMs),
  });
  const subscribing = new IeoSubscribing({
    ...parts,
    steps: subscriptionSteps,
    newSalt: () => randomBytes(SALT_BYTES).toString('hex'),
    fireDue: (id) => lifecycles.fireDueOf(IEO_OFFERING, id),
  });
  const rounds = new OfferingRounds({ ...parts, subscribing, offeringSteps, subscriptionSteps });
  opened.add('offerings', () => rounds.stop());
  return {
    commands: new OfferingCommands(offeringSteps),
    handlers: createIeoHandlers({ ...parts, subscribing, wire }),
    /** Begins with the payments of an earlier run. */
    async start(): Promise<void> {
      await catchUp.begin('payments for offerings', () => subscribing.recover(clock.now()));
      rounds.start();
    },
  };
}
