/** Calls about token offerings, their published allocation, and the caller's own subscriptions. */
import { ensure } from '../../../contract/assert.ts';
import type { OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { isSeenPhase } from '../../../contract/ieo/ieo-kinds.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import { SharedReads } from '../../kit/queue/shared-reads.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { IeoSubscribing, Subscribed } from './ieo-subscribe.ts';
import type { IeoWire } from './ieo-wire.ts';
import type { OfferingRow } from './ieo.types.ts';
import {
  findDemand,
  findOffering,
  findOfferingsById,
  findPublications,
  findSeenOfferings,
} from './offerings.repo.ts';
import { findListed, findOwnSubscription, findSubscriptions } from './subscriptions.repo.ts';

type OfferingHandlers = Pick<Handlers, 'listOfferings' | 'getOffering' | 'getOfferingAllocation'>;
type OwnHandlers = Pick<
  Handlers,
  'subscribeOffering' | 'listIeoSubscriptions' | 'getIeoSubscription'
>;

interface IeoCalls {
  readonly database: Database;
  readonly clock: Clock;
  readonly subscribing: Pick<IeoSubscribing, 'subscribe'>;
  readonly wire: IeoWire;
  readonly health: Pick<LedgerHealth, 'isConsistent'>;
}

export const createIeoHandlers = (calls: IeoCalls) => ({
  ...createOfferingHandlers(calls),
  ...createOwnHandlers(calls),
});

function createOfferingHandlers({ database, clock, wire }: IeoCalls): OfferingHandlers {
  /** A count over all subscriptions, which many readers ask for concurrently; an estimate may be a second old. */
  const demand = new SharedReads<OfferingDetail['demand']>(clock);
  /** Undefined for an offering that users do not see. */
  const seen = async (id: string): Promise<OfferingRow | undefined> => {
    const row = await findOffering(database, exactOf(id));
    return row !== undefined && isSeenPhase(row.phase) ? row : undefined;
  };
  return {
    async listOfferings() {
      return ok((await findSeenOfferings(database)).map((row) => wire.offering(row)));
    },

    async getOffering({ offering_id: id }) {
      const row = await seen(id);
      if (row === undefined) return refuse('offering_not_found');
      const published = await findPublications(database, row.id);
      return ok({
        ...wire.offering(row),
        demand: await demand.find(String(row.id), row.phase, async () => [
          ...(await findDemand(database, row.id)),
        ]),
        proof: published === undefined ? null : wire.proof(published),
      });
    },

    async getOfferingAllocation({ offering_id: id, after, size }) {
      const row = await seen(id);
      if (row === undefined) return refuse('offering_not_found');
      const published = await findPublications(database, row.id);
      if (published === undefined) return refuse('allocation_not_published');
      const found = await findListed(database, row.id, { after, count: size + 1 });
      const isAllocated = published.outputs !== undefined;
      return ok({
        offering_id: String(row.id),
        offered: row.offered,
        cap: row.cap,
        proof: wire.proof(published),
        rows: found.slice(0, size).map(({ entry, steps, allocated }) => ({
          entry,
          wanted: steps,
          allocated: isAllocated ? allocated : null,
        })),
        next: found.length > size ? after + size : null,
      });
    },
  };
}

function createOwnHandlers({ database, subscribing, wire, health }: IeoCalls): OwnHandlers {
  const wired = ({ row, offering }: Subscribed) =>
    ensure(wire.subscription(row, offering), 'a subscription that its owner sees');
  return {
    async subscribeOffering(body, { signedIn, idempotencyKey, deadline, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!idempotencyKey.ok) return idempotencyKey;
      const subscribed = await subscribing.subscribe({
        userId: signedIn.userId,
        offeringId: exactOf(body.offering_id),
        quantity: body.quantity,
        idempotencyKey: idempotencyKey.value,
        deadline,
        requestId,
        now,
      });
      return subscribed.ok ? ok(wired(subscribed.value)) : subscribed;
    },

    async listIeoSubscriptions({ state, offering_id: id, before, size }, { signedIn }) {
      const found = await findSubscriptions(database, {
        userId: signedIn.userId,
        state,
        offeringId: id === undefined ? undefined : exactOf(id),
        before: before === undefined ? undefined : exactOf(before),
        count: size + 1,
      });
      const rows = found.slice(0, size);
      const offerings = await findOfferingsById(
        database,
        rows.map(({ offeringId }) => offeringId),
      );
      return ok({
        subscriptions: rows.map((row) =>
          wired({ row, offering: ensure(offerings.get(row.offeringId), 'its offering') }),
        ),
        next: found.length > size ? String(rows.at(-1)?.id) : null,
      });
    },

    async getIeoSubscription({ id }, { signedIn }) {
      const row = await findOwnSubscription(database, signedIn.userId, exactOf(id));
      if (row === undefined) return refuse('subscription_not_found');
      const offering = ensure(await findOffering(database, row.offeringId), 'its offering');
      return ok(wired({ row, offering }));
    },
  };
}

/** Returns the number of a record; 0, which no record has, for a number that is not exact. */
const exactOf = (id: string): number => (Number.isSafeInteger(Number(id)) ? Number(id) : 0);
