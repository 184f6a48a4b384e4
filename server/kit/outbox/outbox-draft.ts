/** A message for the outbox whose statement is written elsewhere. */
export interface OutboxDraft {
  /** Names the receiver, see `Outbox.topic`. */
  readonly topic: string;
  /** Fits the schema of the topic. */
  readonly payload: { readonly userId: number; readonly [field: string]: unknown };
}
