/**
 * Replays every changed contract order with the lifecycle machine, from the database, in the background. An order
 * that differs from its log closes its market for openings.
 */
import type { Clock } from '../../../contract/time.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Findings } from '../../kit/lifecycle/background-check.ts';
import { startOrderCheck, type OrderCheck } from '../../kit/lifecycle/order-check.ts';
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

export function startLeverConformance(parts: LeverConformanceParts): Promise<OrderCheck> {
  const { records, view, log, jobs } = parts;
  return startOrderCheck<LeverRecord>({
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
    lastMovedOrders: (count) => records.lastMovedOrders(count),
    watch: (list) =>
      view.subscribe(({ orders }) => {
        for (const { id } of orders) list(id);
      }),
    log,
    jobs,
  });
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
