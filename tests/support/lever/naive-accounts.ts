/** State of the naive contract exchange, and its formulas: written without those of the project. */
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type {
  LeverMark,
  LeverMarketTerms,
  LeverRefusal,
} from '../../../server/engine/lever/lever-types.ts';

const MILLION = 1_000_000n;
const DAY_MS = 86_400_000;
/** Weights of the nights of forex that end a Sunday to a Saturday. */
const WEIGHTS = [0, 1, 1, 3, 1, 1, 0];

/** `n / d` for positive numbers, rounded up. */
export const up = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;
const abs = (n: bigint): bigint => (n < 0n ? -n : n);

interface Market {
  terms: LeverMarketTerms;
  mark: LeverMark;
  last: bigint;
  takenMs: number;
  /** Time of the first of the latest marks that were not live. */
  missingMs: number | null;
  isAbsent: boolean;
}

export interface NaiveOrder extends NewLeverOrder {
  terms: LeverMarketTerms;
  state: 'pending' | 'in_trading' | 'closing' | 'over';
  tp: bigint | null;
  sl: bigint | null;
  reserve: bigint;
  open: bigint;
  notional: bigint;
  margin: bigint;
  openedMs: number;
  placedMs: number;
  revision: number;
  /** Reason why it waits to be closed. */
  reason: string;
}

interface Person {
  cash: bigint;
  level: number;
}

export class NaiveAccounts {
  readonly markets = new Map<number, Market>();
  readonly people = new Map<number, Person>();
  orders: NaiveOrder[] = [];
  now = 0;
  pool: bigint;
  insurance: bigint;
  base: bigint;
  readonly #noteRule: (rule: string) => void;

  /** @param noteRule hears of each refusal by a rule that few operations meet. */
  constructor(
    terms: readonly LeverMarketTerms[],
    house: Record<'pool' | 'insurance' | 'base', bigint>,
    noteRule: (rule: string) => void = () => {},
  ) {
    this.#noteRule = noteRule;
    for (const market of terms)
      this.markets.set(market.id, {
        terms: market,
        mark: { state: 'frozen' },
        last: 0n,
        takenMs: 0,
        missingMs: null,
        isAbsent: false,
      });
    ({ pool: this.pool, insurance: this.insurance, base: this.base } = house);
  }

  /** Reason why an order must not open at this price. */
  refusal(order: NaiveOrder, at: bigint): LeverRefusal | null {
    const { marketId, lots, ownerId, terms } = order;
    const { last } = this.market(marketId);
    const { limits } = this.market(marketId).terms;
    const value = (count: number): bigint => BigInt(count) * last * terms.tickLotUnits;
    const here = this.orders.filter((other) => other.marketId === marketId && this.isOpen(other));
    const sum = (some: readonly NaiveOrder[]): number =>
      some.reduce((all, other) => all + other.lots, lots);
    if (value(sum(here.filter((other) => other.ownerId === ownerId))) > limits.owner)
      return 'position_limit_reached';
    if (value(sum(here)) > limits.gross) return 'exposure_limit_reached';
    const net = this.net(marketId);
    const after = Math.abs(net + (order.direction === 'long' ? lots : -lots));
    const unrealized = this.orders.reduce((all, other) => all + this.profit(other), 0n);
    const cover = (this.pool - unrealized) * 100n;
    if (this.pool < 0n || cover < this.base * 40n) return 'exposure_limit_reached';
    if (after >= Math.abs(net)) {
      const total = this.allNet() + value(after) - value(Math.abs(net));
      const isCovered = total * 10n <= (this.pool + this.insurance) * 60n;
      if (cover < this.base * 60n || value(after) > limits.net || !isCovered)
        return 'exposure_limit_reached';
    }
    const { notional, margin, fee } = this.cost(order, at);
    const gaps = this.allGaps({ ...order, notional });
    if (gaps > this.allGaps() && gaps * 100n > (this.pool + this.insurance) * 60n) {
      this.#noteRule('refused by the gap alone');
      return 'exposure_limit_reached';
    }
    return margin + fee > this.usable(ownerId, order.reserve) ? 'insufficient_margin' : null;
  }

  usable(ownerId: number, extra = 0n, isTransfer = false): bigint {
    const { cash } = this.person(ownerId);
    if (cash < 0n) return 0n;
    const result = this.counted(ownerId);
    const kept = this.kept(ownerId, isTransfer);
    const usable = cash + extra + (result < 0n ? result : 0n) - kept;
    return usable > 0n ? usable : 0n;
  }

  /** The amount that no user may take: the value of a market without a price, a gap of one that is closed or apart. */
  kept(ownerId: number, isTransfer: boolean): bigint {
    let sum = 0n;
    for (const [marketId, { terms, mark, last }] of this.markets) {
      const value = abs(BigInt(this.net(marketId, ownerId))) * last * terms.tickLotUnits;
      const gap = up(value * (terms.calendar === 'coin' ? 10n : 3n), 100n);
      const isApart = mark.state === 'live' && !mark.isAgreed;
      if (terms.status === 'halted' || mark.state === 'frozen') sum += value;
      else if (mark.state === 'closed' || (isTransfer && isApart)) sum += gap;
    }
    return sum;
  }

  equity(ownerId: number): bigint {
    const open = this.positions(ownerId);
    const result = open.reduce((sum, order) => sum + this.profit(order) - this.nights(order), 0n);
    return this.person(ownerId).cash + this.frozen(ownerId) + result;
  }

  /** Profits and nights of the positions; without the profit of a market that is not live. */
  counted(ownerId: number): bigint {
    let sum = 0n;
    for (const marketId of this.markets.keys()) {
      const own = this.positions(ownerId).filter((order) => order.marketId === marketId);
      const won = own.reduce((all, order) => all + this.profit(order), 0n);
      if (won < 0n || own.some((order) => this.isLive(order))) sum += won;
      for (const order of own) sum -= this.nights(order);
    }
    return sum;
  }

  /** The market has no price. @returns owners to judge without it: after ten seconds, or when it is closed. */
  miss(marketId: number): number[] {
    const market = this.market(marketId);
    market.missingMs ??= this.now;
    const isOverdue = this.now - market.missingMs >= 10_000;
    if (market.isAbsent || !(isOverdue || market.mark.state === 'closed')) return [];
    market.isAbsent = true;
    return [...this.people.keys()]
      .filter((id) => this.positions(id).some((order) => order.marketId === marketId))
      .toSorted((a, b) => a - b);
  }

  frozen(ownerId: number): bigint {
    const own = this.orders.filter((order) => order.ownerId === ownerId);
    return own.reduce((sum, { margin, reserve }) => sum + margin + reserve, 0n);
  }

  cost(order: NaiveOrder, at: bigint) {
    const notional = at * BigInt(order.lots) * order.terms.tickLotUnits;
    const margin = up(notional, BigInt(order.multiple));
    return { notional, margin, fee: up(notional * BigInt(order.terms.feePpm), MILLION) };
  }

  entry(direction: string, mark: bigint, { spreadPpm }: LeverMarketTerms): bigint {
    const spread = BigInt(spreadPpm);
    return direction === 'long'
      ? up(mark * (MILLION + spread), MILLION)
      : (mark * (MILLION - spread)) / MILLION;
  }

  profit(order: NaiveOrder): bigint {
    if (!this.isOpen(order)) return 0n;
    const won = this.market(order.marketId).last - order.open;
    const units = won * BigInt(order.lots) * order.terms.tickLotUnits;
    return order.direction === 'long' ? units : -units;
  }

  nights(order: NaiveOrder): bigint {
    let weight = 0;
    for (let day = Math.floor(order.openedMs / DAY_MS); (day + 1) * DAY_MS <= this.now; day++)
      weight +=
        order.terms.calendar === 'coin' ? 1 : (WEIGHTS[new Date(day * DAY_MS).getUTCDay()] ?? 0);
    return BigInt(weight) * up(order.notional * BigInt(order.terms.nightPpm), MILLION);
  }

  /** Whether sources agree for the market, and no further apart than half of the costs of the order. */
  agrees({ marketId, terms: paid }: Pick<NaiveOrder, 'marketId' | 'terms'>): boolean {
    const { mark, terms } = this.market(marketId);
    if (mark.state !== 'live' || terms.status === 'halted' || !mark.isAgreed) return false;
    return 2 * mark.apartPpm <= paid.spreadPpm + paid.feePpm;
  }

  reason(order: NaiveOrder): 'take_profit' | 'stop_loss' | null {
    const { last } = this.market(order.marketId);
    const isAgreed = this.agrees(order);
    const s = order.direction === 'long' ? 1n : -1n;
    const isTrading = order.state === 'in_trading';
    if (!isTrading && !(order.state === 'closing' && order.reason === 'owner')) return null;
    if (isTrading && isAgreed && order.tp !== null && (last - order.tp) * s >= 0n)
      return 'take_profit';
    return order.sl !== null && (order.sl - last) * s >= 0n ? 'stop_loss' : null;
  }

  byPayout(orders: readonly NaiveOrder[]): NaiveOrder[] {
    const payout = (order: NaiveOrder): bigint =>
      order.margin + this.profit(order) - this.nights(order);
    return orders.toSorted((a, b) => {
      const more = payout(b) - payout(a);
      return more === 0n ? a.id - b.id : more > 0n ? 1 : -1;
    });
  }

  /** Whether accounts wait for a mark of the order's market. */
  isAwaited(order: NaiveOrder): boolean {
    return !this.isLive(order) && !this.market(order.marketId).isAbsent;
  }

  /** Whether the account of the owner waits for a mark. */
  waits(ownerId: number): boolean {
    return this.positions(ownerId).some((order) => this.isAwaited(order));
  }

  /** Reason why a market order of the market has waited too long. */
  impatience(marketId: number): string {
    const { mark, terms } = this.market(marketId);
    if (terms.status === 'halted') return 'market_halted';
    if (mark.state === 'closed') return 'market_closed';
    const isBroken = mark.state === 'live' && mark.isCloseOnly;
    return isBroken || terms.status === 'close_only' ? 'contracts_close_only' : 'price_moving';
  }

  isLive({ marketId }: Pick<NaiveOrder, 'marketId'>): boolean {
    const { mark, terms } = this.market(marketId);
    return mark.state === 'live' && terms.status !== 'halted';
  }

  /** Whether the mark is live, and no older than two seconds. */
  isFresh({ marketId }: Pick<NaiveOrder, 'marketId'>): boolean {
    return this.isLive({ marketId }) && this.now - this.market(marketId).takenMs <= 2_000;
  }

  /** @param ownerId of one owner; of all without it. */
  net(marketId: number, ownerId?: number): number {
    return this.orders
      .filter((order) => order.marketId === marketId && this.isOpen(order))
      .filter((order) => ownerId === undefined || order.ownerId === ownerId)
      .reduce((sum, { direction, lots }) => sum + (direction === 'long' ? lots : -lots), 0);
  }

  allNet(): bigint {
    return [...this.markets.values()].reduce(
      (sum, { terms, last }) => sum + abs(BigInt(this.net(terms.id))) * last * terms.tickLotUnits,
      0n,
    );
  }

  /** Unpaid loss of users after a gap in every market, with one more position. */
  allGaps(more?: NaiveOrder): bigint {
    const open = this.orders.filter((order) => this.isOpen(order));
    const all = more === undefined ? open : [...open, more];
    const loss = ({ notional, multiple, terms }: NaiveOrder): bigint => {
      const beyond = (terms.calendar === 'coin' ? 10n : 3n) * BigInt(multiple) - 100n;
      return beyond > 0n ? up(notional * beyond, 100n * BigInt(multiple)) : 0n;
    };
    const side = (marketId: number, direction: string): bigint =>
      all
        .filter((order) => order.marketId === marketId && order.direction === direction)
        .reduce((sum, order) => sum + loss(order), 0n);
    return [...this.markets.keys()].reduce((sum, id) => {
      const [long, short] = [side(id, 'long'), side(id, 'short')];
      return sum + (long > short ? long : short);
    }, 0n);
  }

  isOpen = ({ state }: NaiveOrder): boolean => state === 'in_trading' || state === 'closing';

  positions(ownerId: number): NaiveOrder[] {
    return this.orders.filter((order) => order.ownerId === ownerId && this.isOpen(order));
  }

  own(ownerId: number, id: number): NaiveOrder | undefined {
    return this.orders.find((order) => order.id === id && order.ownerId === ownerId);
  }

  market(id: number): Market {
    const market = this.markets.get(id);
    if (market === undefined) throw new Error(`market ${id}`);
    return market;
  }

  person(ownerId: number): Person {
    const person = this.people.get(ownerId) ?? { cash: 0n, level: 0 };
    this.people.set(ownerId, person);
    return person;
  }
}
