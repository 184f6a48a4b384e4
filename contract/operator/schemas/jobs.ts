/** The recurring jobs of the server, as the console shows them. */
import { z } from 'zod';
import { epochMs } from '../../schemas/fields.ts';

/** Every recurring job, in display order. */
export const JOB_NAMES = [
  'ledger_check',
  'order_check',
  'contract_order_check',
  'micro_order_check',
  'contract_check',
  'spot_turn',
  'spot_postings',
  'dealing_turn',
  'dealing_postings',
  'contract_marks',
  'contract_order_stops',
  'candles',
  'forex_prices',
  'price_marks',
  'index_log',
  'index_removal',
  'index_witnesses',
  'micro_counts',
  'micro_watch',
  'maker_trading',
  'maker_trade_removal',
  'record_timers',
  'outbox',
  'signs_of_life',
  'false_payers',
  'dividends',
  'offerings',
  'chain_reading',
  'block_mining',
  'withdrawals',
  'chain_reserves',
  'identity_removal',
  'pictures',
  'database_pulse',
  'event_loop',
  'disk_room',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** The role of the server that runs a job; `every` process of the server runs its own. */
const JOB_OWNERS = [
  'auditor',
  'spot_writer',
  'dealing_writer',
  'market',
  'scheduler',
  'chain',
  'every',
] as const;
export type JobOwner = (typeof JOB_OWNERS)[number];

export const operatorJob = z.object({
  name: z.enum(JOB_NAMES),
  /** Subject of a job that exists several times: the name of a chain, or the kind of the records. */
  subject: z.string().nullable(),
  owner: z.enum(JOB_OWNERS),
  /** Null for a job that sets its own pace. */
  interval_ms: z.int().nullable(),
  /** Start of the last run; null before the first. */
  last_run_at: epochMs.nullable(),
  last_duration_ms: z.int().nullable(),
  /** Time and error kind of the last failed run; the log has the rest. */
  last_failure: z.object({ at: epochMs, error: z.string() }).nullable(),
  /** Delay of the longest due work at the last run; null for a job without due times. */
  lateness_ms: z.int().nullable(),
});
export type OperatorJob = z.infer<typeof operatorJob>;
