/** Maps the errors of a node to the state of the broadcast transaction. */
import { BaseError, ExecutionRevertedError, RpcRequestError } from 'viem';

const ALREADY_KNOWN = /already known|known transaction|already imported|already exists/i;
/** JSON-RPC codes of a rejection by the node; other codes (limits, internal errors) leave the result unknown. */
const REFUSALS = new Set([3, -32_000, -32_003, -32_602]);

/** Returns null when the result is unknown: the transaction may have arrived. */
export function answerOfError(error: unknown): 'already_known' | 'rejected' | null {
  if (!(error instanceof BaseError)) return null;
  if (error.walk((cause) => cause instanceof ExecutionRevertedError) !== null) return 'rejected';
  const cause = error.walk((one) => one instanceof RpcRequestError);
  if (!(cause instanceof RpcRequestError)) return null;
  if (ALREADY_KNOWN.test(cause.details)) return 'already_known';
  return REFUSALS.has(cause.code) ? 'rejected' : null;
}
