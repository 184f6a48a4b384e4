/** Until when a command may be carried out. To be asked at the moment at which it would change something. */

export interface Deadline {
  /** Whether it is too late: nothing may be changed any more. */
  hasPassed(): boolean;
}

/** Of what the server does by itself. */
export const NO_DEADLINE: Deadline = { hasPassed: () => false };
