/**
 * Facts about a deposit from the chain and the rules when it is first seen, and the context of its
 * lifecycle. JSON throughout.
 */

export interface DepositInput {
  /** Owner of the address it pays. */
  readonly ownerId: number;
  /** Units of its currency, as decimal text. */
  readonly amount: string;
  /** Units; a smaller deposit is recorded and never credited. */
  readonly minimum: string;
  /** Confirmations at which it is credited. */
  readonly creditConfirmations: number;
  /** Confirmations at which it may be withdrawn, and can no longer be reversed. */
  readonly unlockConfirmations: number;
}

export interface DepositContext extends DepositInput {
  /**
   * Confirmations, its own block included; 0 while no block has it. Confirmations are not counted beyond
   * `unlockConfirmations`.
   */
  readonly confirmations: number;
  readonly blockNumber: number | null;
  /** Number of credits; each is booked with a cause of its own. */
  readonly credits: number;
  /** 1 when first seen, one more with each event. */
  readonly revision: number;
}
