/** Markets, as operators open and close them. No right to a price, an order or a result is among it. */
import { ensure } from '../../contract/assert.ts';
import { formatUnits } from '../../contract/money/decimal.ts';
import type { OperatorMarket } from '../../contract/operator/schemas/exchange.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { MarketStatus } from '../../contract/schemas/market.ts';
import type { Database } from '../db/database.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { SpotExchange, SpotMarketRules } from '../spot/spot-exchange.types.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';

export interface MarketDeskParts {
  readonly database: Database;
  readonly exchange: Pick<SpotExchange, 'markets' | 'setStatus' | 'closeOrders'>;
  readonly currencies: Currencies;
}

/** What is done to which market, by whom and why. */
export interface MarketOrder {
  readonly marketId: number;
  readonly act: OperatorAct;
  readonly reason: string;
}

/** The spot writer commits by itself, so what is asked of it is written down before. */
export class MarketDesk {
  readonly #parts: MarketDeskParts;

  constructor(parts: MarketDeskParts) {
    this.#parts = parts;
  }

  list(): readonly OperatorMarket[] {
    return [...this.#parts.exchange.markets.values()].map((rules) => this.#shown(rules));
  }

  async setStatus(
    { marketId, act, reason }: MarketOrder,
    status: MarketStatus,
  ): Promise<Result<OperatorMarket, 'market_not_found' | 'not_changed'>> {
    const { database, exchange } = this.#parts;
    const before = exchange.markets.get(marketId);
    if (before === undefined) return refuse('market_not_found');
    if (before.status === status) return refuse('not_changed');
    await writeAudit(database, act, {
      action: 'market.setStatus',
      subject: ['market', marketId],
      reason,
      details: { before: before.status, after: status },
    });
    await exchange.setStatus(marketId, status);
    return ok(this.#shown(ensure(exchange.markets.get(marketId), `market ${marketId}`)));
  }

  /** @returns how many orders were open. */
  async closeOrders({
    marketId,
    act,
    reason,
  }: MarketOrder): Promise<Result<number, 'market_not_found' | 'service_unavailable'>> {
    const { database, exchange } = this.#parts;
    if (!exchange.markets.has(marketId)) return refuse('market_not_found');
    await writeAudit(database, act, {
      action: 'market.closeOrders',
      subject: ['market', marketId],
      reason,
    });
    const { requestId, now } = act;
    const closed = await exchange.closeOrders({ marketId, requestId, now });
    return closed.ok ? ok(closed.value.length) : closed;
  }

  #shown(rules: SpotMarketRules): OperatorMarket {
    const codeOf = (id: number) => ensure(this.#parts.currencies.byId(id), `currency ${id}`).code;
    return {
      id: rules.id,
      base_currency_code: codeOf(rules.baseCurrencyId),
      quote_currency_code: codeOf(rules.quoteCurrencyId),
      status: rules.status,
      price_scale: rules.priceScale,
      quantity_scale: rules.quantityScale,
      min_notional: formatUnits(rules.minNotional, rules.quoteScale),
      price_band_ppm: rules.priceBandPpm,
      maker_fee_ppm: rules.makerFeePpm,
      taker_fee_ppm: rules.takerFeePpm,
    };
  }
}
