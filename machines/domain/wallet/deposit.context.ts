/** What the chain and the rules say of a deposit when it is first seen, and what its lifecycle remembers. JSON throughout. */

export interface DepositInput {
  /** Whose address it pays. */
  readonly ownerId: number;
  /** Units of its currency, as decimal text. */
  readonly amount: string;
  /** Units; less than this is recorded and never credited. */
  readonly minimum: string;
  /** Confirmations at which it is credited. */
  readonly creditConfirmations: number;
  /** Confirmations at which it may leave again, and nothing can take it back any more. */
  readonly unlockConfirmations: number;
}

export interface DepositContext extends DepositInput {
  /** Of the block that has it, that block counted; 0 while none does. Not counted beyond `unlockConfirmations`. */
  readonly confirmations: number;
  readonly blockNumber: number | null;
  /** How often it was credited: each time under a cause of its own. */
  readonly credits: number;
  /** 1 when seen, one more with each event. */
  readonly revision: number;
}
