/** What a coin costs and needs on a chain that is new here; operators change it in the table. */
import { SCALE_MAX } from '../../../contract/money/decimal.ts';

/** In units of the ledger. */
export interface CoinTerms {
  readonly minDeposit: bigint;
  readonly minWithdrawal: bigint;
  readonly withdrawalFee: bigint;
  /** What the faucet of the development chain gives at a time. */
  readonly faucetAmount: bigint;
}

/**
 * Of a chain that takes fees: worth up to 10 USDT. Three times it is what a withdrawal may cost at the price that is
 * signed, which is three times the present one: so it holds for the coin itself up to a base fee of some 45 gwei at
 * 3,420 USDT a coin, and for a token, of 76,000 gas, up to some 35. Ethereum has been above that in rushes of hours,
 * and far below it at most times.
 */
const FEE_FACTOR = 10n;
const MIN_WITHDRAWAL_FACTOR = 50n;

/**
 * @param reference worth of a whole coin in USDT. Amounts are powers of ten, worth up to 1, 10, 1 and 1,000; where the
 * chain takes fees, a withdrawal pays for them, and is worth five times that at least.
 * @param decimals of the coin on the chain: amounts are whole units of it, and worth more where it has few.
 */
export function coinTerms(reference: number, decimals: number, takesFees = false): CoinTerms {
  const exponent = Math.max(Math.floor(Math.log10(1 / reference)), -decimals, -SCALE_MAX);
  const one = 10n ** BigInt(SCALE_MAX + exponent);
  return {
    minDeposit: one,
    minWithdrawal: (takesFees ? MIN_WITHDRAWAL_FACTOR : 10n) * one,
    withdrawalFee: (takesFees ? FEE_FACTOR : 1n) * one,
    faucetAmount: 1_000n * one,
  };
}
