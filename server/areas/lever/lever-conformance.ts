/**
 * Replays every changed contract order with the lifecycle machine, from the database, in the background. An order
 * that differs from its log closes its market for openings.
 */
import type { Clock } from '../../../contract/time.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import { BackgroundCheck } from '../../kit/lifecycle/background-check.ts';
import type { Findings } from '../../kit/lifecycle/background-check.ts';
import { slicedReplay } from '../../kit/lifecycle/replay-slices.ts';
import type { Log } from '../../kit/log.ts';
import { closedForOpenings } from './lever-product.ts';
import type { LeverDeskCommands, LeverView } from './lever-exchange.types.ts';
import { replayInSteps } from './lever-lifecycle.ts';
import type { LeverRecord } from './lever-lifecycle.ts';
import type { LeverRecordRepo } from './lever-record.repo.ts';

interface LeverConformanceParts {
  readonly commands: Pick<LeverDeskCommands, 'changeTerms'>;
  readonly view: Pick<LeverView, 'markets' | 'subscribe'>;
  readonly records: LeverRecordRepo;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly jobs: Pick<Jobs, 'start'>;
}

interface LeverConformance {
  /** The number of orders that equal their replay, and of orders that differ. */
  readonly counts: { readonly conforming: number; readonly differing: number };
  /** Resolves when all changes before the call are checked. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** The number of orders that a start checks again, because the previous server may have ended before their check. */
const RECENT_ORDERS = 1_000;
const RECENT_MOVEMENTS = 4_000;

export async function startLeverConformance(
  parts: LeverConformanceParts,
): Promise<LeverConformance> {
  const { records, view, log, jobs } = parts;
  const [lastOrderId, changed] = await Promise.all([
    records.lastOrderId(),
    records.lastMovedOrders(RECENT_MOVEMENTS),
  ]);
  const firstOrderId = Math.max(1, lastOrderId - RECENT_ORDERS);
  const check = new BackgroundCheck<LeverRecord>({
    kind: {
      job: 'contract_order_check',
      records,
      idOf: ({ order }) => order.id,
      findingsOf: async (record) => {
        const { faults } = await slicedReplay(replayInSteps(record));
        return { faults };
      },
      onDiffering: (record, findings) => report(parts, record, findings),
    },
    log,
    jobs,
    firstOrderId,
    changed: changed.filter((id) => id < firstOrderId),
  });
  const unsubscribe = view.subscribe(({ orders }) => {
    for (const { id } of orders) check.list(id);
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

/** Lets the market of the order only close positions, so that users are free to leave it. */
function report(parts: LeverConformanceParts, { order }: LeverRecord, findings: Findings): void {
  const { commands, view, clock, log } = parts;
  const { id, marketId } = order;
  log.error({ orderId: id, marketId, ...findings }, 'a contract order differs from its log');
  const rules = view.markets.get(marketId);
  if (rules?.status !== 'trading') return;
  commands.changeTerms(marketId, closedForOpenings, clock.now()).then(
    ({ ok }) =>
      log.error({ marketId, ok }, ok ? 'the market takes no openings' : 'the market stays open'),
    (error: unknown) => log.error({ err: error, marketId }, 'the market could not be closed'),
  );
}
