/**
 * The rounds that allocate, distribute and refund. All of it is found by the state of the records, so that a round
 * that an error or a crash cuts short is continued by the next one.
 */
import { SECOND_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { IDLE } from '../../kit/jobs/jobs.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import { lockLifecycle } from '../../kit/lifecycle/lifecycles.repo.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';

import { allocationOf, inputsSha256 } from './allocation-lists.ts';
import { IEO_OFFERING } from './ieo-lifecycles.ts';
import type { IeoSubscribing } from './ieo-subscribe.ts';
import type { OfferingRow, SubscriptionRow } from './ieo.types.ts';
import type { OfferingSteps, StoredAllocation } from './offering-steps.ts';
import { findWorking, insertPublication, lockOffering } from './offerings.repo.ts';
import type { SubscriptionSteps } from './subscription-steps.ts';
import { findCommitted, findListed, isPaymentOpen } from './subscriptions.repo.ts';

export interface OfferingRoundParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Nothing is allocated or paid while the ledger is not consistent. */
  readonly health: Pick<LedgerHealth, 'isConsistent'>;
  readonly subscribing: Pick<IeoSubscribing, 'recover'>;
  readonly offeringSteps: OfferingSteps;
  readonly subscriptionSteps: SubscriptionSteps;
}

const SYSTEM = { role: 'system', userId: 0 } as const;
const REQUEST_ID = 'offerings';
/** Subscriptions that are read together, and that are settled at the same time. */
const PAGE = 256;
const AT_ONCE = 8;
/** Payments that a failure left open are asked for again after this time. */
const AGAIN_MS = 10 * SECOND_MS;

export class OfferingRounds {
  readonly #parts: OfferingRoundParts;
  #job: Job | undefined;
  #isStopped = false;
  #recoveredAtMs: EpochMs | null = null;

  constructor(parts: OfferingRoundParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#job = this.#parts.jobs.start('offerings', {
      failure: 'offerings could not be allocated or distributed',
      work: () => this.#run(),
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#job?.stop();
  }

  async #run(): Promise<void | typeof IDLE> {
    const { database, clock, subscribing } = this.#parts;
    const working = await findWorking(database);
    const now = clock.now();
    const isIdle = this.#recoveredAtMs !== null && Math.abs(now - this.#recoveredAtMs) < AGAIN_MS;
    if (working.length === 0 && isIdle) return IDLE;
    await subscribing.recover(now);
    this.#recoveredAtMs = now;
    for (const offering of working) {
      if (this.#isHalted) return IDLE;
      await this.#advance(offering);
    }
    return working.length === 0 ? IDLE : undefined;
  }

  /** A stop or a fault of the ledger ends a round between two records. */
  get #isHalted(): boolean {
    return this.#isStopped || !this.#parts.health.isConsistent();
  }

  async #advance(offering: OfferingRow): Promise<void> {
    if (offering.phase === 'allocating') await this.#allocate(offering);
    else if (offering.phase === 'distributing') await this.#distribute(offering);
    else if (offering.phase === 'cancelled')
      await this.#eachCommitted(offering, () => ({ type: 'offering.cancelled', by: SYSTEM }));
  }

  /** Publishes the list of subscriptions, commits it, and only then allocates. */
  async #allocate({ id }: OfferingRow): Promise<void> {
    const isPublished = await transaction(this.#parts.database, (tx) => this.#publish(tx, id));
    if (!isPublished) return;
    const taken = await transaction(this.#parts.database, async (tx) => {
      // Before its row, as every step does.
      const seen = await lockLifecycle(tx, IEO_OFFERING.kind, id);
      const offering = await lockOffering(tx, id);
      if (seen === undefined || offering?.phase !== 'allocating') return null;
      const allocation = allocationOf(offering, await findListed(tx, id));
      const event = { type: 'allocation.stored', by: SYSTEM } as const;
      return this.#parts.offeringSteps.sendSeen(tx, { seen, event }, this.#cause(allocation));
    });
    if (taken?.ok === true) await taken.value.finish();
  }

  #cause(allocation?: StoredAllocation) {
    return {
      now: this.#parts.clock.now(),
      requestId: REQUEST_ID,
      ...(allocation !== undefined && { allocation }),
    };
  }

  /** @returns false while a payment has no answer, or after a cancellation. */
  async #publish(tx: Transaction, id: number): Promise<boolean> {
    const offering = await lockOffering(tx, id);
    if (offering?.phase !== 'allocating') return false;
    // No new one comes: the offering takes no more subscriptions.
    if (await isPaymentOpen(tx, id)) return false;
    const sha256 = inputsSha256(offering, await findListed(tx, id));
    const atMs = this.#parts.clock.now();
    await insertPublication(tx, { offeringId: id, list: 'inputs', sha256, atMs });
    return true;
  }

  async #distribute(offering: OfferingRow): Promise<void> {
    const isDone = await this.#eachCommitted(offering, ({ allocated }) => ({
      type: 'allocation.received',
      by: SYSTEM,
      steps: allocated ?? 0,
    }));
    const { database, offeringSteps } = this.#parts;
    const { id } = offering;
    if (!isDone || (await findCommitted(database, id, 0, 1)).length > 0) return;
    const event = { type: 'all.distributed', by: SYSTEM } as const;
    const taken = await transaction(database, (tx) =>
      offeringSteps.send(tx, { id, event }, this.#cause()),
    );
    if (taken?.ok === true) await taken.value.finish();
  }

  /** Sends the event to each committed subscription, each in a transaction of its own. @returns false if it was halted. */
  async #eachCommitted(
    offering: OfferingRow,
    eventOf: (row: SubscriptionRow) => Parameters<SubscriptionSteps['send']>[1]['event'],
  ): Promise<boolean> {
    for (let after = 0; ;) {
      const rows = await findCommitted(this.#parts.database, offering.id, after, PAGE);
      const left = rows.values();
      const work = async () => {
        for (const row of left) {
          if (this.#isHalted) return;
          await this.#send(offering, row.id, eventOf(row));
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      if (this.#isHalted) return false;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PAGE) return true;
    }
  }

  async #send(
    offering: OfferingRow,
    id: number,
    event: Parameters<SubscriptionSteps['send']>[1]['event'],
  ): Promise<void> {
    const { database, clock, subscriptionSteps } = this.#parts;
    const taken = await transaction(database, (tx) =>
      subscriptionSteps.send(tx, { id, event }, { now: clock.now(), offering, payment: null }),
    );
    if (taken?.ok === true) await taken.value.finish();
  }
}
