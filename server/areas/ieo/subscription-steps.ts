/** The effects of a token subscription's steps on this server: its row, its payment, the accounts, and notifications. */
import { ensure } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import { ok } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { ieoSubscriptionKind } from '../../../machines/domain/ieo/ieo-subscription.kind.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { postCovered } from '../../ledger/ledger.repo.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import { IEO_SUBSCRIPTION, subscriptionPhase } from './ieo-lifecycles.ts';
import { ieoIntoSpot, ieoRefunded, ieoSettled } from './ieo-recipes.ts';
import type { IeoWire } from './ieo-wire.ts';
import type { OfferingRow, PaymentRow, SubscriptionRow } from './ieo.types.ts';
import { addSubscribed } from './offerings.repo.ts';
import { updatePayment, updateSubscription } from './subscriptions.repo.ts';

type Kind = typeof ieoSubscriptionKind;

export interface SubscriptionStepsParts {
  readonly postings: Postings;
  readonly updates: UserUpdates;
  readonly wire: IeoWire;
}

interface SubscriptionCause {
  readonly now: EpochMs;
  readonly offering: OfferingRow;
  /** The payment that is answered; null for a step of the offering. */
  readonly payment: PaymentRow | null;
}

interface SubscriptionFacts {
  readonly row: SubscriptionRow;
  readonly offering: OfferingRow;
  readonly now: EpochMs;
}

export type SubscriptionSteps = RecordSteps<Kind, SubscriptionFacts, SubscriptionCause>;

/** Request id of the movements that the exchange makes. */
const REQUEST_ID = 'offerings';

/** Returns what the user of a subscription gives and gets. */
const fundsOf = (row: SubscriptionRow, offering: OfferingRow, isSettled: boolean) => {
  const steps = BigInt(isSettled ? ensure(row.allocated, 'steps of the allocation') : 0);
  return {
    causeId: String(row.id),
    requestId: REQUEST_ID,
    ownerId: row.userId,
    payCurrencyId: offering.payCurrencyId,
    tokenCurrencyId: offering.tokenCurrencyId,
    paid: units(row.paid),
    cost: units(steps * offering.stepPrice),
    tokens: steps === 0n ? NO_UNITS : units(steps * offering.stepSize),
  };
};

export const createSubscriptionSteps = (parts: SubscriptionStepsParts): SubscriptionSteps => {
  const payOut = async (
    tx: Transaction,
    { row, offering, now }: SubscriptionFacts,
    recipe: typeof ieoSettled,
    isSettled: boolean,
  ) => {
    const funds = fundsOf(row, offering, isSettled);
    const intoSpot: Movement = ieoIntoSpot(funds);
    const postingId = await parts.postings.intend(tx, intoSpot, now);
    // Last, because every settlement waits for the accounts of the exchange.
    await postCovered(tx, recipe(funds), now);
    // If the spot writer is unavailable, the stored posting is booked later.
    return ok(() => parts.postings.post(postingId, intoSpot));
  };
  return new RecordSteps<Kind, SubscriptionFacts, SubscriptionCause>({
    spec: IEO_SUBSCRIPTION,
    write: async (tx, id, step, { now, offering, payment }) => {
      const row = await writeStep(tx, id, step, now);
      return { row: payment === null ? row : await writePayment(tx, row, payment), offering, now };
    },
    notify: ({ row, offering }) => {
      const record = parts.wire.subscription(row, offering);
      if (record !== null) parts.updates.publish(row.userId, { kind: 'ieo_subscription', record });
    },
    effects: {
      // The subscription stores it with the number of the posting.
      holdPayment: {},
      settle: { inTransaction: (tx, facts) => payOut(tx, facts, ieoSettled, true) },
      refund: { inTransaction: (tx, facts) => payOut(tx, facts, ieoRefunded, false) },
      notifyOwner: {},
    },
  });
};

const writeStep = (
  tx: Transaction,
  id: number,
  { snapshot, revision }: LifecycleStep<Kind['machine']>,
  now: EpochMs,
): Promise<SubscriptionRow> =>
  updateSubscription(tx, id, {
    phase: subscriptionPhase(snapshot),
    steps: snapshot.context.steps,
    revision,
    updatedAtMs: now,
  });

/** The answer to a payment, with the figures that all users see. */
async function writePayment(
  tx: Transaction,
  row: SubscriptionRow,
  { id, amount, stepsBefore, stepsAfter, offeringId }: PaymentRow,
): Promise<SubscriptionRow> {
  const isHeld = row.phase === 'committed';
  await updatePayment(tx, id, { phase: isHeld ? 'held' : 'refused' });
  if (!isHeld) return row;
  await addSubscribed(tx, offeringId, {
    steps: stepsAfter - stepsBefore,
    subscribers: stepsBefore === 0 ? 1 : 0,
  });
  return updateSubscription(tx, row.id, { paid: row.paid + amount });
}
