/** The time until which a command may change anything. The code checks it right before each change. */

export interface Deadline {
  /** Whether the time has passed, so that nothing may be changed any more. */
  hasPassed(): boolean;
}

/** Deadline of the server's own work, which never passes. */
export const NO_DEADLINE: Deadline = { hasPassed: () => false };
