/** Staking products and positions as the wire has them. */
import { ensure } from '../../../contract/assert.ts';
import { cycleEndOf, promisedOf } from '../../../contract/figures/staking.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { StakingPosition, StakingProduct } from '../../../contract/staking/staking.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { PositionRow, ProductRow } from './staking.types.ts';

export class StakingWire {
  readonly #currencies: Pick<Currencies, 'byId'>;

  constructor(currencies: Pick<Currencies, 'byId'>) {
    this.#currencies = currencies;
  }

  /** Returns an amount as notices have it. */
  sum(currencyId: number, amount: bigint): { readonly amount: string; readonly currency: string } {
    const { code, scale } = this.#currency(currencyId);
    return { amount: formatUnits(amount, scale), currency: code };
  }

  product(row: ProductRow): StakingProduct {
    const { id, code, scale } = this.#currency(row.currencyId);
    const left = row.quota - row.taken;
    return {
      id: row.id,
      currency_id: id,
      currency_code: code,
      scale,
      cycle_days: row.cycleDays,
      daily_ppb: row.dailyPpb,
      amount_min: formatUnits(row.amountMin, scale),
      amount_max: formatUnits(row.amountMax, scale),
      quota: formatUnits(row.quota, scale),
      quota_left: formatUnits(left > 0n ? left : 0n, scale),
      user_max: formatUnits(row.userMax, scale),
      is_open: row.state === 'open',
    };
  }

  /** Returns null for a position that its owner does not see. */
  position(row: PositionRow): StakingPosition | null {
    if (row.phase !== 'in_effect' && row.phase !== 'expired') return null;
    const { id, code, scale } = this.#currency(row.currencyId);
    return {
      id: String(row.id),
      product_id: row.productId,
      currency_id: id,
      currency_code: code,
      scale,
      state: row.phase,
      amount: formatUnits(row.amount, scale),
      daily_ppb: row.dailyPpb,
      daily_dividend: formatUnits(row.dailyDividend, scale),
      cycle_days: row.cycleDays,
      paid_days: row.paidDays,
      earned: formatUnits(row.dailyDividend * BigInt(row.paidDays), scale),
      promised: formatUnits(promisedOf(row.amount, row.dailyPpb, row.cycleDays), scale),
      subscribed_at: row.createdAtMs,
      first_day_at: row.firstDayMs,
      ends_at: cycleEndOf(row.firstDayMs, row.cycleDays),
      // A paid day is no step of the lifecycle, but a newer record.
      revision: row.revision + row.paidDays,
      updated_at: row.updatedAtMs,
    };
  }

  /** Returns the text of an amount of the position's currency. */
  amount({ currencyId }: Pick<PositionRow, 'currencyId'>, amount: bigint): string {
    return formatUnits(amount, this.#currency(currencyId).scale);
  }

  #currency(id: number) {
    return ensure(this.#currencies.byId(id), `currency ${id}`);
  }
}
