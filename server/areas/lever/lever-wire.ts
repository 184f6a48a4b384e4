/** Contract markets, orders, accounts and marks as the wire has them: decimal text instead of ticks and units. */
import { ensure } from '../../../contract/assert.ts';
import {
  RISK_PERCENT,
  riskRatioBpOf,
  stopOutTicksOf,
} from '../../../contract/figures/lever-account.ts';
import type {
  AskedLeverMark,
  LeverAccountInfo,
  LeverMarketInfo,
  LeverMarkInfo,
  LeverMarkQuote,
  LeverOrderDetail,
  LeverOrderInfo,
} from '../../../contract/lever/lever.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { UserRecords } from '../../../contract/user-records.ts';
import { ACCOUNT_TYPES, type Balance } from '../../../contract/wallet/accounts.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import { accountIdOf } from '../../ledger/account-id.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';
import type {
  LeverAccountState,
  LeverBatch,
  LeverMarketRules,
  LeverMarkView,
  LeverView,
} from './lever-exchange.types.ts';
import type { LeverOrderRecord } from './lever-history.ts';
import { stepsOf } from './lever-steps.ts';
import type { UsedMark } from './lever-store.types.ts';

interface LeverWireParts {
  readonly markets: LeverView['markets'];
  readonly currencies: Pick<Currencies, 'byId'>;
  /** The currency that all markets settle in. */
  readonly settleCurrencyId: number;
  /** Start of the next trading hours of forex markets; `now` while they are open. */
  readonly nextForexOpening: (now: EpochMs) => EpochMs;
}

export class LeverWire {
  readonly #parts: LeverWireParts;

  constructor(parts: LeverWireParts) {
    this.#parts = parts;
  }

  market(rules: LeverMarketRules, view: LeverMarkView | undefined, now: EpochMs): LeverMarketInfo {
    const state = view?.mark.state ?? 'frozen';
    return {
      id: rules.id,
      currency_match_id: rules.spotMarketId,
      symbol: rules.forexSymbol,
      settle_currency_id: rules.settleCurrencyId,
      settle_currency_code: this.#currency(rules.settleCurrencyId).code,
      price_scale: rules.priceScale,
      lot_size: rules.lotSize,
      lots_min: rules.lotsMin,
      lots_max: rules.lotsMax,
      multiples: [...rules.multiples],
      spread_ppm: rules.spreadPpm,
      fee_ppm: rules.feePpm,
      night_ppm: rules.nightPpm,
      night_calendar: rules.calendar,
      status: rules.status,
      mark: priceOrNull(rules, view?.lastLiveTicks),
      mark_state: state,
      mark_reason: reasonOf(view),
      mark_changed_at: view?.changedAtMs ?? null,
      is_agreed: isAgreed(view),
      apart_ppm: apartPpmOf(view),
      next_open: state === 'closed' ? this.#parts.nextForexOpening(now) : null,
      ends_at: rules.endsAtMs,
    };
  }

  order(order: LeverOrder): LeverOrderInfo {
    const rules = this.#market(order.marketId);
    const amount = this.#amounts();
    const price = (ticks: number | null) => priceOrNull(rules, ticks);
    const { opening, closing } = order;
    return {
      id: String(order.id),
      lever_market_id: order.marketId,
      direction: order.direction,
      type: order.kind,
      state: order.state,
      lots: order.lots,
      multiple: order.multiple,
      price: price(order.limitTicks),
      take_profit: price(order.takeProfitTicks),
      stop_loss: price(order.stopLossTicks),
      spread_ppm: order.spreadPpm,
      fee_ppm: order.feePpm,
      night_ppm: order.nightPpm,
      reserve: amount(order.reserve),
      open_price: price(opening?.ticks ?? null),
      margin: opening && amount(opening.margin),
      fee: opening && amount(opening.fee),
      night_fee: opening && amount(opening.nightFee),
      opened_at: opening && opening.atMs,
      close_reason: order.closeReason,
      close_price: price(closing?.ticks ?? null),
      profit: closing && amount(closing.profit),
      overnight_fee: closing && amount(closing.nights),
      closed_at: closing && closing.atMs,
      cancel_reason: order.cancelReason,
      revision: order.revision,
      created_at: order.placedAtMs,
    };
  }

  detail(record: LeverOrderRecord): LeverOrderDetail {
    const { order, events, openMark, closeMark } = record;
    const rules = this.#market(order.marketId);
    const amount = this.#amounts();
    const cover = order.closing?.cover ?? null;
    const marks = [openMark, closeMark].filter((mark) => mark !== null);
    return {
      ...this.order(order),
      worst_price: priceOrNull(rules, order.worstTicks),
      steps: stepsOf(order, events, (ticks) => priceText(rules, ticks)),
      marks: marks.map((mark) => this.usedMark(mark)),
      seen: this.#seenBy(record),
      // 0 stands for a cover that was not stored then.
      cover: cover === null || cover === 0n ? null : amount(cover),
      insured: order.settled && amount(order.settled.fromInsurance),
      waived: order.settled && amount(order.settled.waived),
    };
  }

  #seenBy({ order, stoppedOutLots, seenMarks }: LeverOrderRecord): LeverOrderDetail['seen'] {
    const { seen = null, ticks: markTicks = 0 } = order.closing ?? {};
    if (seen === null) return null;
    const { equity, margin } = seen;
    const unitsPerTick = BigInt(stoppedOutLots) * order.tickLotUnits;
    const stopOutTicks = stopOutTicksOf({ markTicks, unitsPerTick }, equity, margin);
    const amount = this.#amounts();
    return {
      equity: amount(equity),
      margin: amount(margin),
      stop_out_price: priceOrNull(this.#market(order.marketId), stopOutTicks),
      marks: seenMarks.map((mark) => ({ ...this.usedMark(mark), was_live: mark.wasLive })),
    };
  }

  account(state: LeverAccountState): LeverAccountInfo {
    const amount = this.#amounts();
    return {
      currency_id: this.#parts.settleCurrencyId,
      available: amount(state.available),
      frozen: amount(state.frozen),
      debt: amount(state.debt),
      margin: amount(state.margin),
      usable: amount(state.usable),
      transferable: amount(state.transferable),
      set_aside: state.setAside.map(({ marketId, doubt, amount: kept }) => ({
        lever_market_id: marketId,
        reason: doubt,
        amount: amount(kept),
      })),
      positions: state.orders
        .filter((order) => order.state !== 'pending')
        .map((order) => this.order(order)),
      thresholds: {
        warning: RISK_PERCENT.warning,
        danger: RISK_PERCENT.danger,
        stop_out: RISK_PERCENT.stopOut,
      },
    };
  }

  /** The balance of the account in the settlement currency. */
  ownBalance({ ownerId, available, frozen }: LeverAccountState): Balance {
    const currencyId = this.#parts.settleCurrencyId;
    const accountType = ACCOUNT_TYPES.contract;
    return this.balance({ ownerId, accountType, currencyId, available, frozen });
  }

  balance({ accountType, currencyId, available, frozen }: OwnedBalance): Balance {
    const { code, scale } = this.#currency(currencyId);
    return {
      id: accountIdOf(accountType, currencyId),
      account_type_id: accountType as Balance['account_type_id'],
      currency_id: currencyId,
      currency_code: code,
      available: formatUnits(available, scale),
      frozen: formatUnits(frozen, scale),
    };
  }

  /** @returns undefined for the return to calm, which is no warning. */
  warning(
    { level, equity, margin }: LeverBatch['warnings'][number],
    atMs: EpochMs,
  ): UserRecords['lever_warning'] | undefined {
    if (level === 'calm') return undefined;
    const amount = this.#amounts();
    return {
      level,
      equity: amount(equity),
      margin: amount(margin),
      ratio_bp: Number(riskRatioBpOf(equity, margin) ?? 0n),
      time: atMs,
    };
  }

  quote(marketId: number, view: LeverMarkView): LeverMarkQuote {
    const { mark, atMs, lastLiveTicks } = view;
    return {
      price: priceOrNull(this.#market(marketId), lastLiveTicks),
      status: view.marketStatus,
      state: mark.state,
      reason: reasonOf(view),
      is_agreed: isAgreed(view),
      apart_ppm: apartPpmOf(view),
      close_only: mark.state === 'live' && mark.isCloseOnly,
      changed_at: view.changedAtMs,
      time: atMs,
    };
  }

  /** The present mark; frozen without a price before the first evaluation. */
  mark(rules: LeverMarketRules, view: LeverMarkView | undefined, now: EpochMs): AskedLeverMark {
    const mark = view?.mark ?? { state: 'frozen' };
    const atMs = view?.atMs ?? now;
    return {
      lever_market_id: rules.id,
      seq: mark.state === 'live' ? mark.seq : null,
      mark: priceOrNull(rules, mark.state === 'live' ? mark.ticks : view?.lastLiveTicks),
      mark_state: mark.state,
      reason: reasonOf(view),
      close_only: mark.state === 'live' && mark.isCloseOnly,
      changed_at: view?.changedAtMs ?? null,
      time: atMs,
      sources: sourcesOf(rules, view?.sources ?? [], atMs),
    };
  }

  usedMark({ marketId, seq, ticks, atMs, isCloseOnly, sources }: UsedMark): LeverMarkInfo {
    const rules = this.#market(marketId);
    return {
      lever_market_id: marketId,
      seq,
      mark: priceText(rules, ticks),
      mark_state: 'live',
      reason: null,
      close_only: isCloseOnly,
      time: atMs,
      sources: sourcesOf(rules, sources, atMs),
    };
  }

  #market(id: number): LeverMarketRules {
    return ensure(this.#parts.markets.get(id), `contract market ${id}`);
  }

  #settlement(): Currency {
    return this.#currency(this.#parts.settleCurrencyId);
  }

  #amounts(): (units: bigint) => string {
    const { scale } = this.#settlement();
    return (units) => formatUnits(units, scale);
  }

  #currency(id: number): Currency {
    return ensure(this.#parts.currencies.byId(id), `currency ${id}`);
  }
}

/** Returns why a mark is not live; null while it is. */
function reasonOf(view: LeverMarkView | undefined): LeverMarkInfo['reason'] {
  const status = view?.status ?? 'too_few';
  return status === 'live' ? null : status;
}

const isAgreed = (view: LeverMarkView | undefined): boolean =>
  view?.mark.state === 'live' && view.mark.isAgreed;

const apartPpmOf = (view: LeverMarkView | undefined): number | null =>
  view?.mark.state === 'live' && view.sources.length > 0 ? view.mark.apartPpm : null;

const priceText = ({ priceScale }: LeverMarketRules, ticks: number): string =>
  formatUnits(BigInt(ticks), priceScale);

const priceOrNull = (rules: LeverMarketRules, ticks: number | null | undefined): string | null =>
  ticks === null || ticks === undefined ? null : priceText(rules, ticks);

const sourcesOf = (
  rules: LeverMarketRules,
  sources: readonly SourcePrice[],
  atMs: EpochMs,
): LeverMarkInfo['sources'] =>
  sources.map((source) => ({
    source: source.sourceId,
    price: priceText(rules, source.ticks),
    age_ms: Math.max(0, atMs - source.atMs),
  }));
