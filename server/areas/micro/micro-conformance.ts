/**
 * Replays every ended fast contract with its machine and the index log, from the database, in the background. After a
 * difference the exchange takes no new ones.
 */
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { HOUR_MS, MINUTE_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import { startOrderCheck, type OrderCheck } from '../../kit/lifecycle/order-check.ts';
import type { Log } from '../../kit/log.ts';
import type { Database } from '../../kit/db/database.ts';
import { microFaultsOf } from './micro-lifecycle.ts';
import { createMicroRecords } from './micro-orders.repo.ts';
import type { MicroView, StoredMicroOrder } from './micro.types.ts';

interface MicroConformanceParts {
  readonly database: Database;
  readonly view: Pick<MicroView, 'subscribe'>;
  /** Reads stored points of the index log, also while it begins again; null when their lines are removed. */
  readonly readStored: (
    instrument: string,
    time: readonly [fromMs: EpochMs, untilMs: EpochMs],
  ) => Promise<readonly IndexRecord[] | null>;
  /** Whether the exchange has signed a text. */
  readonly isSigned: (text: string, signature: string) => boolean;
  /** Called with the first difference. */
  onDiffering(): void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly jobs: Pick<Jobs, 'start'>;
}

/** Older orders may have lost their lines. */
const KEPT_MS = 12 * HOUR_MS;

export function startMicroConformance(parts: MicroConformanceParts): Promise<OrderCheck> {
  const { database, view, readStored, isSigned, clock, log, jobs } = parts;
  return startOrderCheck<StoredMicroOrder>({
    kind: {
      job: 'micro_order_check',
      records: createMicroRecords(database),
      idOf: ({ id }) => id,
      findingsOf: async (order) => {
        const { settledAtMs, instrument, acceptedAtMs } = order;
        // A trigger keeps the lines of the log for a day.
        if (settledAtMs === null || settledAtMs < clock.now() - KEPT_MS) return { faults: [] };
        const points = await readStored(instrument, [acceptedAtMs, settledAtMs + MINUTE_MS]);
        if (points === null) return { faults: ['the lines of its minutes are missing'] };
        return { faults: microFaultsOf(order, points, isSigned) };
      },
      onDiffering: ({ id }, findings) => {
        log.error({ orderId: id, ...findings }, 'a fast contract differs from the index log');
        parts.onDiffering();
      },
    },
    watch: (list) =>
      view.subscribe(({ orders }) => {
        for (const { id, settledAtMs } of orders) if (settledAtMs !== null) list(id);
      }),
    log,
    jobs,
  });
}
