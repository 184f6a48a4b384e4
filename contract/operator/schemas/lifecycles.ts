/** The course of any record with a life of its own: where it is, how it got there, what runs. */
import { z } from 'zod';
import { LIFECYCLE_KINDS } from '../../lifecycle-kinds.ts';
import { epochMs, recordIdField } from '../../schemas/fields.ts';

/** Kind and number name a record; of `kyc-review` the number is that of the person. */
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
  /** Of `lifecycle.delayPassed`: which delay ran out. */
  delay: z.string().nullable(),
  /** After it. */
  state: statePath,
  /** Ids of the transitions that it took, as the machine declares them: `unpaid > payment.declare`. */
  taken: z.array(z.string()),
  /** What the server had to carry out. */
  effects: z.array(z.string()),
});
export const lifecycle = z.object({
  kind: z.enum(LIFECYCLE_KINDS),
  id: recordIdField,
  machine_version: z.int(),
  revision: z.int(),
  state: statePath,
  /** What the machine remembers: amounts, counts and flags. */
  context: z.record(z.string(), scalar),
  /** Oldest first. */
  steps: z.array(step),
  /** How the log differs from what is stored; empty when it leads there. */
  faults: z.array(z.string()),
  timers: z.array(
    z.object({
      delay: z.string(),
      /** State that it belongs to. */
      state: statePath,
      due_at: epochMs,
    }),
  ),
  /** Time of the server when this was read. */
  read_at: epochMs,
});

export type LifecycleReport = z.infer<typeof lifecycle>;
