/**
 * The committed order books in wire form: all levels of each market, under a number that rises by one
 * with each commit that changes them.
 */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Depth, DepthLevel } from '../../../contract/market/market.ts';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import type { Level } from '../../engine/engine-types.ts';
import type { CommittedBatch, LevelChange, SpotView, SpotMarketRules } from '../spot/spot.area.ts';

type Scales = Pick<SpotMarketRules, 'priceScale' | 'quantityScale'>;

interface Book {
  readonly scales: Scales;
  seq: number;
  /** Price in ticks → lots. */
  readonly buy: Map<number, number>;
  readonly sell: Map<number, number>;
}

export class DepthBoard {
  readonly #books: Map<number, Book>;
  readonly #listeners = new Set<(change: BookChange) => void>();
  readonly #endListening: () => void;

  constructor(view: Pick<SpotView, 'markets' | 'depth' | 'subscribe'>) {
    this.#books = new Map(
      Array.from(view.markets, ([id, scales]): [number, Book] => {
        const { bids, asks } = view.depth(id);
        return [id, { scales, seq: 0, buy: lotsByPrice(bids), sell: lotsByPrice(asks) }];
      }),
    );
    this.#endListening = view.subscribe((batch) => this.#take(batch));
  }

  /**
   * Returns the first `levelsMax` levels of each side, the best first; undefined for a market that does
   * not exist.
   */
  depth(marketId: number, levelsMax = Number.POSITIVE_INFINITY): Depth | undefined {
    const book = this.#books.get(marketId);
    if (book === undefined) return undefined;
    const side = (name: OrderSide): DepthLevel[] =>
      sortedLevels(name, book[name])
        .slice(0, levelsMax)
        .map((level) => encodeLevel(book.scales, level));
    return { currency_match_id: marketId, seq: book.seq, bids: side('buy'), asks: side('sell') };
  }

  /** Returns the best price of a side in ticks; null when no order rests there or the market does not exist. */
  bestPriceTicks(marketId: number, side: OrderSide): number | null {
    let best: number | null = null;
    for (const price of this.#books.get(marketId)?.[side].keys() ?? []) {
      if (best === null || (side === 'buy' ? price > best : price < best)) best = price;
    }
    return best;
  }

  /**
   * Calls the listener synchronously after each change, when {@link depth} includes it. @returns a
   * function that unsubscribes.
   */
  subscribe(listener: (change: BookChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Adds the empty order book of a new market. */
  add(marketId: number, scales: Scales): void {
    this.#books.set(marketId, { scales, seq: 0, buy: new Map(), sell: new Map() });
  }

  /** Unsubscribes from the exchange. */
  close(): void {
    this.#endListening();
  }

  #take({ levels }: CommittedBatch): void {
    for (const [marketId, changes] of levels) {
      if (changes.length === 0) continue;
      const book = ensure(this.#books.get(marketId), `market ${marketId}`);
      book.seq += 1;
      for (const { side, priceTicks, quantityLots } of changes) {
        if (quantityLots === 0) book[side].delete(priceTicks);
        else book[side].set(priceTicks, quantityLots);
      }
      const change = new BookChange(marketId, book.seq, book.scales, changes);
      for (const listener of this.#listeners) listener(change);
    }
  }
}

/** The changes of one commit to an order book, as they are now; quantity `0` for an empty level. */
class BookChange {
  readonly marketId: number;
  /** The number of the order book after this change. */
  readonly seq: number;
  readonly #scales: Scales;
  readonly #changes: readonly LevelChange[];

  constructor(marketId: number, seq: number, scales: Scales, changes: readonly LevelChange[]) {
    this.marketId = marketId;
    this.seq = seq;
    this.#scales = scales;
    this.#changes = changes;
  }

  // Formatted on each read, not before, because most changes are of markets without readers.
  get bids(): readonly DepthLevel[] {
    return this.#encoded('buy');
  }

  get asks(): readonly DepthLevel[] {
    return this.#encoded('sell');
  }

  #encoded(side: OrderSide): DepthLevel[] {
    return this.#changes
      .filter((change) => change.side === side)
      .map((change) => encodeLevel(this.#scales, change));
  }
}

function encodeLevel({ priceScale, quantityScale }: Scales, level: Level): DepthLevel {
  return [
    formatUnits(BigInt(level.priceTicks), priceScale),
    formatUnits(BigInt(level.quantityLots), quantityScale),
  ];
}

function lotsByPrice(levels: readonly Level[]): Map<number, number> {
  return new Map(levels.map(({ priceTicks, quantityLots }) => [priceTicks, quantityLots]));
}

/** Returns levels, the best first. */
function sortedLevels(side: OrderSide, lots: ReadonlyMap<number, number>): Level[] {
  const levels = Array.from(lots, ([priceTicks, quantityLots]) => ({ priceTicks, quantityLots }));
  return levels.toSorted((a, b) =>
    side === 'buy' ? b.priceTicks - a.priceTicks : a.priceTicks - b.priceTicks,
  );
}
