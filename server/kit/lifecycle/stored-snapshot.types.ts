/** The stored form of a record's snapshot. */

/** The parts of a snapshot that are not in the machine. JSON throughout. */
export interface StoredSnapshot {
  readonly value: unknown;
  readonly context: unknown;
}
