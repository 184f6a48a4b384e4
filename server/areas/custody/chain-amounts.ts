/**
 * Exact conversions between amounts of a chain (its decimals per coin) and of the ledger (18 decimals
 * for every currency).
 */
import { assert } from '../../../contract/assert.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';

/** The most decimals that a coin may have on a chain, because the ledger cannot store smaller units. */
const CHAIN_DECIMALS_MAX = SCALE_MAX;

/** The result may be more than the tables can hold. @throws AssertionError for decimals other than 0 to 18. */
export function toLedgerUnits(amount: bigint, decimals: number): bigint {
  return amount * unitOf(decimals);
}

/** Returns null when the chain cannot express the amount, because amounts are never rounded. */
export function toChainUnits(amount: bigint, decimals: number): bigint | null {
  const unit = unitOf(decimals);
  return amount % unit === 0n ? amount / unit : null;
}

function unitOf(decimals: number): bigint {
  assert(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= CHAIN_DECIMALS_MAX,
    'decimals of a chain are 0 to 18',
  );
  return 10n ** BigInt(CHAIN_DECIMALS_MAX - decimals);
}
