/**
 * All recurring jobs of the server with their owner and interval. `jobs.ts` runs them. Other intervals belong
 * to connections and to the picture worker; `INTERVALS` of `tests/guards/rules/banned-code.ts` names their files.
 */
import type { JobName, JobOwner } from '../../../contract/operator/schemas/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';

interface JobTerms {
  readonly owner: JobOwner;
  /**
   * Time from the start of one run to the start of the next. Null: the job decides after each run
   * when the next one is due. Jobs that follow the clock, which tests move, check it more often
   * than they are due.
   */
  readonly everyMs: number | null;
}

export const JOBS = {
  ledger_check: { owner: 'auditor', everyMs: 250 },
  order_check: { owner: 'auditor', everyMs: null },
  contract_order_check: { owner: 'auditor', everyMs: null },
  micro_order_check: { owner: 'auditor', everyMs: null },
  contract_check: { owner: 'auditor', everyMs: null },
  /** Interval at which the spot writer checks, even without orders, whether another server has taken over. */
  spot_turn: { owner: 'spot_writer', everyMs: 2 * SECOND_MS },
  spot_postings: { owner: 'spot_writer', everyMs: 5 * SECOND_MS },
  dealing_turn: { owner: 'dealing_writer', everyMs: 2 * SECOND_MS },
  dealing_postings: { owner: 'dealing_writer', everyMs: 5 * SECOND_MS },
  /** Interval at which triggers and accounts are compared with marks. */
  contract_marks: { owner: 'dealing_writer', everyMs: 50 },
  /** Tries again to cancel the pending orders of users who may open nothing. */
  contract_order_stops: { owner: 'dealing_writer', everyMs: 2 * SECOND_MS },
  /** Largest lag of the stored candles. */
  candles: { owner: 'market', everyMs: 5 * SECOND_MS },
  forex_prices: { owner: 'market', everyMs: 50 },
  /** A jump of a price is confirmed by three runs. */
  price_marks: { owner: 'market', everyMs: 250 },
  /** Runs at each point of the grid of the index. */
  index_log: { owner: 'market', everyMs: null },
  index_removal: { owner: 'market', everyMs: MINUTE_MS },
  /** Sends signed minutes to witnesses, those that failed later. */
  index_witnesses: { owner: 'market', everyMs: 2 * SECOND_MS },
  /** Adds the fast contracts of minutes whose orders have all ended to their public figures. */
  micro_counts: { owner: 'market', everyMs: 5 * SECOND_MS },
  /** Twelve runs without a point are a minute. */
  micro_watch: { owner: 'market', everyMs: 5 * SECOND_MS },
  /** The orders of one round share few commits. */
  maker_trading: { owner: 'market', everyMs: 200 },
  maker_trade_removal: { owner: 'market', everyMs: SECOND_MS },
  record_timers: { owner: 'scheduler', everyMs: SECOND_MS },
  /** Delivers messages left by a crash or rejected by their receiver. */
  outbox: { owner: 'scheduler', everyMs: SECOND_MS },
  /** An outage counts as longer than it was by at most this interval. */
  signs_of_life: { owner: 'scheduler', everyMs: 2 * SECOND_MS },
  false_payers: { owner: 'scheduler', everyMs: 10 * SECOND_MS },
  /** Reads what is due when a day has ended, and every ten seconds. */
  dividends: { owner: 'scheduler', everyMs: SECOND_MS },
  /** Allocates and distributes ended offerings, refunds canceled ones. */
  offerings: { owner: 'scheduler', everyMs: SECOND_MS },
  chain_reading: { owner: 'chain', everyMs: null },
  block_mining: { owner: 'chain', everyMs: null },
  withdrawals: { owner: 'chain', everyMs: 15 * SECOND_MS },
  /** Missing coins are noticed after at most this interval. */
  chain_reserves: { owner: 'chain', everyMs: 2 * MINUTE_MS },
  /** Removes old attempts, sessions and codes when an hour has passed. */
  identity_removal: { owner: 'scheduler', everyMs: SECOND_MS },
  pictures: { owner: 'scheduler', everyMs: SECOND_MS },
  /** A database that hangs is noticed after some intervals. */
  database_pulse: { owner: 'every', everyMs: SECOND_MS / 2 },
  /** Its own lateness says how far the event loop is behind. */
  event_loop: { owner: 'every', everyMs: SECOND_MS / 10 },
  disk_room: { owner: 'every', everyMs: MINUTE_MS },
} as const satisfies Readonly<Record<JobName, JobTerms>>;
