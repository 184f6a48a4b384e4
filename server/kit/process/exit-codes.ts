/** Codes with which the server process ends. */

export const EXIT_CODES = {
  stopped: 0,
  /** It could not start, or not stop in time: starting it again without a change is of no use. */
  failed: 1,
  /** What it depends on was lost while it ran (EX_TEMPFAIL): to be started again. */
  restart: 75,
  /** Another server trades on its database now: one that is started again would take the turn back from it, and so on. */
  takenOver: 76,
} as const;
