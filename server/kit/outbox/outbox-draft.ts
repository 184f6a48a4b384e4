/** A message for the outbox whose statement is written elsewhere. */
export interface OutboxDraft {
  /** Names the receiver, see `Outbox.topic`. */
  readonly topic: string;
  /** Fits the schema of the topic. */
  readonly payload: { readonly userId: number; readonly [field: string]: unknown };
}

/** The topic of {@link packOf}. */
export const PACK = 'pack';

/** Returns one message that stands for all of these: at its first delivery, the outbox stores each of them instead. */
export const packOf = (messages: readonly OutboxDraft[]): OutboxDraft => ({
  topic: PACK,
  payload: { userId: 0, messages },
});
