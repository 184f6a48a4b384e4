/** What the errors of a node mean for the transaction that was sent to it. */
import { BaseError, ExecutionRevertedError, RpcRequestError } from 'viem';

const ALREADY_KNOWN = /already known|known transaction|already imported|already exists/i;
/**
 * JSON-RPC codes by which nodes refuse what they have understood; others (limits, internal errors)
 * leave open what became of it.
 */
const REFUSALS = new Set([3, -32_000, -32_003, -32_602]);

/** Null: it is not certain; it may have arrived. */
export function answerOfError(error: unknown): 'already_known' | 'rejected' | null {
  if (!(error instanceof BaseError)) return null;
  if (error.walk((cause) => cause instanceof ExecutionRevertedError) !== null) return 'rejected';
  const cause = error.walk((one) => one instanceof RpcRequestError);
  if (!(cause instanceof RpcRequestError)) return null;
  if (ALREADY_KNOWN.test(cause.details)) return 'already_known';
  return REFUSALS.has(cause.code) ? 'rejected' : null;
}
