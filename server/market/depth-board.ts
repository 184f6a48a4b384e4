/**
 * The committed order books as their readers see them: all levels of each market under a number that
 * rises by one with each flush that changed them, so that snapshot and changes fit without a gap.
 */
import { ensure } from '../../contract/assert.ts';
import { formatUnits } from '../../contract/money/decimal.ts';
import type { DepthLevel } from '../../contract/schemas/market.ts';
import type { OrderSide } from '../../contract/schemas/spot.ts';
import type { Depth, Level } from '../engine/engine-types.ts';
import type { CommittedBatch } from '../spot/spot-events.ts';
import type { SpotExchange, SpotMarketRules } from '../spot/spot-exchange.types.ts';

/** All levels, the best first. `seq` is the number of the last flush that is in it. */
export interface DepthSnapshot extends Depth {
  readonly seq: number;
}

/** Levels that changed since `previousSeq`, as they are now: 0 lots says that the level is gone. */
export interface DepthChange extends Depth {
  readonly marketId: number;
  readonly previousSeq: number;
  readonly seq: number;
}

type LotsByPrice = Map<number, number>;

interface Book {
  seq: number;
  readonly buy: LotsByPrice;
  readonly sell: LotsByPrice;
  /** Prices with changes that no flush has had yet. */
  readonly changed: { readonly buy: Set<number>; readonly sell: Set<number> };
}

export class DepthBoard {
  private readonly books: ReadonlyMap<number, Book>;
  private readonly changedMarkets = new Set<number>();
  private readonly endListening: () => void;

  constructor(exchange: Pick<SpotExchange, 'markets' | 'depth' | 'subscribe'>) {
    this.books = new Map(
      Array.from(exchange.markets.keys(), (id) => [id, bookOf(exchange.depth(id))]),
    );
    this.endListening = exchange.subscribe((batch) => this.take(batch));
  }

  /**
   * The book as it is now. It may hold changes of the flush to come: they say how much there is at a
   * price, not how much more, so applying them again changes nothing.
   * @throws AssertionError for a market that does not exist
   */
  snapshot(marketId: number): DepthSnapshot {
    const { seq, buy, sell } = ensure(this.books.get(marketId), `market ${marketId}`);
    return { seq, bids: sortedLevels('buy', buy), asks: sortedLevels('sell', sell) };
  }

  /** What changed since the last call, by market; each market in it goes on by one. For one caller. */
  flush(): readonly DepthChange[] {
    const changes = Array.from(this.changedMarkets, (marketId): DepthChange => {
      const book = ensure(this.books.get(marketId), `market ${marketId}`);
      const previousSeq = book.seq;
      book.seq += 1;
      return {
        marketId,
        previousSeq,
        seq: book.seq,
        bids: takeChanged('buy', book),
        asks: takeChanged('sell', book),
      };
    });
    this.changedMarkets.clear();
    return changes;
  }

  /** Ends listening to the exchange. */
  close(): void {
    this.endListening();
  }

  private take({ levels }: CommittedBatch): void {
    for (const [marketId, changes] of levels) {
      const book = ensure(this.books.get(marketId), `market ${marketId}`);
      for (const { side, priceTicks, quantityLots } of changes) {
        if (quantityLots === 0) book[side].delete(priceTicks);
        else book[side].set(priceTicks, quantityLots);
        book.changed[side].add(priceTicks);
      }
      if (changes.length > 0) this.changedMarkets.add(marketId);
    }
  }
}

/** Levels as they cross the wire: canonical text of price and quantity. */
export function encodeLevels(
  { priceScale, quantityScale }: Pick<SpotMarketRules, 'priceScale' | 'quantityScale'>,
  levels: readonly Level[],
): DepthLevel[] {
  return levels.map(({ priceTicks, quantityLots }) => [
    formatUnits(BigInt(priceTicks), priceScale),
    formatUnits(BigInt(quantityLots), quantityScale),
  ]);
}

function bookOf({ bids, asks }: Depth): Book {
  const byPrice = (levels: readonly Level[]): LotsByPrice =>
    new Map(levels.map(({ priceTicks, quantityLots }) => [priceTicks, quantityLots]));
  return {
    seq: 0,
    buy: byPrice(bids),
    sell: byPrice(asks),
    changed: { buy: new Set(), sell: new Set() },
  };
}

function takeChanged(side: OrderSide, book: Book): Level[] {
  const changed = book.changed[side];
  const levels = new Map(Array.from(changed, (price) => [price, book[side].get(price) ?? 0]));
  changed.clear();
  return sortedLevels(side, levels);
}

/** The best first. */
function sortedLevels(side: OrderSide, lotsByPrice: LotsByPrice): Level[] {
  const levels = Array.from(lotsByPrice, ([priceTicks, quantityLots]) => ({
    priceTicks,
    quantityLots,
  }));
  return levels.toSorted((a, b) =>
    side === 'buy' ? b.priceTicks - a.priceTicks : a.priceTicks - b.priceTicks,
  );
}
