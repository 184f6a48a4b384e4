/** The facts in the snapshot of a token offering. */

/** Lengths from the publication on, so that a late step moves no later one. */
export interface OfferingSchedule {
  readonly untilPreheatMs: number;
  readonly untilOpeningMs: number;
  /** Length of the time in which users subscribe. */
  readonly subscriptionMs: number;
}

export interface IeoOfferingContext {
  /** Null for a draft: the operator can still change it. */
  readonly schedule: OfferingSchedule | null;
}
