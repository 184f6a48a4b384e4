/** A contract exchange for tests: four markets with the terms of the golden vectors, and short commands on them. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type { HouseFunds } from '../../../server/engine/lever/house-risk.ts';
import type {
  LeverEvent,
  LeverMark,
  LeverMarketTerms,
  LeverOrder,
  Verdict,
} from '../../../server/engine/lever/lever-types.ts';

/** Decimals of the settlement currency. */
const SCALE = 18;

/** Returns the units of an amount of the settlement currency. */
export const usdt = (text: string): bigint => ensure(parseUnits(text, SCALE), `amount ${text}`);
/** Returns the canonical text of units of the settlement currency. */
export const inUsdt = (units: bigint): string => formatUnits(units, SCALE);

const LIMIT = usdt('1000000000');
const OPEN_TERMS = {
  calendar: 'coin',
  lotsMin: 1,
  lotsMax: 1_000_000,
  multiples: [1, 2, 3, 5, 10, 20, 30, 50, 100],
  spreadPpm: 200,
  feePpm: 500,
  nightPpm: 300,
  limits: { net: LIMIT, gross: LIMIT, owner: LIMIT },
  status: 'trading',
  endsAtMs: null,
} as const;

/** Terms of a market whose lot has this size. @param priceScale decimals of its prices. */
const marketOf = (id: number, lotSize: string, priceScale: number): LeverMarketTerms => ({
  ...OPEN_TERMS,
  id,
  tickLotUnits: usdt(lotSize) / 10n ** BigInt(priceScale),
});

export const BTC = marketOf(1, '0.001', 2);
export const ETH = marketOf(2, '0.01', 2);
export const DOGE = marketOf(3, '10', 6);
export const EURUSD: LeverMarketTerms = {
  ...marketOf(4, '1000', 5),
  calendar: 'forex',
  spreadPpm: 60,
  feePpm: 50,
  nightPpm: 40,
};
const PRICE_SCALES: ReadonlyMap<number, number> = new Map([
  [BTC.id, 2],
  [ETH.id, 2],
  [DOGE.id, 6],
  [EURUSD.id, 5],
]);

/** Returns the ticks of a price in the market. */
export const ticksOf = ({ id }: Pick<LeverMarketTerms, 'id'>, price: string): number =>
  Number(parseUnits(String(Number(price)), PRICE_SCALES.get(id) ?? 0));
/** Returns the price of ticks in the market. */
export const priceOf = ({ id }: Pick<LeverMarketTerms, 'id'>, ticks: number): string =>
  formatUnits(BigInt(ticks), PRICE_SCALES.get(id) ?? 0);

/** A live mark on which all sources agree. */
const liveAt = (ticks: number, seq = 1): LeverMark => ({
  state: 'live',
  ticks,
  seq,
  isAgreed: true,
  apartPpm: 0,
  isCloseOnly: false,
});

/** Friday, 2026-11-20, 10:00 UTC. */
const FRIDAY = Date.UTC(2026, 10, 20, 10);
export const ANN = 7;
const HOUSE: HouseFunds = {
  pool: usdt('10000000'),
  insurance: usdt('500000'),
  base: usdt('10000000'),
};

type Asked = Pick<NewLeverOrder, 'direction' | 'lots' | 'multiple'> &
  Partial<NewLeverOrder> & { readonly market: LeverMarketTerms };

export class LeverScene {
  readonly core: DealingCore;
  now = FRIDAY;
  readonly events: LeverEvent[] = [];
  #nextId = 1;
  #nextSeq = 1;

  constructor(house: Partial<HouseFunds> = {}, terms = [BTC, ETH, DOGE, EURUSD]) {
    this.core = new DealingCore(terms, { ...HOUSE, ...house });
  }

  fund(amount: string, ownerId = ANN): void {
    this.#meet(ownerId);
    this.core.deposit(ownerId, usdt(amount), this.now);
    this.#collect();
  }

  /** The sources agree on this price, and everything that follows happens. @returns the events. */
  mark(market: LeverMarketTerms, price: string, mark: Partial<LeverMark> = {}): LeverEvent[] {
    const live = { ...liveAt(ticksOf(market, price), this.#nextSeq++), ...mark } as LeverMark;
    this.core.takeMark(market.id, live, this.now, Number.POSITIVE_INFINITY);
    return this.#collect();
  }

  freeze(market: LeverMarketTerms, state: 'frozen' | 'closed' = 'frozen'): LeverEvent[] {
    this.core.takeMark(market.id, { state }, this.now, Number.POSITIVE_INFINITY);
    return this.#collect();
  }

  /** Asks for an order. */
  ask({ market, ...asked }: Asked): Verdict<LeverOrder> {
    const order: NewLeverOrder = {
      id: this.#nextId++,
      ownerId: ANN,
      marketId: market.id,
      kind: asked.limitTicks ? 'limit' : 'market',
      limitTicks: null,
      takeProfitTicks: null,
      stopLossTicks: null,
      worstTicks: null,
      ...asked,
    };
    this.#meet(order.ownerId);
    const placed = this.core.place(order, this.now);
    this.#collect();
    return placed;
  }

  /** Places an order that is accepted. */
  place(asked: Asked): LeverOrder {
    const placed = this.ask(asked);
    if (!placed.ok) throw new Error(placed.error);
    return placed.value;
  }

  account(ownerId = ANN) {
    return this.core.accountOf(ownerId, this.now);
  }

  #meet(ownerId: number): void {
    if (!this.core.knows(ownerId)) this.core.restoreAccount(ownerId, { available: 0n, debt: 0n });
  }

  #collect(): LeverEvent[] {
    const events = [...this.core.takeEvents()];
    this.events.push(...events);
    return events;
  }
}
