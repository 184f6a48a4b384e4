/** A failure of a chain that a retry may cure. */

/**
 * short_of_funds: the hot wallet must be filled first. would_fail: the network says that the transfer
 * would fail, e.g. because the recipient rejects it, or needs more gas than allowed. too_dear: the
 * network fee would be above its limit. foreign_nonces: the chain has transactions of the hot wallet
 * that this database does not know.
 */
export type ChainUnavailableReason =
  | 'unreachable'
  | 'timed_out'
  | 'block_gone'
  | 'short_of_funds'
  | 'would_fail'
  | 'too_dear'
  | 'foreign_nonces';

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

  /** @param detail for the log; it has no addresses of nodes, which may contain keys. */
  constructor(chain: string, reason: ChainUnavailableReason, detail = '') {
    super(`chain ${chain}: ${reason}${detail === '' ? '' : ` (${detail})`}`);
    this.chain = chain;
    this.reason = reason;
  }

  /** Whether the failure concerns one transfer alone, while the chain accepts others. */
  get isOfTransfer(): boolean {
    return OF_TRANSFER.has(this.reason);
  }
}
