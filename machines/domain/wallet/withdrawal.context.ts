/** Input of a withdrawal, and the context of its lifecycle. JSON throughout. */
import type { WithdrawalReason } from '../../../contract/wallet/wallet.ts';

/** Reason for which its funds were not frozen. */
export type HoldRefusal = 'insufficient_balance' | 'service_unavailable';

export interface WithdrawalInput {
  readonly ownerId: number;
  /** Value in units of USDT at the request, as decimal text. */
  readonly value: string;
  /** Units of USDT; a withdrawal of a lower value needs no operator. */
  readonly autoApproveBelow: string;
  /** Confirmations after which it is final. */
  readonly requiredConfirmations: number;
  /** Time that a signed transaction may stay without a block before it needs a manual review. */
  readonly broadcastTimeoutMs: number;
}

export interface WithdrawalContext extends WithdrawalInput {
  /** The refusal that the user got if the withdrawal was not created. */
  readonly refusal: HoldRefusal | null;
  /**
   * Hash of the newest signed transaction, of the one of the same nonce that a block contains, or of one
   * that an operator named.
   */
  readonly transactionHash: string | null;
  /**
   * Confirmations, its own block included; 0 while no block has it. Confirmations are not counted beyond
   * `requiredConfirmations`.
   */
  readonly confirmations: number;
  readonly reason: WithdrawalReason | null;
  /** The operator's text for the user. */
  readonly reasonText: string | null;
  /** The operator who decided last; null if no decision was needed. */
  readonly operatorId: number | null;
  /** 1 at the request, one more with each event. */
  readonly revision: number;
}
