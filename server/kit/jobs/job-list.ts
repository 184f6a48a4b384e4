/** Every recurring job of the server: who runs it, and how often. `jobs.ts` runs them and nobody else sets intervals. */
import type { JobName, JobOwner } from '../../../contract/operator/schemas/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';

export interface JobTerms {
  readonly owner: JobOwner;
  /**
   * From the begin of one run to the begin of the next. Null: the job says after each run when the next one is due.
   * Jobs that keep to the clock, which tests move, look at it more often than they are due.
   */
  readonly everyMs: number | null;
}

export const JOBS = {
  ledger_check: { owner: 'auditor', everyMs: 250 },
  order_check: { owner: 'auditor', everyMs: null },
  /** How often a server without orders looks whether another one has taken over. */
  spot_turn: { owner: 'spot_writer', everyMs: 2 * SECOND_MS },
  spot_postings: { owner: 'spot_writer', everyMs: 5 * SECOND_MS },
  /** How far the stored candles may be behind. */
  candles: { owner: 'market', everyMs: 5 * SECOND_MS },
  forex_prices: { owner: 'market', everyMs: 50 },
  /** Orders of one look gather in few commits. */
  house_trading: { owner: 'market', everyMs: 200 },
  house_trade_removal: { owner: 'market', everyMs: SECOND_MS },
  record_timers: { owner: 'scheduler', everyMs: SECOND_MS },
  /** Messages of a crash, and those that a receiver did not take. */
  outbox: { owner: 'scheduler', everyMs: SECOND_MS },
  /** An outage counts as so much longer than it was, at most. */
  signs_of_life: { owner: 'scheduler', everyMs: 2 * SECOND_MS },
  false_payers: { owner: 'scheduler', everyMs: 10 * SECOND_MS },
  fiat_rates: { owner: 'every', everyMs: 2 * SECOND_MS },
  chain_reading: { owner: 'chain', everyMs: null },
  block_mining: { owner: 'chain', everyMs: null },
  withdrawals: { owner: 'chain', everyMs: 15 * SECOND_MS },
  pictures: { owner: 'scheduler', everyMs: SECOND_MS },
  disk_room: { owner: 'every', everyMs: MINUTE_MS },
} as const satisfies Readonly<Record<JobName, JobTerms>>;
