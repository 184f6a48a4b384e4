/** The limits of contracts, by the names that the core uses. Values: `LIMITS`. */
import { LIMITS } from '../limits.ts';

export const LEVER_LIMITS = {
  pendingMax: LIMITS.lever_pending_orders_max,
  positionsMax: LIMITS.lever_positions_max,
  /** Revisions of one order by its owner, so that its log has an end. */
  revisionsMax: LIMITS.lever_order_revisions_max,
  agreementPatienceMs: LIMITS.lever_agreement_patience_ms,
  sourceFreshMs: LIMITS.lever_source_fresh_ms,
  sourcesFreshMin: LIMITS.lever_sources_fresh_min,
  absentAfterMs: LIMITS.lever_absent_after_ms,
  insurancePercent: BigInt(LIMITS.lever_insurance_percent),
  movePercent: BigInt(LIMITS.lever_move_percent),
  coveredPercent: BigInt(LIMITS.lever_covered_percent),
  /** Steps of the pool guard, in percent of the base. */
  guardPercent: {
    reduce: BigInt(LIMITS.lever_guard_reduce_percent),
    close: BigInt(LIMITS.lever_guard_close_percent),
    deleverage: BigInt(LIMITS.lever_guard_deleverage_percent),
  },
} as const;
