/** Codes with which the server process ends. */

export const EXIT_CODES = {
  stopped: 0,
  /** The server could not start, or not stop in time; a restart without a change is of no use. */
  failed: 1,
  /** A dependency was lost at runtime (EX_TEMPFAIL); the process should be restarted. */
  restart: 75,
  /**
   * Another server trades on its database now. A restarted server would take over again, which would
   * end the other one, and so on.
   */
  takenOver: 76,
} as const;
