/** Orders, fills and balances as the wire has them: decimal text instead of ticks, lots and units. */
import { ensure } from '../../../contract/assert.ts';
import { costOf } from '../../../contract/figures/spot.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { ACCOUNT_TYPES, type Balance } from '../../../contract/wallet/accounts.ts';
import type { Fill, Order, OrderSide } from '../../../contract/spot/spot.ts';
import { accountIdOf } from '../../ledger/account-id.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { SpotBalance, SpotDeal, SpotOrder } from './spot-events.ts';
import type { SpotMarketRules } from './spot-exchange.types.ts';

/** A market with its currencies. */
interface WireMarket {
  readonly rules: SpotMarketRules;
  readonly base: Currency;
  readonly quote: Currency;
}

export class SpotWire {
  readonly #markets: ReadonlyMap<number, SpotMarketRules>;
  readonly #currencies: Pick<Currencies, 'byId'>;

  /** @param markets those of the exchange, which grow while the server runs. */
  constructor(markets: ReadonlyMap<number, SpotMarketRules>, currencies: Pick<Currencies, 'byId'>) {
    this.#currencies = currencies;
    this.#markets = markets;
  }

  order(order: SpotOrder): Order {
    const market = this.#market(order.marketId);
    const { rules, quote } = market;
    const { scale: feeScale, code: feeCode } = receivedBy(market, order.side);
    return {
      id: String(order.id),
      currency_match_id: order.marketId,
      side: order.side,
      type: order.kind,
      state: order.state,
      end_reason: order.endReason,
      price: order.priceTicks === null ? null : priceText(rules, order.priceTicks),
      quantity: order.quantityLots === null ? null : quantityText(rules, order.quantityLots),
      amount: order.amount === null ? null : formatUnits(order.amount, quote.scale),
      executed_quantity: quantityText(rules, order.executedLots),
      executed_amount: formatUnits(order.executedAmount, quote.scale),
      average_price: averagePrice(rules, order),
      fee: formatUnits(order.fee, feeScale),
      fee_currency_code: feeCode,
      maker_fee_ppm: order.makerFeePpm,
      taker_fee_ppm: order.takerFeePpm,
      revision: order.revision,
      created_at: order.createdAtMs,
      updated_at: order.updatedAtMs,
    };
  }

  /** Returns the trade as the order of that role sees it. */
  fill(deal: SpotDeal, role: Fill['role']): Fill {
    const market = this.#market(deal.marketId);
    const { rules, quote } = market;
    const side = role === 'taker' ? deal.takerSide : otherSide(deal.takerSide);
    const { scale: feeScale, code: feeCode } = receivedBy(market, side);
    const amount = costOf(BigInt(deal.priceTicks), BigInt(deal.quantityLots), rules.tickLotUnits);
    return {
      deal_id: String(deal.id),
      price: priceText(rules, deal.priceTicks),
      quantity: quantityText(rules, deal.quantityLots),
      amount: formatUnits(amount, quote.scale),
      fee: formatUnits(role === 'taker' ? deal.takerFee : deal.makerFee, feeScale),
      fee_currency_code: feeCode,
      role,
      time: deal.atMs,
    };
  }

  balance({ currencyId, available, frozen }: SpotBalance): Balance {
    const { code, scale } = this.#currency(currencyId);
    return {
      id: accountIdOf(ACCOUNT_TYPES.spot, currencyId),
      account_type_id: ACCOUNT_TYPES.spot,
      currency_id: currencyId,
      currency_code: code,
      available: formatUnits(available, scale),
      frozen: formatUnits(frozen, scale),
    };
  }

  #market(id: number): WireMarket {
    const rules = ensure(this.#markets.get(id), `market ${id}`);
    const base = this.#currency(rules.baseCurrencyId);
    return { rules, base, quote: this.#currency(rules.quoteCurrencyId) };
  }

  #currency(id: number): Currency {
    return ensure(this.#currencies.byId(id), `currency ${id}`);
  }
}

const otherSide = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy');

/** The currency that an order of this side receives, and pays its fee in. */
const receivedBy = ({ base, quote }: WireMarket, side: OrderSide): Currency =>
  side === 'buy' ? base : quote;

const priceText = ({ priceScale }: SpotMarketRules, ticks: number): string =>
  formatUnits(BigInt(ticks), priceScale);

const quantityText = ({ quantityScale }: SpotMarketRules, lots: number): string =>
  formatUnits(BigInt(lots), quantityScale);

/** Rounded down to a whole tick; null before any execution. */
function averagePrice(
  rules: SpotMarketRules,
  { executedLots, executedAmount }: SpotOrder,
): string | null {
  if (executedLots === 0) return null;
  const ticks = executedAmount / (BigInt(executedLots) * rules.tickLotUnits);
  return formatUnits(ticks, rules.priceScale);
}
