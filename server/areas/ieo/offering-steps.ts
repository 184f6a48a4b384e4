/** The effects of an offering's steps on this server: its row, its tokens, the allocation, and notifications. */
import { assert, ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { ieoOfferingKind } from '../../../machines/domain/ieo/ieo-offering.kind.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import type { LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { postCovered, postMovement } from '../../ledger/ledger.repo.ts';
import { IEO_OFFERING, offeringPhase } from './ieo-lifecycles.ts';
import { ieoPromised, ieoUnpromised } from './ieo-recipes.ts';
import type { IeoWire } from './ieo-wire.ts';
import type { OfferingRow } from './ieo.types.ts';
import { insertPublication, updateOffering } from './offerings.repo.ts';
import { findListed, storeAllocated } from './subscriptions.repo.ts';

type Kind = typeof ieoOfferingKind;

interface OfferingStepsParts {
  readonly database: Executor;
  readonly updates: UserUpdates;
  readonly wire: IeoWire;
}

/** The steps of each subscription, and the list with them. */
export interface StoredAllocation {
  readonly ids: readonly number[];
  readonly steps: readonly bigint[];
  readonly sha256: string;
}

interface OfferingCause {
  readonly now: EpochMs;
  readonly requestId: string;
  readonly allocation?: StoredAllocation;
}

interface OfferingFacts {
  readonly row: OfferingRow;
  readonly cause: OfferingCause;
}

export type OfferingSteps = RecordSteps<
  Kind,
  OfferingFacts,
  OfferingCause,
  'offering_tokens_missing'
>;

/** Subscribers that are read together. */
const NOTIFIED_AT_ONCE = 1_000;

const tokensOf = ({ row, cause }: OfferingFacts, steps: number) => ({
  causeId: String(row.id),
  requestId: cause.requestId,
  currencyId: row.tokenCurrencyId,
  amount: units(BigInt(steps) * row.stepSize),
});

export const createOfferingSteps = (parts: OfferingStepsParts): OfferingSteps =>
  new RecordSteps<Kind, OfferingFacts, OfferingCause, 'offering_tokens_missing'>({
    spec: IEO_OFFERING,
    write: async (tx, id, step, cause) => ({ row: await writeStep(tx, id, step, cause), cause }),
    effects: {
      promiseTokens: {
        async inTransaction(tx, facts) {
          const promised = ieoPromised(tokensOf(facts, facts.row.offered));
          const posted = await postMovement(tx, promised, facts.cause.now);
          return posted.ok ? ok(null) : refuse('offering_tokens_missing');
        },
      },
      freeTokens: {
        async inTransaction(tx, facts) {
          const { offered, allocated, phase } = facts.row;
          const free = offered - (phase === 'ended' ? ensure(allocated, 'allocated steps') : 0);
          if (free > 0)
            await postCovered(tx, ieoUnpromised(tokensOf(facts, free)), facts.cause.now);
          return ok(null);
        },
      },
      recordAllocation: {
        async inTransaction(tx, { row, cause }) {
          const { ids, steps, sha256 } = ensure(cause.allocation, 'an allocation');
          if (ids.length > 0) await storeAllocated(tx, ids, steps);
          const offeringId = row.id;
          await insertPublication(tx, { offeringId, list: 'outputs', sha256, atMs: cause.now });
          return ok(null);
        },
      },
      notifySubscribers: { afterCommit: ({ row }) => notifySubscribers(parts, row) },
    },
  });

async function writeStep(
  tx: Transaction,
  id: number,
  { snapshot, revision }: LifecycleStep<Kind['machine']>,
  { now, allocation }: OfferingCause,
): Promise<OfferingRow> {
  const phase = offeringPhase(snapshot);
  const { schedule } = snapshot.context;
  if (phase === 'subscribing') assert(schedule !== null, 'a published offering has a schedule');
  return updateOffering(tx, id, {
    phase,
    revision,
    updatedAtMs: now,
    // The offering keeps its full duration when it opens late.
    ...(phase === 'subscribing' && { closesAtMs: now + (schedule?.subscriptionMs ?? 0) }),
    ...(allocation !== undefined && {
      allocated: Number(allocation.steps.reduce((sum, steps) => sum + steps, 0n)),
    }),
  });
}

async function notifySubscribers(
  { database, updates, wire }: OfferingStepsParts,
  row: OfferingRow,
): Promise<void> {
  const record = wire.offering(row);
  for (let done = 0; ; done += NOTIFIED_AT_ONCE) {
    const page = await findListed(database, row.id, { after: done, count: NOTIFIED_AT_ONCE });
    for (const { userId } of page) updates.publish(userId, { kind: 'ieo_offering', record });
    if (page.length < NOTIFIED_AT_ONCE) return;
  }
}
