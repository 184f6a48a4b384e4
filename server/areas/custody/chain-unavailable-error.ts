/** The failure of a chain that asking again later may cure. */

/**
 * short_of_funds: the wallet that pays withdrawals must be filled first.
 * would_fail: the network says that the transfer would, e.g. as the recipient does not take it, or needs more gas than
 * is allowed. too_dear: it would cost more network fee than it may.
 */
export type ChainUnavailableReason =
  | 'unreachable'
  | 'timed_out'
  | 'block_gone'
  | 'short_of_funds'
  | 'would_fail'
  | 'too_dear';

const OF_TRANSFER: ReadonlySet<ChainUnavailableReason> = new Set([
  'short_of_funds',
  'would_fail',
  'too_dear',
]);

/** Thrown by every method of a chain that asks the network. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
  readonly chain: string;
  readonly reason: ChainUnavailableReason;

  /** @param detail for the log: no addresses of nodes, which may have keys in them. */
  constructor(chain: string, reason: ChainUnavailableReason, detail = '') {
    super(`chain ${chain}: ${reason}${detail === '' ? '' : ` (${detail})`}`);
    this.chain = chain;
    this.reason = reason;
  }

  /** Whether it concerns one transfer alone, while the chain takes others. */
  get isOfTransfer(): boolean {
    return OF_TRANSFER.has(this.reason);
  }
}
