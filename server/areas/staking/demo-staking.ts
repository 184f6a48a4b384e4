/** The staking products of the demo exchange, and its fund. */
import { assert, ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { stakingProducts } from '../../kit/db/schema/staking.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { bookStakingFunding } from './staking-desk.repo.ts';

interface DemoProduct {
  readonly code: string;
  readonly cycleDays: number;
  readonly dailyPpb: number;
  /** Whole thousandths of the coin. */
  readonly min: bigint;
  readonly max: bigint;
  readonly quota: bigint;
  readonly userMax: bigint;
}

const WHOLE = 1_000n;
const PRODUCTS: readonly DemoProduct[] = [
  // 5 %, 8 %, 3 % and 4 % a year.
  { code: 'USDT', cycleDays: 30, dailyPpb: 136_986, ...bounds(100n, 50_000n, 5_000_000n) },
  { code: 'USDT', cycleDays: 90, dailyPpb: 219_178, ...bounds(100n, 50_000n, 2_000_000n) },
  { code: 'BTC', cycleDays: 60, dailyPpb: 82_192, ...bounds(1n, 2_000n, 100_000n, 1n) },
  { code: 'ETH', cycleDays: 30, dailyPpb: 109_589, ...bounds(10n, 30_000n, 2_000_000n, 1n) },
];
/** Whole coins of the fund by currency: more than all quotas are promised. */
const FUNDS: Readonly<Record<string, bigint>> = { USDT: 100_000n, BTC: 1n, ETH: 20n };

/** @param scale thousandths of a coin in one of the other arguments. */
function bounds(min: bigint, max: bigint, quota: bigint, scale = WHOLE) {
  return { min: min * scale, max: max * scale, quota: quota * scale, userMax: 2n * max * scale };
}

/** Does nothing where there are products. */
export async function seedDemoStaking(
  tx: Transaction,
  currencies: Pick<Currencies, 'byCode'>,
  now: EpochMs,
): Promise<void> {
  if ((await tx.$count(stakingProducts)) > 0) return;
  const currencyOf = (code: string) => ensure(currencies.byCode(code), `currency ${code}`);
  await tx.insert(stakingProducts).values(
    PRODUCTS.map(({ code, cycleDays, dailyPpb, min, max, quota, userMax }) => {
      const { id: currencyId, scale } = currencyOf(code);
      const unitsOf = (thousandths: bigint) => (thousandths * 10n ** BigInt(scale)) / WHOLE;
      return {
        currencyId,
        cycleDays,
        dailyPpb,
        amountMin: unitsOf(min),
        amountMax: unitsOf(max),
        quota: unitsOf(quota),
        userMax: unitsOf(userMax),
        taken: 0n,
        state: 'open' as const,
        revision: 1,
        createdAtMs: now,
      };
    }),
  );
  for (const [code, whole] of Object.entries(FUNDS)) {
    const { id: currencyId, scale } = currencyOf(code);
    const amount = whole * 10n ** BigInt(scale);
    const requestId = 'seed';
    const booked = await bookStakingFunding(tx, { currencyId, amount, requestId }, now);
    assert(booked.ok, 'custody owes the fund');
  }
}
