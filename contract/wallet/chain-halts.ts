/** The reasons that close the withdrawals of a chain. */

/**
 * settled_deposit_lost: a reorganization removed a deposit that was final. fork_too_deep: more blocks
 * were replaced than can be followed. node_behind: the node is further behind than can be compared.
 * foreign_nonces: the chain has transactions of the hot wallet that this database does not know, e.g.
 * after a restore from a backup. custody_short: the chain has less than the exchange owes.
 * reserves_unchecked: it is unknown, because the coins could not be compared for long.
 */
export const CHAIN_HALT_CAUSES = [
  'settled_deposit_lost',
  'fork_too_deep',
  'node_behind',
  'foreign_nonces',
  'custody_short',
  'reserves_unchecked',
] as const;
