/** The order books and the loads of the matching bench. */
import { OrderBook as HftOrderBook } from 'hft-limit-order-book';
import { OrderBook as NodejsOrderBook } from 'nodejs-order-book';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import { createReferenceBook } from '../../tests/support/engine/reference-book.ts';
import { npmBook, ourBook, type Book, type NpmOrderBook } from './books.ts';

export const BOOKS: Readonly<Record<string, Book>> = {
  ours: ourBook(createMatchingEngine),
  'nodejs-order-book': npmBook(() => new NodejsOrderBook() as unknown as NpmOrderBook),
  'hft-limit-order-book': npmBook(() => new HftOrderBook() as unknown as NpmOrderBook),
  naive: ourBook(createReferenceBook),
};

export interface Load {
  readonly name: string;
  readonly seed: number;
  /** Largest size of a crossing order; the larger it is, the fewer orders keep resting. */
  readonly crossingLotsMax: number;
}

/** The goal is about the first load. The cost of the npm order books grows with the number of orders resting at one price. */
export const LOADS: readonly Load[] = [
  { name: 'full book', seed: 20_261_120, crossingLotsMax: 173 },
  { name: 'thin book', seed: 20_261_120, crossingLotsMax: 230 },
];
