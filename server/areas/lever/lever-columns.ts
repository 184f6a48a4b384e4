/** The columns of the rows that a commit of the dealing writer adds or changes. */
import type { EpochMs } from '../../../contract/time.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import { RowColumns } from '../../ledger/writer/row-columns.ts';
import type { Column } from '../../ledger/writer/row-columns.ts';
import type { LeverOrderSteps } from './lever-order-steps.ts';
import type {
  ChangedLeverOrder,
  HouseFunding,
  LeverOrderEvent,
  StoredLeverOrder,
  UsedMark,
} from './lever-store.types.ts';

const id: Column<ChangedLeverOrder> = { name: 'id', type: 'bigint', of: (row) => row.id };

/** The columns of an order that its placement fixes. */
const placed: readonly Column<StoredLeverOrder>[] = [
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'market_id', type: 'integer', of: (row) => row.marketId },
  { name: 'kind', type: 'text', of: (row) => row.kind },
  { name: 'direction', type: 'text', of: (row) => row.direction },
  { name: 'lots', type: 'bigint', of: (row) => row.lots },
  { name: 'multiple', type: 'integer', of: (row) => row.multiple },
  { name: 'spread_ppm', type: 'integer', of: (row) => row.spreadPpm },
  { name: 'fee_ppm', type: 'integer', of: (row) => row.feePpm },
  { name: 'night_ppm', type: 'integer', of: (row) => row.nightPpm },
  { name: 'tick_lot_units', type: 'numeric', of: (row) => row.tickLotUnits },
  { name: 'calendar', type: 'text', of: (row) => row.calendar },
  { name: 'limit_ticks', type: 'bigint', of: (row) => row.limitTicks },
  { name: 'worst_ticks', type: 'bigint', of: (row) => row.worstTicks },
  { name: 'placed_at_ms', type: 'bigint', of: (row) => row.placedAtMs },
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
];

/** The columns of an order that every change may write. */
const present: readonly Column<ChangedLeverOrder>[] = [
  { name: 'state', type: 'text', of: (row) => row.state },
  { name: 'take_profit_ticks', type: 'bigint', of: (row) => row.takeProfitTicks },
  { name: 'stop_loss_ticks', type: 'bigint', of: (row) => row.stopLossTicks },
  { name: 'revision', type: 'integer', of: (row) => row.revision },
  { name: 'updated_at_ms', type: 'bigint', of: (row) => row.updatedAtMs },
];

/** The columns of the way from a placement to a position. */
const opened: readonly Column<ChangedLeverOrder>[] = [
  { name: 'reserve', type: 'numeric', of: (row) => row.reserve },
  { name: 'open_ticks', type: 'bigint', of: ({ opening }) => opening?.ticks ?? null },
  { name: 'open_mark_seq', type: 'bigint', of: ({ opening }) => opening?.markSeq ?? null },
  { name: 'opened_at_ms', type: 'bigint', of: ({ opening }) => opening?.atMs ?? null },
  { name: 'notional', type: 'numeric', of: ({ opening }) => opening?.notional ?? null },
  { name: 'margin', type: 'numeric', of: ({ opening }) => opening?.margin ?? null },
  { name: 'fee', type: 'numeric', of: ({ opening }) => opening?.fee ?? null },
  { name: 'night_fee', type: 'numeric', of: ({ opening }) => opening?.nightFee ?? null },
];

/** The columns of the close of a position. */
const closed: readonly Column<ChangedLeverOrder>[] = [
  { name: 'close_reason', type: 'text', of: (row) => row.closeReason },
  { name: 'close_ticks', type: 'bigint', of: ({ closing }) => closing?.ticks ?? null },
  { name: 'close_mark_seq', type: 'bigint', of: ({ closing }) => closing?.markSeq ?? null },
  { name: 'closed_at_ms', type: 'bigint', of: ({ closing }) => closing?.atMs ?? null },
  { name: 'profit', type: 'numeric', of: ({ closing }) => closing?.profit ?? null },
  { name: 'nights', type: 'numeric', of: ({ closing }) => closing?.nights ?? null },
  { name: 'settled_available', type: 'numeric', of: ({ settled }) => settled?.available ?? null },
  { name: 'settled_debt', type: 'numeric', of: ({ settled }) => settled?.debt ?? null },
  { name: 'insured', type: 'numeric', of: ({ settled }) => settled?.fromInsurance ?? null },
  { name: 'waived', type: 'numeric', of: ({ settled }) => settled?.waived ?? null },
];

/** The columns of a stop-out. */
const stoppedOut: readonly Column<ChangedLeverOrder>[] = [
  { name: 'seen_equity', type: 'numeric', of: ({ closing }) => closing?.seen?.equity ?? null },
  { name: 'seen_margin', type: 'numeric', of: ({ closing }) => closing?.seen?.margin ?? null },
  { name: 'seen_movement', type: 'bigint', of: ({ evidence }) => evidence?.movement ?? null },
  {
    name: 'seen_marks',
    type: 'jsonb',
    of: ({ evidence }) => (evidence === null ? null : JSON.stringify(evidence.marks)),
  },
];

/** The columns of ends that only some orders have. */
const rarelyEnded: readonly Column<ChangedLeverOrder>[] = [
  { name: 'seen_cover', type: 'numeric', of: ({ closing }) => closing?.cover ?? null },
  { name: 'cancel_reason', type: 'text', of: (row) => row.cancelReason },
];

interface OrderColumns {
  readonly added: RowColumns<StoredLeverOrder>;
  /** The first column finds the row. */
  readonly changed: RowColumns<ChangedLeverOrder>;
}

const ofOpened = new RowColumns<StoredLeverOrder>([id, ...placed, ...present, ...opened]);
const whole = [...present, ...opened, ...closed, ...stoppedOut, ...rarelyEnded];

/** The columns that a commit writes, by the steps of its orders: the others have no values, or keep theirs. */
export const LEVER_ORDER_COLUMNS: Readonly<Record<LeverOrderSteps, OrderColumns>> = {
  closes: { added: ofOpened, changed: new RowColumns([id, ...present, ...closed]) },
  stop_outs: {
    added: ofOpened,
    changed: new RowColumns([id, ...present, ...closed, ...stoppedOut]),
  },
  all: {
    added: new RowColumns<StoredLeverOrder>([id, ...placed, ...whole]),
    changed: new RowColumns([id, ...whole]),
  },
};

export const leverEventColumns = new RowColumns<LeverOrderEvent>([
  { name: 'order_id', type: 'bigint', of: (row) => row.orderId },
  { name: 'revision', type: 'integer', of: (row) => row.revision },
  { name: 'type', type: 'text', of: (row) => row.type },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
  { name: 'actor_id', type: 'integer', of: (row) => row.actorId },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
  { name: 'reason', type: 'text', of: (row) => row.reason },
  { name: 'mark_seq', type: 'bigint', of: (row) => row.markSeq },
  { name: 'mark_ticks', type: 'bigint', of: (row) => row.markTicks },
  { name: 'take_profit_ticks', type: 'bigint', of: (row) => row.takeProfitTicks },
  { name: 'stop_loss_ticks', type: 'bigint', of: (row) => row.stopLossTicks },
]);

export const usedMarkColumns = new RowColumns<UsedMark>([
  { name: 'market_id', type: 'integer', of: (row) => row.marketId },
  { name: 'seq', type: 'bigint', of: (row) => row.seq },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
  { name: 'taken_at_ms', type: 'bigint', of: (row) => row.takenAtMs },
  { name: 'ticks', type: 'bigint', of: (row) => row.ticks },
  { name: 'is_agreed', type: 'boolean', of: (row) => String(row.isAgreed) },
  { name: 'agreed_within_ppm', type: 'integer', of: (row) => row.agreedWithinPpm },
  { name: 'is_close_only', type: 'boolean', of: (row) => String(row.isCloseOnly) },
  { name: 'sources', type: 'jsonb', of: (row) => JSON.stringify(row.sources) },
]);

export const houseFundColumns = new RowColumns<HouseFunding>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'pool', type: 'numeric', of: (row) => row.pool },
  { name: 'insurance', type: 'numeric', of: (row) => row.insurance },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
]);

/** A notice with the time of its commit, and of its first delivery. */
type TimedNotice = OutboxDraft & { readonly atMs: EpochMs; readonly dueAtMs: EpochMs };

export const noticeColumns = new RowColumns<TimedNotice>([
  { name: 'topic', type: 'text', of: (row) => row.topic },
  { name: 'payload', type: 'jsonb', of: (row) => JSON.stringify(row.payload) },
  { name: 'created_at_ms', type: 'bigint', of: (row) => row.atMs },
  { name: 'due_at_ms', type: 'bigint', of: (row) => row.dueAtMs },
]);
