/** What a coin costs and needs on a chain that is new here; operators change it in the table. */
import { SCALE_MAX } from '../../contract/money/decimal.ts';

/** In units of the ledger. */
export interface CoinTerms {
  readonly minDeposit: bigint;
  readonly minWithdrawal: bigint;
  readonly withdrawalFee: bigint;
  /** What the faucet of the development chain gives at a time. */
  readonly faucetAmount: bigint;
}

/**
 * @param reference worth of a whole coin in USDT. Amounts are powers of ten, worth up to 1, 10, 1 and 1,000.
 * @param decimals of the coin on the chain: amounts are whole units of it, and worth more where it has few.
 */
export function coinTerms(reference: number, decimals: number): CoinTerms {
  const exponent = Math.max(Math.floor(Math.log10(1 / reference)), -decimals, -SCALE_MAX);
  const one = 10n ** BigInt(SCALE_MAX + exponent);
  return {
    minDeposit: one,
    minWithdrawal: 10n * one,
    withdrawalFee: one,
    faucetAmount: 1_000n * one,
  };
}
