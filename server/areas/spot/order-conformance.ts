/**
 * Replays every changed order with the lifecycle machine, from the database, in the background with a
 * small share of the processor. An order that differs from its log closes its market for new orders.
 * The exchange's own orders are left out, because their rows are deleted when they end.
 */
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Findings } from '../../kit/lifecycle/background-check.ts';
import { startOrderCheck, type OrderCheck } from '../../kit/lifecycle/order-check.ts';
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

/**
 * An open order with more revisions is checked when their number has doubled, and at its end, because
 * each check reads all its trades (`deals`).
 */
const REVISIONS_OF_EACH_MAX = 64;

export function startOrderConformance(parts: OrderConformanceParts): Promise<OrderCheck> {
  const { records, view, log, jobs } = parts;
  const due = new DueOrders();
  return startOrderCheck<OrderRecord>({
    kind: {
      job: 'order_check',
      records,
      idOf: ({ order }) => order.id,
      findingsOf,
      onDiffering: (record, findings) => report(parts, record, findings),
    },
    lastMovedOrders: (count) => records.lastMovedOrders(count),
    watch: (list) =>
      view.subscribe(({ orders }) => {
        for (const order of orders) if (!isHouse(order.ownerId) && due.isDue(order)) list(order.id);
      }),
    log,
    jobs,
  });
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
