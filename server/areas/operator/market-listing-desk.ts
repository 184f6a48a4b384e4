/** New trading pairs of traded coins and of distributed tokens. */
import { parseUnits } from '../../../contract/money/decimal.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { MarketListing } from '../../../contract/operator/schemas/market.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import { commandTransaction } from '../../kit/db/refusable-transaction.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { findDistributedTokens } from '../ieo/ieo.area.ts';
import {
  addSpotMarket,
  findAddedSpotMarkets,
  type SpotMarketRow,
  type SpotView,
} from '../spot/spot.area.ts';
import { writeAudit, type OperatorDecision } from './audit-trail.ts';
import { MARKETS } from './report-changes.ts';
import { findLastAct } from './revisions.repo.ts';

export interface MarketListingParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly view: Pick<SpotView, 'markets'>;
  /** Opens the stored pair in the running server. */
  openAdded(row: SpotMarketRow): void;
}

type SentMarket = Omit<OperatorRequestOf<'addMarket'>, 'revision' | 'reason'>;
type AddError = 'currency_not_found' | 'amount_scale_exceeded' | 'market_exists';

export class MarketListingDesk {
  readonly #parts: MarketListingParts;

  constructor(parts: MarketListingParts) {
    this.#parts = parts;
  }

  /** Returns what an operator may choose, and opens stored pairs that this server does not have. */
  async read(): Promise<MarketListing> {
    const { database, currencies } = this.#parts;
    const { revision, act } = await findLastAct(database, MARKETS);
    await this.#openStored();
    const listed = (ids: ReadonlySet<number>) =>
      currencies.all
        .filter((currency) => ids.has(currency.id))
        .map(({ id, code }) => ({ currency_id: id, currency_code: code }));
    return {
      currencies: listed(await this.#baseIds()),
      quotes: listed(this.#quoteIds()),
      revision,
      last_act: act,
    };
  }

  /**
   * Adds a paused pair. currency_not_found: no market trades the coin and no offering has distributed it, or no market
   * is quoted in the other one. amount_scale_exceeded: a price has more digits than a tick, or a lot or a cost is finer
   * than the smallest unit. market_exists: there is a pair of both currencies.
   */
  async add(decision: OperatorDecision, sent: SentMarket): Promise<Result<null, AddError>> {
    const { currencies, database } = this.#parts;
    const base = currencies.byId(sent.base_currency_id);
    const quote = currencies.byId(sent.quote_currency_id);
    if (base === undefined || quote === undefined) return refuse('currency_not_found');
    if (!this.#quoteIds().has(quote.id) || !(await this.#baseIds()).has(base.id))
      return refuse('currency_not_found');
    const { price_scale: priceScale, quantity_scale: quantityScale } = sent;
    const ticks = parseUnits(sent.opening_price, priceScale);
    const minNotional = parseUnits(sent.min_notional, quote.scale);
    if (ticks === null || ticks > BigInt(Number.MAX_SAFE_INTEGER))
      return refuse('amount_scale_exceeded');
    if (minNotional === null || minNotional >= AMOUNT_END) return refuse('amount_scale_exceeded');
    if (quantityScale > base.scale || priceScale + quantityScale > quote.scale)
      return refuse('amount_scale_exceeded');
    const { act, reason, seen } = decision;
    const details = {
      pair: `${base.code}/${quote.code}`,
      price: sent.opening_price,
      priceScale,
      quantityScale,
      minNotional: sent.min_notional,
      priceBandPpm: sent.price_band_ppm,
      makerFeePpm: sent.maker_fee_ppm,
      takerFeePpm: sent.taker_fee_ppm,
    };
    const stored = await commandTransaction<SpotMarketRow, AddError>(database, async (tx) => {
      await writeAudit(tx, act, { action: 'market.add', subject: MARKETS, reason, seen, details });
      const row = await addSpotMarket(tx, {
        baseCurrencyId: base.id,
        quoteCurrencyId: quote.id,
        priceScale,
        quantityScale,
        minNotional,
        priceBandPpm: sent.price_band_ppm,
        makerFeePpm: sent.maker_fee_ppm,
        takerFeePpm: sent.taker_fee_ppm,
        openingTicks: Number(ticks),
      });
      return row === undefined ? refuse('market_exists') : ok(row);
    });
    // After a refusal, too: the answer to an earlier commit may have been lost, or another server has stored the pair.
    await this.#openStored();
    return stored.ok ? ok(null) : stored;
  }

  /** Opens the pairs that this server does not have: new ones, and those that a lost connection left only stored. */
  async #openStored(): Promise<void> {
    const { database, view, openAdded } = this.#parts;
    for (const row of await findAddedSpotMarkets(database))
      if (!view.markets.has(row.id)) openAdded(row);
  }

  /** Coins of the open markets, and distributed tokens: no user has any of the other tokens. */
  async #baseIds(): Promise<ReadonlySet<number>> {
    const { database, view } = this.#parts;
    const traded = [...view.markets.values()].flatMap((rules) => [
      rules.baseCurrencyId,
      rules.quoteCurrencyId,
    ]);
    return new Set([...traded, ...(await findDistributedTokens(database))]);
  }

  /** Currencies in which the open markets are quoted. */
  #quoteIds(): ReadonlySet<number> {
    return new Set([...this.#parts.view.markets.values()].map((rules) => rules.quoteCurrencyId));
  }
}
