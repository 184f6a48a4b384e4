/** The course of any record with a lifecycle: its state, its events, its running timers. */
import { z } from 'zod';
import { LIFECYCLE_KINDS } from '../../lifecycle-kinds.ts';
import { epochMs, recordIdField } from '../../schemas/fields.ts';

/** Kind and number identify a record; for `kyc-review` the number is the user's. */
export const lifecycleQuery = z.strictObject({
  kind: z.enum(LIFECYCLE_KINDS),
  id: recordIdField,
});

/** Dotted path of a state in its machine: `confirming.inTime.paid`. */
const statePath = z.string().regex(/^[a-zA-Z]+(?:\.[a-zA-Z]+)*$/);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const step = z.object({
  revision: z.int(),
  at: epochMs,
  /** Type of the machine's event, `lifecycle.started`, `lifecycle.delayPassed` or `lifecycle.migrated`. */
  event: z.string(),
  /** Role of the sender; null if there was none. */
  by: z.string().nullable(),
  /** The delay that ended, for `lifecycle.delayPassed`. */
  delay: z.string().nullable(),
  /** The state after it. */
  state: statePath,
  /** Ids of the taken transitions, as the machine declares them: `unpaid > payment.declare`. */
  taken: z.array(z.string()),
  /** Effects that the server had to carry out. */
  effects: z.array(z.string()),
});
export const lifecycle = z.object({
  kind: z.enum(LIFECYCLE_KINDS),
  id: recordIdField,
  machine_version: z.int(),
  revision: z.int(),
  state: statePath,
  /** The machine's context: amounts, counts and flags. */
  context: z.record(z.string(), scalar),
  /** Oldest first. */
  steps: z.array(step),
  /** Differences between the replayed log and the stored record; empty if there are none. */
  faults: z.array(z.string()),
  timers: z.array(
    z.object({
      delay: z.string(),
      /** The state it belongs to. */
      state: statePath,
      due_at: epochMs,
    }),
  ),
  /** Server time of the read. */
  read_at: epochMs,
});

export type LifecycleReport = z.infer<typeof lifecycle>;
