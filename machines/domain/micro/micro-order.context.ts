/** The facts in the snapshot of a fast contract. */
import type { MicroDirection } from '../../../contract/figures/micro-settlement.ts';

/** Fixed at acceptance and never changed. JSON throughout: amounts are units as decimal text. */
export interface MicroOrderInput {
  readonly direction: MicroDirection;
  readonly seconds: number;
  readonly stake: string;
  readonly profitPpm: number;
  readonly lossPpm: number;
  readonly acceptedAtMs: number;
}

export interface MicroOrderContext extends MicroOrderInput {
  readonly openTicks: number | null;
  readonly openedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly payout: string | null;
  /** 1 at acceptance, one more with each event. */
  readonly revision: number;
}
