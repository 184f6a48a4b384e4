/** The background check of the orders of a writer: first the newest ones of a start, then each order after its change. */
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { BackgroundCheck, type CheckedKind } from './background-check.ts';

/**
 * The number of orders that a start checks again, because the previous server may have ended before their check: the newest, and
 * the older ones of the newest movements.
 */
const RECENT_ORDERS = 1_000;
const RECENT_MOVEMENTS = 4_000;

export interface OrderCheck {
  /** The number of orders that equal their replay, and of orders that differ. */
  readonly counts: { readonly conforming: number; readonly differing: number };
  /** Resolves when all changes before the call are checked. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface OrderCheckParts<R> {
  readonly kind: CheckedKind<R>;
  /** Returns the orders of the newest `count` movements. Absent where an old order does not change. */
  readonly lastMovedOrders?: (count: number) => Promise<readonly number[]>;
  /** Calls `list` with each changed order, until the returned function is called. */
  readonly watch: (list: (id: number) => void) => () => void;
  readonly log: Pick<Log, 'error'>;
  readonly jobs: Pick<Jobs, 'start'>;
}

/** Changes before the recent ones are not checked. */
export async function startOrderCheck<R>(parts: OrderCheckParts<R>): Promise<OrderCheck> {
  const { kind, lastMovedOrders, watch, log, jobs } = parts;
  const [lastOrderId, moved] = await Promise.all([
    kind.records.lastOrderId(),
    lastMovedOrders?.(RECENT_MOVEMENTS) ?? [],
  ]);
  const firstOrderId = Math.max(1, lastOrderId - RECENT_ORDERS);
  const changed = moved.filter((id) => id < firstOrderId);
  const check = new BackgroundCheck<R>({ kind, log, jobs, firstOrderId, changed });
  const unwatch = watch((id) => check.list(id));
  return {
    counts: check.counts,
    settled: () => check.settled(),
    async stop() {
      unwatch();
      await check.stop();
    },
  };
}
