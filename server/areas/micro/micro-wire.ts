/** Products, orders and limits of fast contracts as the wire has them: decimal text instead of ticks and units. */
import { assert, ensure } from '../../../contract/assert.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { meanTenths } from '../../../contract/figures/micro-settlement.ts';
import type { TradingHours } from '../../../contract/figures/trading-calendar.ts';
import { isTrading, nextForexOpening } from '../../../contract/figures/trading-calendar.ts';
import type { MicroDayInfo, MicroResultInfo } from '../../../contract/micro/fairness.ts';
import type {
  MicroLimitsInfo,
  MicroOrderInfo,
  MicroProductInfo,
} from '../../../contract/micro/micro.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES, type Balance } from '../../../contract/wallet/accounts.ts';
import { dailyLossAt } from '../../engine/micro/micro-owner.ts';
import { accountIdOf } from '../../ledger/account-id.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type {
  MicroAccount,
  MicroDay,
  MicroProduct,
  OwnLimitsState,
  StoredMicroOrder,
} from './micro.types.ts';

interface MicroWireParts {
  /** The currency of all stakes. */
  readonly currency: Pick<Currency, 'id' | 'code' | 'scale'>;
  /** Trading hours by instrument. */
  readonly hours: ReadonlyMap<string, TradingHours>;
}

export class MicroWire {
  readonly #parts: MicroWireParts;

  constructor(parts: MicroWireParts) {
    this.#parts = parts;
  }

  product(product: MicroProduct, now: EpochMs): MicroProductInfo {
    const { currency, hours } = this.#parts;
    const isOpen = isTrading(hours.get(product.instrument) ?? 'always', now);
    return {
      id: product.id,
      instrument: product.instrument,
      currency_match_id: product.spotMarketId,
      symbol: product.forexSymbol,
      seconds: product.seconds,
      price_scale: product.priceScale,
      currency_id: currency.id,
      currency_code: currency.code,
      profit_ppm: product.profitPpm,
      loss_ppm: product.lossPpm,
      stake_min: this.#amount(product.stakeMin),
      stake_max: this.#amount(product.stakeMax),
      status: product.status,
      next_open: isOpen ? null : nextForexOpening(now),
    };
  }

  order(order: StoredMicroOrder): MicroOrderInfo {
    const { openTicks, window, payout, priceScale } = order;
    return {
      id: String(order.id),
      micro_product_id: order.productId,
      instrument: order.instrument,
      direction: order.direction,
      seconds: order.seconds,
      price_scale: priceScale,
      stake: this.#amount(order.stake),
      currency_code: this.#parts.currency.code,
      profit_ppm: order.profitPpm,
      loss_ppm: order.lossPpm,
      state: order.state,
      accepted_at: order.acceptedAtMs,
      open_price: openTicks === null ? null : formatUnits(BigInt(openTicks), priceScale),
      opened_at: order.openedAtMs,
      expires_at: order.expiresAtMs,
      mean_price:
        window === null || window.count === 0
          ? null
          : formatUnits(meanTenths(window), priceScale + 1),
      point_count: window?.count ?? null,
      payout: payout === null ? null : this.#amount(payout),
      settled_at: order.settledAtMs,
      receipt: { token: order.token, text: order.receipt, signature: order.signature },
      revision: order.revision,
    };
  }

  day(day: MicroDay): MicroDayInfo {
    return {
      day: day.dayMs,
      micro_product_id: day.productId,
      seconds: day.seconds,
      won_up: day.wonUp,
      won_down: day.wonDown,
      lost_up: day.lostUp,
      lost_down: day.lostDown,
      drawn: day.drawn,
      unopened: day.unopened,
      unpriced: day.unpriced,
      stake: this.#amount(day.stake),
      payout: this.#amount(day.payout),
      decided_stake: this.#amount(day.decidedStake),
      profit: this.#amount(day.profit),
      loss: this.#amount(day.loss),
      swing_squared: String(day.swingSquared),
      lean_minutes: day.leanMinutes,
      skew_move: String(day.skewMove),
      skew_squared: String(day.skewSquared),
      move_squared: String(day.moveSquared),
      minute_squared: String(day.minuteSquared),
      opening_delay_ms: day.openingDelayMs,
      opening_delay_max_ms: day.openingDelayMaxMs,
      settling_delay_ms: day.settlingDelayMs,
      settling_delay_max_ms: day.settlingDelayMaxMs,
    };
  }

  /** An ended order without its owner. */
  result(order: StoredMicroOrder): MicroResultInfo {
    const { state: outcome, window, payout, settledAtMs } = order;
    assert(outcome !== 'opening' && outcome !== 'open', 'a result is of an ended order');
    return {
      id: String(order.id),
      micro_product_id: order.productId,
      instrument: order.instrument,
      price_scale: order.priceScale,
      direction: order.direction,
      seconds: order.seconds,
      stake: this.#amount(order.stake),
      profit_ppm: order.profitPpm,
      loss_ppm: order.lossPpm,
      accepted_at: order.acceptedAtMs,
      log_at: ensure(readReceipt(order.receipt), 'a receipt').logAtMs,
      opened_at: order.openedAtMs,
      open_ticks: order.openTicks,
      expires_at: order.expiresAtMs,
      sum: window?.sum ?? null,
      count: window?.count ?? null,
      outcome,
      payout: this.#amount(ensure(payout, 'a payout')),
      settled_at: ensure(settledAtMs, 'a settlement'),
    };
  }

  get currencyCode(): string {
    return this.#parts.currency.code;
  }

  limits({ limits, lossOfDay }: OwnLimitsState, now: EpochMs): MicroLimitsInfo {
    const limit = dailyLossAt(limits, now);
    const { next, breakUntilMs } = limits;
    const amountOf = (value: bigint | null) => (value === null ? null : this.#amount(value));
    return {
      currency_code: this.#parts.currency.code,
      daily_loss_limit: amountOf(limit),
      next:
        next === null || now >= next.fromMs
          ? null
          : { daily_loss_limit: amountOf(next.dailyLoss), from: next.fromMs },
      break_until: breakUntilMs === null || now >= breakUntilMs ? null : breakUntilMs,
      loss_of_day: this.#amount(lossOfDay),
    };
  }

  balance({ available, frozen }: MicroAccount): Balance {
    const { id, code } = this.#parts.currency;
    return {
      id: accountIdOf(ACCOUNT_TYPES.fast_contract, id),
      account_type_id: ACCOUNT_TYPES.fast_contract,
      currency_id: id,
      currency_code: code,
      available: this.#amount(available),
      frozen: this.#amount(frozen),
    };
  }

  #amount(value: bigint): string {
    return formatUnits(value, this.#parts.currency.scale);
  }
}
