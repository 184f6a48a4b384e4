/** A snapshot of a record as it is stored. */

/** What of a snapshot is not in the machine. JSON throughout. */
export interface StoredSnapshot {
  readonly value: unknown;
  readonly context: unknown;
}
