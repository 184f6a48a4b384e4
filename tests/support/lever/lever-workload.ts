/** Seeded streams of operations on contracts: the same mix and seed always give the same operations. */
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type { HouseFunds } from '../../../server/engine/lever/house-risk.ts';
import type { LeverMark, LeverMarketTerms } from '../../../server/engine/lever/lever-types.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { BTC, ETH, EURUSD, usdt } from './lever-scene.ts';

export type LeverOperation = { readonly now: number } & (
  | { readonly type: 'place'; readonly order: NewLeverOrder }
  | {
      readonly type: 'cancel' | 'close' | 'withdrawClose';
      readonly ownerId: number;
      readonly id: number;
    }
  | {
      readonly type: 'amend';
      readonly ownerId: number;
      readonly id: number;
      readonly targets: readonly [number | null, number | null];
    }
  | {
      readonly type: 'closeAll';
      readonly ownerId: number;
      readonly direction: 'all' | 'long' | 'short';
    }
  | { readonly type: 'deposit' | 'withdraw'; readonly ownerId: number; readonly amount: bigint }
  | { readonly type: 'fundHouse'; readonly pool: bigint; readonly insurance: bigint }
  | { readonly type: 'terms'; readonly terms: LeverMarketTerms }
  | { readonly type: 'mark'; readonly marketId: number; readonly mark: LeverMark }
  | { readonly type: 'dismiss'; readonly id: number }
  | { readonly type: 'windDown'; readonly terms: LeverMarketTerms }
  | { readonly type: 'restart' }
);

export interface LeverMix {
  readonly name: string;
  readonly owners: number;
  /** Largest usual move of a mark, in millionths. */
  readonly movePpm: number;
  /** Marks of 1,000 that jump by up to a third. */
  readonly jumps: number;
  /** Marks of 1,000 that are not live, or on which sources do not agree. */
  readonly disturbed: number;
  /** Share per 100 of limit orders. */
  readonly limits: number;
  /** Largest time between two operations. */
  readonly stepMs: number;
  readonly house: HouseFunds;
  /** Largest deposit, in whole units of the settlement currency. */
  readonly deposit: number;
  /** Multiples of the orders; the last one of most mixes is not offered. */
  readonly multiples: readonly number[];
  /** The pool gets less than this at a time, minus 900, in whole units: with 1,800 it neither grows nor shrinks. */
  readonly funding: number;
}

const RICH: HouseFunds = {
  pool: usdt('10000000'),
  insurance: usdt('50000'),
  base: usdt('10000000'),
};
const BASE: LeverMix = {
  name: 'mixed',
  owners: 6,
  movePpm: 4_000,
  jumps: 4,
  disturbed: 60,
  limits: 30,
  stepMs: 30_000,
  house: RICH,
  deposit: 2_000,
  multiples: [1, 3, 10, 20, 50, 100, 100, 7],
  funding: 4_000,
};

export const LEVER_MIXES: readonly LeverMix[] = [
  BASE,
  { ...BASE, name: 'wild', movePpm: 20_000, jumps: 40, house: { ...RICH, insurance: 0n } },
  { ...BASE, name: 'disturbed', disturbed: 500, stepMs: 1_500 },
  { ...BASE, name: 'days', stepMs: 4 * 3_600_000, movePpm: 8_000 },
  { ...BASE, name: 'one owner', owners: 1, deposit: 300 },
  {
    ...BASE,
    name: 'thin pool',
    movePpm: 15_000,
    jumps: 25,
    disturbed: 20,
    house: { pool: usdt('9000'), insurance: usdt('20'), base: usdt('8500') },
  },
  {
    // Longs and shorts of high multiples: little is net, and a gap of one side would cost more than the pool.
    ...BASE,
    name: 'geared',
    owners: 8,
    movePpm: 2_000,
    jumps: 1,
    disturbed: 10,
    limits: 15,
    stepMs: 3_000,
    multiples: [50, 100],
    funding: 1_800,
    house: { pool: usdt('8000'), insurance: usdt('500'), base: usdt('8000') },
  },
];

const MARKETS: readonly LeverMarketTerms[] = [BTC, ETH, EURUSD].map((terms) => ({
  ...terms,
  // An odd unit, so that every division has a remainder.
  tickLotUnits: terms.tickLotUnits + 7n,
  limits: { net: usdt('150000'), gross: usdt('400000'), owner: usdt('120000') },
}));
const MIDDLES: Readonly<Record<number, number>> = {
  [BTC.id]: 97_250_00,
  [ETH.id]: 3_420_00,
  [EURUSD.id]: 108_620,
};
const LOTS: Readonly<Record<number, number>> = { [BTC.id]: 300, [ETH.id]: 400, [EURUSD.id]: 30 };
/** Orders that commands can name. */
const KNOWN_MAX = 15;
const START = Date.UTC(2026, 10, 20, 10);

export const LEVER_MARKETS = MARKETS;

class LeverWorkload {
  readonly #mix: LeverMix;
  readonly #random: () => number;
  readonly #ticks = new Map(MARKETS.map(({ id }) => [id, MIDDLES[id] ?? 1]));
  /** The terms of now; an operator changes them, for new orders only. */
  readonly #terms = new Map(MARKETS.map((terms) => [terms.id, terms]));
  /** The last orders, for commands on them; most of the oldest have ended. */
  readonly #known: NewLeverOrder[] = [];
  #now = START;
  #lastId = 0;
  #seq = 0;

  constructor(mix: LeverMix, seed: number) {
    this.#mix = mix;
    this.#random = createRandom(seed);
  }

  /** The next operation, sometimes with one that follows at once. */
  next(): readonly LeverOperation[] {
    this.#now += this.#below(this.#mix.stepMs);
    const now = this.#now;
    const kind = this.#below(1_000);
    if (kind < 500) {
      const { id } = this.#pick(MARKETS);
      return [{ type: 'mark', marketId: id, mark: this.#mark(id), now }];
    }
    if (kind < 740) return [{ type: 'place', order: this.#order(), now }];
    if (kind < 875) return this.#ofOrder(kind, now);
    if (kind < 950) return [this.#ofMoney(kind, now)];
    if (kind < 958) {
      const pool = BigInt(this.#below(this.#mix.funding) - 900) * usdt('1');
      return [{ type: 'fundHouse', pool, insurance: BigInt(this.#below(20)) * usdt('1'), now }];
    }
    if (kind < 995) {
      const status = this.#chance(900) ? 'trading' : this.#pick(['close_only', 'halted'] as const);
      return [{ type: 'terms', terms: this.#changed({ status, endsAtMs: null }), now }];
    }
    if (kind < 998) return [{ type: 'restart', now }];
    const terms = this.#changed({ status: 'close_only', endsAtMs: now });
    return [{ type: 'windDown', terms, now }];
  }

  /** New terms of a market, often with other costs, and sometimes with other bounds. */
  #changed(change: Pick<LeverMarketTerms, 'status' | 'endsAtMs'>): LeverMarketTerms {
    const base = this.#pick(MARKETS);
    const before = this.#terms.get(base.id) ?? base;
    const costs = this.#chance(500)
      ? {
          spreadPpm: 1 + this.#below(2 * base.spreadPpm),
          feePpm: 1 + this.#below(2 * base.feePpm),
          nightPpm: this.#below(2 * base.nightPpm),
        }
      : {};
    const bounds = this.#chance(200)
      ? {
          lotsMin: 1 + this.#below(4),
          lotsMax: this.#pick([100, 1_000_000]),
          multiples: this.#chance(800) ? base.multiples : base.multiples.slice(0, -1),
          limits: this.#chance(800) ? base.limits : { ...base.limits, owner: usdt('40000') },
        }
      : {};
    const terms = { ...before, ...costs, ...bounds, ...change };
    this.#terms.set(base.id, terms);
    return terms;
  }

  /** A command on an order that its owner knows. */
  #ofOrder(kind: number, now: number): readonly LeverOperation[] {
    const own = this.#known[this.#below(this.#known.length)] ?? this.#order();
    // Sometimes an owner asks for an order of another owner.
    const ownerId = this.#chance(980) ? own.ownerId : this.#owner();
    const asked = { ownerId, id: own.id, now };
    if (kind < 770) return [{ type: 'cancel', ...asked }];
    if (kind < 800) {
      const close = { type: 'close', ...asked } as const;
      return this.#chance(600) ? [close, { type: 'withdrawClose', ...asked }] : [close];
    }
    if (kind < 830) return [{ type: 'withdrawClose', ...asked }];
    if (kind < 872)
      return [{ type: 'amend', targets: this.#targets(own.marketId, own.direction), ...asked }];
    if (kind === 872) return [{ type: 'dismiss', id: own.id, now }];
    const direction = this.#pick(['all', 'long', 'short'] as const);
    return [{ type: 'closeAll', ownerId, direction, now }];
  }

  #ofMoney(kind: number, now: number): LeverOperation {
    const whole = usdt('1') * BigInt(1 + this.#below(this.#mix.deposit));
    const amount = whole + BigInt(this.#below(1_000));
    return { type: kind < 915 ? 'deposit' : 'withdraw', ownerId: this.#owner(), amount, now };
  }

  #order(): NewLeverOrder {
    const marketId = this.#pick(MARKETS).id;
    const isLimit = this.#below(100) < this.#mix.limits;
    const direction = this.#pick(['long', 'short'] as const);
    const [takeProfitTicks, stopLossTicks] = this.#targets(marketId, direction);
    const limit = this.#target(marketId, direction === 'long' ? -1 : 1);
    const made = {
      id: ++this.#lastId,
      ownerId: this.#owner(),
      marketId,
      kind: isLimit ? ('limit' as const) : ('market' as const),
      direction,
      lots: 1 + this.#below(LOTS[marketId] ?? 1),
      multiple: this.#pick(this.#mix.multiples),
      limitTicks: isLimit ? (limit ?? this.#near(marketId, this.#mix.movePpm)) : null,
      takeProfitTicks,
      stopLossTicks,
      worstTicks: !isLimit && this.#chance(50) ? this.#near(marketId, 900) : null,
    };
    this.#known.push(made);
    if (this.#known.length > KNOWN_MAX) this.#known.shift();
    return made;
  }

  #targets(marketId: number, direction: 'long' | 'short') {
    const side = direction === 'long' ? 1 : -1;
    return [this.#target(marketId, side), this.#target(marketId, side === 1 ? -1 : 1)] as const;
  }

  /** A price above or below the mark; mostly on the side that the direction needs. */
  #target(marketId: number, side: 1 | -1): number | null {
    if (this.#chance(650)) return null;
    const middle = this.#ticks.get(marketId) ?? 1;
    const off = Math.round((middle * this.#random() * 4 * this.#mix.movePpm) / 1e6) + 1;
    return Math.max(1, middle + (this.#chance(950) ? side : -side) * off);
  }

  #near(marketId: number, widthPpm: number): number {
    const middle = this.#ticks.get(marketId) ?? 1;
    return Math.max(1, middle + Math.round((middle * (this.#random() - 0.5) * 2 * widthPpm) / 1e6));
  }

  #mark(marketId: number): LeverMark {
    const { jumps, movePpm, disturbed } = this.#mix;
    const ticks = this.#near(marketId, this.#chance(jumps) ? 330_000 : movePpm);
    // Prices return to the middle, so that a long run has no end of them.
    const middle = MIDDLES[marketId] ?? 1;
    this.#ticks.set(marketId, ticks > 4 * middle || 4 * ticks < middle ? middle : ticks);
    if (this.#chance(disturbed)) return { state: this.#pick(['frozen', 'closed'] as const) };
    const { spreadPpm = 0, feePpm = 0 } = this.#terms.get(marketId) ?? {};
    const withinPpm = Math.floor((spreadPpm + feePpm) / 2);
    const isAgreed = !this.#chance(disturbed);
    return {
      state: 'live',
      ticks: this.#ticks.get(marketId) ?? middle,
      seq: ++this.#seq,
      isAgreed,
      // Sources that agree for the market may be too far apart for an order of lower costs.
      apartPpm: isAgreed ? this.#below(withinPpm + 1) : withinPpm + 1 + this.#below(500),
      isCloseOnly: this.#chance(disturbed / 4),
    };
  }

  #owner = (): number => 1 + this.#below(this.#mix.owners);
  #below = (count: number): number => Math.floor(this.#random() * count);
  #chance = (of1000: number): boolean => this.#below(1_000) < of1000;
  #pick = <T>(values: readonly T[]): T => values[this.#below(values.length)] as T;
}

/** The owner whose command it is; null for all others. */
export function ownerIn(operation: LeverOperation): number | null {
  if (operation.type === 'place') return operation.order.ownerId;
  return 'ownerId' in operation ? operation.ownerId : null;
}

/** The first operations of the stream of this seed, at least `count`. */
export function* leverOperations(
  mix: LeverMix,
  seed: number,
  count: number,
): Generator<LeverOperation, void> {
  const workload = new LeverWorkload(mix, seed);
  for (let n = 0; n < count; n++) yield* workload.next();
}
