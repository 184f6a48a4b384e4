/** Codes with which the server process ends. */

export const EXIT_CODES = {
  stopped: 0,
  /** The server could not start, or not stop in time; a restart without a change is of no use. */
  failed: 1,
  /** A dependency was lost at runtime (EX_TEMPFAIL); the process should be restarted. */
  restart: 75,
  /**
   * Another server trades on its database now. A restart would take the lease back from it, and so
   * on.
   */
  takenOver: 76,
} as const;
