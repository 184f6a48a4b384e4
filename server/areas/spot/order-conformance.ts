/**
 * Replays every changed order with the lifecycle machine, from the database, in the background with a
 * small share of the processor. An order that differs from its log closes its market for new orders.
 * The exchange's own orders are left out, because their rows are deleted when they end.
 */
import type { Jobs } from '../../kit/jobs/jobs.ts';
import { BackgroundCheck } from '../../kit/lifecycle/background-check.ts';
import type { Findings } from '../../kit/lifecycle/background-check.ts';
import { slicedReplay } from '../../kit/lifecycle/replay-slices.ts';
import type { Log } from '../../kit/log.ts';
import { isHouse } from '../../ledger/chart.ts';
import { replayInSteps } from './order-lifecycle.ts';
import type { OrderRecord } from './order-lifecycle.ts';
import type { OrderRecordRepo } from './order-record.repo.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SpotCommands, SpotView } from './spot-exchange.types.ts';

interface OrderConformanceParts {
  readonly commands: Pick<SpotCommands, 'setStatus'>;
  readonly view: Pick<SpotView, 'markets' | 'subscribe'>;
  readonly records: OrderRecordRepo;
  readonly log: Log;
  readonly jobs: Jobs;
}

interface OrderConformance {
  /** The number of orders that equal their replay, and of orders that differ. */
  readonly counts: { readonly conforming: number; readonly differing: number };
  /** Resolves when all changes before the call are checked. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** The number of orders that a start checks again: the newest, and the older ones of the newest movements. */
const RECENT_ORDERS = 1_000;
const RECENT_MOVEMENTS = 4_000;
/**
 * An open order with more revisions is checked when their number has doubled, and at its end, because
 * each check reads all its trades (`deals`).
 */
const REVISIONS_OF_EACH_MAX = 64;

/**
 * Starts with the orders that were placed or changed last, because the previous server may have ended
 * before their check. Changes before those are not checked.
 */
export async function startOrderConformance(
  parts: OrderConformanceParts,
): Promise<OrderConformance> {
  const { records, view, log, jobs } = parts;
  const [lastOrderId, moved] = await Promise.all([
    records.lastOrderId(),
    records.lastMovedOrders(RECENT_MOVEMENTS),
  ]);
  const firstOrderId = Math.max(1, lastOrderId - RECENT_ORDERS);
  const check = new BackgroundCheck<OrderRecord>({
    kind: {
      job: 'order_check',
      records,
      idOf: ({ order }) => order.id,
      findingsOf,
      onDiffering: (record, findings) => report(parts, record, findings),
    },
    log,
    jobs,
    firstOrderId,
    changed: moved.filter((id) => id < firstOrderId),
  });
  const due = new DueOrders();
  const unsubscribe = view.subscribe(({ orders }) => {
    for (const order of orders)
      if (!isHouse(order.ownerId) && due.isDue(order)) check.list(order.id);
  });
  return {
    counts: check.counts,
    settled: () => check.settled(),
    async stop() {
      unsubscribe();
      await check.stop();
    },
  };
}

class DueOrders {
  /** Revision at which an open order with many revisions is due again. */
  readonly #dueRevisions = new Map<number, number>();

  isDue({ id, state, revision }: SpotOrder): boolean {
    if (state !== 'paid') {
      this.#dueRevisions.delete(id);
      return true;
    }
    if (revision <= REVISIONS_OF_EACH_MAX) return true;
    if (revision < (this.#dueRevisions.get(id) ?? 0)) return false;
    this.#dueRevisions.set(id, revision * 2);
    return true;
  }
}

function report(parts: OrderConformanceParts, { order }: OrderRecord, findings: Findings): void {
  const { id, marketId } = order;
  parts.log.error({ orderId: id, marketId, ...findings }, 'an order differs from its log');
  // Closes the market again, after an operator has opened it, at the next order that differs.
  if (parts.view.markets.get(marketId)?.status === 'trading') close(parts, marketId);
}

/** Closes the market for new orders only, so that users can still cancel and free their balance. */
function close({ commands, log }: OrderConformanceParts, marketId: number): void {
  commands.setStatus(marketId, 'cancel_only').then(
    () => log.error({ marketId }, 'the market takes no new orders'),
    (error: unknown) => log.error({ err: error, marketId }, 'the market could not be closed'),
  );
}

/** Returns the differences between the replay and the stored order. */
async function findingsOf(record: OrderRecord): Promise<Findings> {
  const { faults } = await slicedReplay(replayInSteps(record));
  return { faults };
}
