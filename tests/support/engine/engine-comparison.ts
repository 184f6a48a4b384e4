/** Runs operations on an order book, compares it with the naive book and lets the auditor check it. */
import { isDeepStrictEqual, inspect } from 'node:util';
import { assert } from '../../../contract/assert.ts';
import type { MarketOrder, MatchingEngine } from '../../../server/engine/engine-types.ts';
import { EngineAuditor } from './engine-auditor.ts';
import type { Operation } from './engine-workload.ts';
import { createReferenceBook } from './reference-book.ts';

/** The operation at which an order book first went wrong. */
export class BookFault extends Error {
  override readonly name = 'BookFault';
}

interface Books {
  subject: MatchingEngine;
  reference: MatchingEngine;
  readonly create: () => MatchingEngine;
  readonly auditor: EngineAuditor;
}

interface Tally {
  operations: number;
  deals: number;
  /** Number of orders by their immediate end. */
  readonly endings: Record<string, number>;
}

/**
 * Runs the operations on an order book that `create` makes. After each of them replies, depth and the orders
 * of its owner must be those of the naive book, and the laws of the auditor must hold.
 * @throws BookFault with the number of the operation and the fault.
 */
export function runBeside(create: () => MatchingEngine, operations: Iterable<Operation>): Tally {
  const books: Books = {
    create,
    subject: create(),
    reference: createReferenceBook(),
    auditor: new EngineAuditor(),
  };
  const tally: Tally = { operations: 0, deals: 0, endings: {} };
  for (const operation of operations) {
    tally.operations++;
    try {
      apply(books, operation, tally);
      checkBooks(books);
    } catch (fault) {
      const what = fault instanceof Error ? fault.message : String(fault);
      throw new BookFault(`operation ${tally.operations}, ${inspect(operation)}: ${what}`);
    }
  }
  return tally;
}

function apply(books: Books, operation: Operation, tally: Tally): void {
  const { subject, reference, auditor } = books;
  switch (operation.type) {
    case 'place': {
      const { order } = operation;
      const preview = order.kind === 'market' ? previewed(books, order) : null;
      const outcome = subject.place(order);
      same('outcome', outcome, reference.place(order));
      auditor.placed(order, outcome);
      const lots = outcome.fills.reduce((sum, { quantityLots }) => sum + quantityLots, 0);
      assert(preview === null || preview.lots === lots, 'a preview is what then happens');
      same(
        'orders of the owner',
        subject.ordersOf(order.ownerId),
        reference.ordersOf(order.ownerId),
      );
      tally.deals += outcome.fills.length;
      const ending = outcome.expired ?? (outcome.restingLots > 0 ? 'rests' : 'done');
      tally.endings[ending] = (tally.endings[ending] ?? 0) + 1;
      return;
    }
    case 'cancel': {
      const lots = subject.cancel(operation.orderId);
      same('cancelled lots', lots, reference.cancel(operation.orderId));
      auditor.cancelled(operation.orderId, lots);
      return;
    }
    case 'changes':
      same('changed levels', changesOf(subject), changesOf(reference));
      return;
    case 'restart':
      restart(books);
  }
}

function previewed({ subject, reference }: Books, order: MarketOrder) {
  const before = subject.depth(Infinity);
  const preview = subject.preview(order);
  same('preview', preview, reference.preview(order));
  same('depth after a preview', subject.depth(Infinity), before);
  return preview;
}

function restart(books: Books): void {
  books.subject = books.create();
  books.reference = createReferenceBook();
  for (const order of books.auditor.openOrders()) {
    books.subject.restore(order);
    books.reference.restore(order);
  }
}

function checkBooks({ subject, reference, auditor }: Books): void {
  const depth = subject.depth(Infinity);
  auditor.book(depth);
  same('depth', depth, reference.depth(Infinity));
  same('best bid', subject.bestPrice('buy'), depth.bids[0]?.priceTicks ?? null);
  same('best ask', subject.bestPrice('sell'), depth.asks[0]?.priceTicks ?? null);
}

/** Sorted by side and price, because order books may report levels in any order. */
const changesOf = (book: MatchingEngine) =>
  book
    .takeChangedLevels()
    .toSorted((a, b) => a.side.localeCompare(b.side) || a.level.priceTicks - b.level.priceTicks);

function same(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(
    `${what}: ${inspect(found, { depth: 4 })} is not ${inspect(expected, { depth: 4 })}`,
  );
}
