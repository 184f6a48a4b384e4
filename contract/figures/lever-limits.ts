/** The limits of contracts, by the names that the core uses. Values: `CONTRACT_LIMITS`. */
import { CONTRACT_LIMITS } from '../limits.ts';

export const LEVER_LIMITS = {
  pendingMax: CONTRACT_LIMITS.lever_pending_orders_max,
  positionsMax: CONTRACT_LIMITS.lever_positions_max,
  /** Revisions of one order by its owner, so that its log has an end. */
  revisionsMax: CONTRACT_LIMITS.lever_order_revisions_max,
  agreementPatienceMs: CONTRACT_LIMITS.lever_agreement_patience_ms,
  sourceFreshMs: CONTRACT_LIMITS.lever_source_fresh_ms,
  sourcesFreshMin: CONTRACT_LIMITS.lever_sources_fresh_min,
  absentAfterMs: CONTRACT_LIMITS.lever_absent_after_ms,
  stopOutMarkMsMax: CONTRACT_LIMITS.lever_stop_out_mark_ms_max,
  insurancePercent: BigInt(CONTRACT_LIMITS.lever_insurance_percent),
  movePercent: BigInt(CONTRACT_LIMITS.lever_move_percent),
  coveredPercent: BigInt(CONTRACT_LIMITS.lever_covered_percent),
  /** Steps of the pool guard, in percent of the base. */
  guardPercent: {
    reduce: BigInt(CONTRACT_LIMITS.lever_guard_reduce_percent),
    close: BigInt(CONTRACT_LIMITS.lever_guard_close_percent),
    deleverage: BigInt(CONTRACT_LIMITS.lever_guard_deleverage_percent),
  },
} as const;
