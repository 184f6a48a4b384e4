/** Markets, as operators open and close them. Operators cannot set prices, place orders or change results. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { OperatorMarket } from '../../../contract/operator/schemas/market.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { SpotCommands, SpotMarketRules, SpotView } from '../spot/spot.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { AuditNote, OperatorAct } from './audit-trail.ts';
import { findLastActs } from './revisions.repo.ts';
import type { Acted } from './revisions.repo.ts';

export interface MarketDeskParts {
  readonly database: Database;
  readonly commands: Pick<SpotCommands, 'setStatus' | 'takesCancels' | 'closeOrders'>;
  readonly view: Pick<SpotView, 'markets'>;
  readonly currencies: Currencies;
}

/** Short, because the overload of the spot writer ends with its next commits. */
const CANCEL_RETRY_S = 1;

/** A change of a market, with the operator and the reason. */
interface MarketOrder {
  readonly marketId: number;
  readonly act: OperatorAct;
  readonly reason: string;
  /** The revision of the market that the operator saw. */
  readonly seen: number;
}

/**
 * Sets the status of markets and closes their orders. The spot writer has its own commits, so each action
 * is written to the audit log before its command.
 */
export class MarketDesk {
  readonly #parts: MarketDeskParts;

  constructor(parts: MarketDeskParts) {
    this.#parts = parts;
  }

  async list(): Promise<readonly OperatorMarket[]> {
    const { database, view } = this.#parts;
    const actedOn = await findLastActs(database, 'market', [...view.markets.keys()]);
    return [...view.markets.values()].map((rules) => this.#shown(rules, actedOn(rules.id)));
  }

  async setStatus(
    order: MarketOrder,
    status: MarketStatus,
  ): Promise<Result<OperatorMarket, 'market_not_found' | 'not_changed'>> {
    const { database, commands, view } = this.#parts;
    const { marketId } = order;
    const before = view.markets.get(marketId);
    if (before === undefined) return refuse('market_not_found');
    if (before.status === status) return refuse('not_changed');
    const details = { before: before.status, after: status };
    await this.#writeDown(order, { action: 'market.setStatus', details });
    await commands.setStatus(marketId, status);
    const actedOn = await findLastActs(database, 'market', [marketId]);
    const rules = ensure(view.markets.get(marketId), `market ${marketId}`);
    return ok(this.#shown(rules, actedOn(marketId)));
  }

  /** @returns the number of orders that were open. */
  async closeOrders(
    order: MarketOrder,
  ): Promise<Result<number, 'market_not_found' | 'service_unavailable'>> {
    const { commands, view } = this.#parts;
    const { marketId, act } = order;
    if (!view.markets.has(marketId)) return refuse('market_not_found');
    // A refused command must not be written to the audit log.
    if (!(await commands.takesCancels())) return refuse('service_unavailable', CANCEL_RETRY_S);
    await this.#writeDown(order, { action: 'market.closeOrders' });
    const { requestId, now } = act;
    const closed = await commands.closeOrders({ marketId, requestId, now });
    return closed.ok ? ok(closed.value.length) : closed;
  }

  #writeDown(
    { marketId, act, reason, seen }: MarketOrder,
    note: Pick<AuditNote, 'action' | 'details'>,
  ): Promise<void> {
    return transaction(this.#parts.database, (tx) =>
      writeAudit(tx, act, { ...note, subject: ['market', marketId], reason, seen }),
    );
  }

  #shown(rules: SpotMarketRules, { revision, act }: Acted): OperatorMarket {
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
      revision,
      last_act: act,
    };
  }
}
