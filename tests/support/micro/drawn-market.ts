/**
 * A drawn market of two instruments: sources, outages and orders. The code of the exchange writes and signs the index, signs receipts,
 * settles the orders and makes their files. An independent program computes all of it again. Seeded.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import type { MinuteOrders } from '../../../contract/figures/index-chain.ts';
import type { IndexMinute } from '../../../contract/micro/index/price-index.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { signedReceiptOf } from '../../../server/areas/micro/micro-receipts.ts';
import { settlementFileOf } from '../../../server/areas/micro/micro-settlement.ts';
import type { StoredMicroOrder } from '../../../server/areas/micro/micro.types.ts';
import { MicroCore } from '../../../server/engine/micro/micro-core.ts';
import { MicroOwner } from '../../../server/engine/micro/micro-owner.ts';
import type {
  MicroOrder,
  MicroPlacement,
  MicroTerms,
} from '../../../server/engine/micro/micro-types.ts';
import { COIN, FOREX, KEY, MemoryIndex } from './index/memory-index.ts';
import { DrawnSources } from './drawn-sources.ts';
import { NaiveAudit } from './naive-audit.ts';

/** A Friday, two minutes before forex closes. */
const START_MS = Date.UTC(2026, 10, 27, 21, 58);
const GRID_MS = 250;
const DURATIONS = [4, 30, 60] as const;
const RATES = [
  [850_000, 1_000_000],
  [333_333, 900_001],
  [1, 1],
] as const;
const INSTRUMENTS = [
  { ...COIN, ticks: 97_000, sources: ['binance', 'coinbase', 'kraken', 'okx'] },
  { ...FOREX, ticks: 10_862, sources: ['a', 'b', 'c'] },
] as const;
/** Signed minutes that files of later orders may have, also with several restarts in each. */
const MINUTES_KEPT = 80;
const MUCH = units(10n ** 40n);
/** No limit refuses an order. */
const WIDE: MicroTerms = {
  id: 1,
  instrument: COIN.name,
  priceScale: 2,
  seconds: 4,
  profitPpm: 1,
  lossPpm: 1,
  stakeMin: units(1n),
  stakeMax: MUCH,
  ownerLimit: MUCH,
  sideLimit: MUCH,
  skewLimit: MUCH,
  status: 'trading',
};

/** Returns the next number of a seed, in [0, 1). */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Compared {
  readonly settled: number;
  /** Orders by outcome, points by their gap or `index`, and segments by their reason. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly points: Readonly<Record<string, number>>;
  readonly segments: Readonly<Record<string, number>>;
  /** Everything that the published record does not bear out. */
  readonly differences: readonly string[];
}

/** Settles that many drawn orders, and each again from the published record alone. */
export async function settleDrawnMarket(seed: number, count: number): Promise<Compared> {
  const market = new DrawnMarket(seed);
  while (market.settled < count) await market.step(count);
  return market.compared();
}

/** A placed order as it counts for the minute of its receipt. */
type Named = Pick<MicroPlacement, 'instrument' | 'direction'> & { readonly logAtMs: number };

class DrawnMarket {
  settled = 0;
  readonly #chance: () => number;
  readonly #index = new MemoryIndex();
  readonly #core = new MicroCore(new Map(INSTRUMENTS.map(({ name, hours }) => [name, hours])));
  readonly #audit = new NaiveAudit(KEY.publicKey, MINUTES_KEPT);
  readonly #last = new Map<string, MemoryIndex['published'][number]>();
  readonly #minutes = new Map<string, IndexMinute[]>();
  readonly #receipts = new Map<number, ReturnType<typeof signedReceiptOf>>();
  readonly #seen = { outcomes: {}, points: {}, segments: {} };
  #named: Named[] = [];
  /** Ended orders whose minutes are not signed yet. */
  #ended: StoredMicroOrder[] = [];
  #placed = 0;
  #atMs = START_MS;

  constructor(seed: number) {
    this.#chance = chanceOf(seed);
    const sources = new Map(
      INSTRUMENTS.map((each) => [
        each.name,
        new DrawnSources(each.sources, each.ticks, this.#chance),
      ]),
    );
    this.#index.pricesOf = (name) =>
      ensure(sources.get(name as typeof COIN.name), name).at(this.#atMs);
    this.#index.ordersOf = (sheets) => Promise.resolve(this.#countOrders(sheets));
  }

  /** Passes to the next point, with orders before it, and settles and compares the orders that it decides. */
  async step(count: number): Promise<void> {
    const fromMs = this.#atMs;
    const { ms, isRestart } = this.#pause();
    for (let more = this.#chance() * 6; more > 1 && this.#placed < count; more -= 1)
      this.#place(fromMs + this.#moment(ms));
    if (isRestart) this.#index.restart();
    // A clock that was set back writes nothing.
    if (this.#chance() < 0.003) this.#index.run.tick(fromMs - 10_000);
    this.#atMs = fromMs + ms;
    this.#index.run.tick(this.#atMs);
    await this.#index.run.settled();
    assert(this.#index.ends.length === 0, 'the index log goes on');
    this.#takePoints();
    await this.#publish();
    for (const { type, order } of this.#core.work(Number.POSITIVE_INFINITY, this.#atMs))
      if (type === 'settled') this.#end(order);
    await this.#compare();
  }

  compared(): Compared {
    const differences = [...this.#audit.differences, ...this.#audit.miscounted()];
    return { settled: this.settled, ...this.#seen, differences };
  }

  /** Time until the next point. Sometimes the server reads no sources for some points, begins again, or is off for hours or days. */
  #pause(): { readonly ms: number; readonly isRestart: boolean } {
    const drawn = this.#chance();
    const points = (max: number) => GRID_MS * (1 + Math.floor(this.#chance() * max));
    if (drawn < 0.0004) return { ms: points(864_000), isRestart: true };
    if (drawn < 0.0015) return { ms: 61_000 + points(1_200), isRestart: false };
    if (drawn < 0.004) return { ms: points(40), isRestart: true };
    if (drawn < 0.015) return { ms: points(14), isRestart: false };
    return { ms: GRID_MS, isRestart: false };
  }

  /** A time before the next point, often next to it or at its very moment. */
  #moment(ms: number): number {
    return this.#chance() < 0.1
      ? ms - Math.floor(this.#chance() * 2)
      : Math.floor(this.#chance() * ms);
  }

  #place(acceptedAtMs: number): void {
    const { name } = INSTRUMENTS[this.#chance() < 0.6 ? 0 : 1];
    const last = this.#last.get(name);
    const order = drawnOrder(
      { id: this.#placed + 1, instrument: name, acceptedAtMs },
      this.#chance,
    );
    const owner = new MicroOwner(acceptedAtMs);
    const refusal = this.#core.refusalOf(order, WIDE, {
      funds: { available: MUCH, pool: MUCH },
      owner,
    });
    if (last === undefined || refusal !== null) return;
    this.#placed += 1;
    this.#core.place(order);
    const token = String(order.id).padStart(22, '0');
    const signed = signedReceiptOf(order, { token, currency: 'USDT', last }, (text) =>
      KEY.sign(text),
    );
    this.#receipts.set(order.id, signed);
    const { direction } = order;
    this.#named.push({ instrument: name, direction, logAtMs: last.record.atMs });
  }

  /** Counts the orders of minutes that no later order can name. */
  #countOrders(sheets: Parameters<MemoryIndex['ordersOf']>[0]): readonly MinuteOrders[] {
    const counts = sheets.map(({ instrument, firstMs, lastMs }) => {
      const ways = this.#named.filter(
        (order) =>
          order.instrument === instrument && order.logAtMs >= firstMs && order.logAtMs <= lastMs,
      );
      const up = ways.filter(({ direction }) => direction === 'up').length;
      return { up, down: ways.length - up };
    });
    const lastMs = Math.max(...sheets.map((sheet) => sheet.lastMs));
    this.#named = this.#named.filter(({ logAtMs }) => logAtMs > lastMs);
    return counts;
  }

  #takePoints(): void {
    for (const entry of this.#index.published.splice(0)) {
      const { record, instrument } = entry;
      this.#core.takePoint(record);
      // A restart shows the points again that are not signed.
      if (record.atMs <= (this.#last.get(instrument)?.record.atMs ?? 0)) continue;
      this.#last.set(instrument, entry);
      note(this.#seen.points, record.gap ?? 'index');
    }
  }

  async #publish(): Promise<void> {
    for (const minute of await this.#index.takeMinutes()) {
      const minutes = [...(this.#minutes.get(minute.instrument) ?? []), minute];
      this.#minutes.set(minute.instrument, minutes.slice(-MINUTES_KEPT));
      this.#audit.addMinute(minute);
      const reason = / (first|restart|pause) /.exec(minute.lines?.[0] ?? '')?.[1];
      if (reason !== undefined) note(this.#seen.segments, reason);
    }
  }

  #end(order: MicroOrder): void {
    note(this.#seen.outcomes, order.state);
    const signed = ensure(this.#receipts.get(order.id), 'a receipt');
    this.#receipts.delete(order.id);
    this.#ended.push({ ...order, ...signed, idempotencyKey: '', requestId: '' });
  }

  /** Gives the files of orders to the independent program, when their minutes are signed. */
  async #compare(): Promise<void> {
    const isSigned = ({ instrument, expiresAtMs, acceptedAtMs }: StoredMicroOrder) =>
      (this.#minutes.get(instrument)?.at(-1)?.last ?? 0) >= (expiresAtMs ?? acceptedAtMs + 2_000);
    const ready = this.#ended.filter(isSigned);
    if (ready.length === 0) return;
    this.#ended = this.#ended.filter((order) => !isSigned(order));
    for (const order of ready) {
      const file = await settlementFileOf(order, {
        publicKey: KEY.publicKey,
        scale: SCALE_MAX,
        readMinutes: ({ instrument }, fromMs, untilMs) =>
          Promise.resolve(
            (this.#minutes.get(instrument) ?? []).filter(
              ({ minute }) => minute >= fromMs && minute < untilMs,
            ),
          ),
      });
      this.#audit.settle(file);
      this.settled += 1;
    }
  }
}

function note(counts: Record<string, number>, of: string): void {
  counts[of] = (counts[of] ?? 0) + 1;
}

function drawnOrder(
  fixed: Pick<MicroPlacement, 'id' | 'instrument' | 'acceptedAtMs'>,
  chance: () => number,
): MicroPlacement {
  const [profitPpm, lossPpm] = RATES[Math.floor(chance() * RATES.length)] ?? RATES[0];
  return {
    ...fixed,
    ownerId: 7,
    productId: 1,
    priceScale: 2,
    direction: chance() < 0.5 ? 'up' : 'down',
    seconds: DURATIONS[Math.floor(chance() * DURATIONS.length)] ?? 4,
    stake: units(1n + BigInt(Math.floor(chance() * 1e9)) * BigInt(Math.floor(chance() * 1e12))),
    profitPpm,
    lossPpm,
  };
}
