/** Stored contract orders of a user: pages of ended ones, and one with its events and the marks that were used. */
import type { Database } from '../../kit/db/database.ts';
import {
  findEndedOrders,
  findLeverEvents,
  findLeverOrder,
  findLeverOrderBehind,
  findStoppedOut,
  findUsedMarks,
} from './lever-orders.repo.ts';
import type { LeverOrderFilter } from './lever-orders.repo.ts';
import type { LeverOrderEvent, StoredLeverOrder, UsedMark } from './lever-store.types.ts';

interface LeverHistoryPage {
  /** Ended orders, newest first; may have fewer than the page size, or none, even if a next page follows. */
  readonly orders: readonly StoredLeverOrder[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

/** The mark of one market with which a stop-out computed the equity. */
interface SeenMark extends UsedMark {
  /** False while the market had no live mark: its last one counted, and its positions stayed open. */
  readonly wasLive: boolean;
}

/** An order with everything that explains it. */
export interface LeverOrderRecord {
  readonly order: StoredLeverOrder;
  /** Oldest first: the opening, and the newest {@link REVISIONS_LISTED}, because an owner may amend an order very often. */
  readonly events: readonly LeverOrderEvent[];
  /** The marks of its opening and its close; null before each. */
  readonly openMark: UsedMark | null;
  readonly closeMark: UsedMark | null;
  /** Longs less shorts that the same stop-out closed in the same market; 0 for other ends. */
  readonly stoppedOutLots: number;
  /** The marks of all markets of the account at its stop-out, by market; none for other ends. */
  readonly seenMarks: readonly SeenMark[];
}

export interface LeverHistory {
  page(filter: LeverOrderFilter): Promise<LeverHistoryPage>;
  /** Returns an order of the owner; undefined for an order of another user. */
  detail(ownerId: number, orderId: number): Promise<LeverOrderRecord | undefined>;
  /** Returns a mark at which something was done; undefined for every other number. */
  mark(marketId: number, seq: number): Promise<UsedMark | undefined>;
}

const REVISIONS_LISTED = 200;
/** The most orders that one page reads, because a filter may match hardly any of a user's orders. */
const ORDERS_LOOKED_AT_MAX = 5_000;

export function createLeverHistory(database: Database): LeverHistory {
  return {
    async page(filter) {
      const end = await findLeverOrderBehind(database, filter, ORDERS_LOOKED_AT_MAX);
      const found = await findEndedOrders(
        database,
        { ...filter, count: filter.count + 1 },
        end ?? 0,
      );
      const orders = found.slice(0, filter.count);
      if (found.length > filter.count) return { orders, next: orders.at(-1)?.id ?? null };
      return { orders, next: end === undefined ? null : end + 1 };
    },
    // Reads one snapshot of the database, so that the order and its events agree.
    detail: (ownerId, orderId) =>
      database.transaction(
        async (tx) => {
          const order = await findLeverOrder(tx, orderId);
          if (order?.ownerId !== ownerId) return undefined;
          const { marketId, opening, closing } = order;
          const stoppedOut = await findStoppedOut(tx, order);
          const absent = closing?.seen ? (order.evidence?.marks ?? []) : [];
          const seqs = [opening?.markSeq, closing?.markSeq].filter((seq) => seq !== undefined);
          const own = seqs.map((seq) => ({ marketId, seq }));
          const marks = await findUsedMarks(tx, [...own, ...stoppedOut, ...absent]);
          const markOf = (seq: number | undefined) =>
            marks.find((mark) => mark.marketId === marketId && mark.seq === seq) ?? null;
          const isOf = (mark: UsedMark) => (each: Pick<UsedMark, 'marketId' | 'seq'>) =>
            each.marketId === mark.marketId && each.seq === mark.seq;
          return {
            order,
            events: await findLeverEvents(tx, order, REVISIONS_LISTED),
            openMark: markOf(opening?.markSeq),
            closeMark: markOf(closing?.markSeq),
            stoppedOutLots: stoppedOut.find((each) => each.marketId === marketId)?.lots ?? 0,
            seenMarks: marks.flatMap((mark) => {
              const wasLive = stoppedOut.some(isOf(mark));
              return wasLive || absent.some(isOf(mark)) ? [{ ...mark, wasLive }] : [];
            }),
          };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    async mark(marketId, seq) {
      const [mark] = await findUsedMarks(database, [{ marketId, seq }]);
      return mark;
    },
  };
}
