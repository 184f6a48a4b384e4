/** The time until which a command may change anything. The code checks it right before each change. */

export interface Deadline {
  /** Whether the time has passed, so that nothing may be changed any more. */
  hasPassed(): boolean;
}

/** For the server's own work, which has no deadline. */
export const NO_DEADLINE: Deadline = { hasPassed: () => false };
