/** The order books of the matching bench, each through its public calls. */
import type { MatchingEngine } from '../../server/engine/engine-types.ts';
import type { Operations } from './operations.ts';

/** Called per fill: incoming order, resting order, ticks, lots. */
type FillListener = (taker: number, maker: number, ticks: number, lots: number) => void;

export interface Book {
  /** Runs the first `count` operations on an empty book; reports fills if there is a listener. */
  run(operations: Operations, count: number, listener: FillListener | null): Levels;
}

/** All final levels as `side ticks lots`, sorted. */
type Levels = () => readonly string[];

/** Operations between two reads of changed levels on our engine, as the writer reads them after each batch. */
const OPERATIONS_PER_BATCH = 256;

export function ourBook(create: () => MatchingEngine): Book {
  return {
    run(operations, count, listener) {
      const { ids, lots, prices, owners, buys } = operations;
      const engine = create();
      for (let n = 0; n < count; n++) {
        const id = ids[n] as number;
        const quantityLots = lots[n] as number;
        if (quantityLots === 0) engine.cancel(id);
        else {
          const { fills } = engine.place({
            kind: 'limit',
            id,
            ownerId: owners[n] as number,
            side: buys[n] === 1 ? 'buy' : 'sell',
            priceTicks: prices[n] as number,
            quantityLots,
          });
          if (listener !== null)
            for (const fill of fills)
              listener(id, fill.makerOrderId, fill.priceTicks, fill.quantityLots);
        }
        if (n % OPERATIONS_PER_BATCH === 0) engine.takeChangedLevels();
      }
      return () => {
        const { bids, asks } = engine.depth(Infinity);
        return [
          ...bids.map((level) => `buy ${level.priceTicks} ${level.quantityLots}`),
          ...asks.map((level) => `sell ${level.priceTicks} ${level.quantityLots}`),
        ].toSorted();
      };
    },
  };
}

/** The common interface of both npm packages. */
export interface NpmOrderBook {
  limit(order: { side: string; id: string; size: number; price: number }): NpmReply;
  cancel(id: string): unknown;
  depth(): readonly [asks: readonly NpmLevel[], bids: readonly NpmLevel[]];
}

type NpmLevel = readonly [price: number, size: number];

interface NpmOrder {
  readonly id: string;
  readonly price: number;
  readonly size: number;
}

interface NpmReply {
  /** Resting orders that were filled completely, and the incoming one if nothing is left of it. */
  readonly done: readonly NpmOrder[];
  readonly partial: NpmOrder | null;
  readonly partialQuantityProcessed: number;
}

export function npmBook(create: () => NpmOrderBook): Book {
  let known: readonly string[] = [];
  return {
    run({ ids, lots, prices, buys, count: all }, count, listener) {
      // The ids are made into text once, because that is not what the bench measures.
      if (known.length <= all) known = Array.from({ length: all + 1 }, (_, id) => String(id));
      const texts = known;
      const book = create();
      for (let n = 0; n < count; n++) {
        const id = texts[ids[n] as number] as string;
        const size = lots[n] as number;
        if (size === 0) book.cancel(id);
        else {
          const side = buys[n] === 1 ? 'buy' : 'sell';
          const reply = book.limit({ side, id, size, price: prices[n] as number });
          if (listener !== null) notify(id, reply, listener);
        }
      }
      return () => {
        const [asks, bids] = book.depth();
        return [
          ...bids.map(([price, size]) => `buy ${price} ${size}`),
          ...asks.map(([price, size]) => `sell ${price} ${size}`),
        ].toSorted();
      };
    },
  };
}

function notify(taker: string, reply: NpmReply, listener: FillListener): void {
  const { done, partial, partialQuantityProcessed } = reply;
  for (const { id, price, size } of done)
    if (id !== taker) listener(Number(taker), Number(id), price, size);
  if (partial !== null && partial.id !== taker)
    listener(Number(taker), Number(partial.id), partial.price, partialQuantityProcessed);
}
