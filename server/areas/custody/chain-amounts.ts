/** Amounts of a chain (its decimals per coin) and of the ledger (18 for every currency), exactly. */
import { assert } from '../../../contract/assert.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';

/** Most decimals that a coin may have on a chain: with more, its smallest amounts could not be booked. */
const CHAIN_DECIMALS_MAX = SCALE_MAX;

/** May be more than the tables can hold. @throws AssertionError for decimals that the ledger does not have. */
export function toLedgerUnits(amount: bigint, decimals: number): bigint {
  return amount * unitOf(decimals);
}

/** Null when the chain cannot express it: nothing is rounded. */
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
