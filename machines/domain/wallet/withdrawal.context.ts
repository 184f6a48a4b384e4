/** What a withdrawal is asked for with, and what its lifecycle remembers. JSON throughout. */
import type { WithdrawalReason } from '../../../contract/wallet/wallet.ts';

/** Why its funds were not held. */
export type HoldRefusal = 'insufficient_balance' | 'service_unavailable';

export interface WithdrawalInput {
  readonly ownerId: number;
  /** Worth in units of USDT, as decimal text, when it was asked for. */
  readonly value: string;
  /** Units of USDT: worth less than this, it needs no operator. */
  readonly autoApproveBelow: string;
  /** Confirmations after which it is done. */
  readonly requiredConfirmations: number;
  /** How long a signed transaction may stay without a block before a person looks at it. */
  readonly broadcastTimeoutMs: number;
}

export interface WithdrawalContext extends WithdrawalInput {
  /** What the person was answered where it never came to be. */
  readonly refusal: HoldRefusal | null;
  /** Of the transaction that was signed for it, or that an operator named. */
  readonly transactionHash: string | null;
  /** The block that has it counted; 0 while none does. Not counted beyond `requiredConfirmations`. */
  readonly confirmations: number;
  readonly reason: WithdrawalReason | null;
  /** What the operator wrote to the person. */
  readonly reasonText: string | null;
  /** Who decided last; null where nobody had to. */
  readonly operatorId: number | null;
  /** 1 when asked for, one more with each event. */
  readonly revision: number;
}
