/** The first fees and limits of a coin on a new chain; operators change them in the table. */
import { SCALE_MAX } from '../../../contract/money/decimal.ts';

/** Amounts in units of the ledger. */
interface CoinTerms {
  readonly minDeposit: bigint;
  readonly minWithdrawal: bigint;
  readonly withdrawalFee: bigint;
  /** The amount of one claim at the faucet of the development chain. */
  readonly faucetAmount: bigint;
}

/**
 * The fee factor of a chain with fees; the fee is worth up to 10 USDT. A withdrawal may cost three
 * times its fee at the signed price, which is three times the present one. At 3,420 USDT a coin, the
 * fee therefore covers the coin itself up to a base fee of some 45 gwei, and a token of 76,000 gas up
 * to some 35 gwei. Ethereum has exceeded that for hours at a time, and is usually far below it.
 */
const FEE_FACTOR = 10n;
const MIN_WITHDRAWAL_FACTOR = 50n;

/**
 * @param reference worth of a whole coin in USDT. Amounts are powers of ten, worth up to 1, 10, 1 and
 * 1,000 USDT. On a chain with fees, the withdrawal fee covers them, and the smallest withdrawal is five
 * times the fee.
 * @param decimals of the coin on the chain: amounts are whole units of it, and worth more for a coin
 * with few decimals.
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
