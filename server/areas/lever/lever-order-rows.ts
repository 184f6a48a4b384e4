/** Rows of contract orders and markets in the words of the core, and back. */
import { assert, ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { Closing, LeverOrder, Opening } from '../../engine/lever/lever-types.ts';
import type { leverMarkets, leverOrders } from '../../kit/db/schema/lever.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';
import type { Settled, StopOutEvidence, StoredLeverOrder } from './lever-store.types.ts';

export type LeverOrderRow = typeof leverOrders.$inferSelect;
type LeverMarketRow = typeof leverMarkets.$inferSelect;

/** @throws AssertionError for a row that has only a part of its opening or close. */
export function leverOrderOf(row: LeverOrderRow): StoredLeverOrder {
  const { id, ownerId, marketId, kind, direction, lots, multiple } = row;
  return {
    id,
    ownerId,
    marketId,
    kind,
    direction,
    lots,
    multiple,
    spreadPpm: row.spreadPpm,
    feePpm: row.feePpm,
    nightPpm: row.nightPpm,
    tickLotUnits: row.tickLotUnits,
    calendar: row.calendar,
    limitTicks: row.limitTicks,
    worstTicks: row.worstTicks,
    placedAtMs: row.placedAtMs,
    state: row.state,
    takeProfitTicks: row.takeProfitTicks,
    stopLossTicks: row.stopLossTicks,
    reserve: row.reserve,
    opening: row.openTicks === null ? null : openingOf(row, row.openTicks),
    closeReason: row.closeReason,
    closing: row.closeTicks === null ? null : closingOf(row, row.closeTicks),
    cancelReason: row.cancelReason,
    revision: row.revision,
    idempotencyKey: row.idempotencyKey,
    requestId: row.requestId,
    updatedAtMs: row.updatedAtMs,
    settled: settledOf(row),
    evidence: evidenceOf(row),
  };
}

/** Returns a copy with the fields that memory needs, because it holds many orders for a long time. */
export const restoredOrderOf = (order: LeverOrder): LeverOrder => ({
  id: order.id,
  ownerId: order.ownerId,
  marketId: order.marketId,
  kind: order.kind,
  direction: order.direction,
  lots: order.lots,
  multiple: order.multiple,
  spreadPpm: order.spreadPpm,
  feePpm: order.feePpm,
  nightPpm: order.nightPpm,
  tickLotUnits: order.tickLotUnits,
  calendar: order.calendar,
  limitTicks: order.limitTicks,
  worstTicks: order.worstTicks,
  placedAtMs: order.placedAtMs,
  state: order.state,
  takeProfitTicks: order.takeProfitTicks,
  stopLossTicks: order.stopLossTicks,
  reserve: order.reserve,
  opening: order.opening,
  closeReason: order.closeReason,
  closing: order.closing,
  cancelReason: order.cancelReason,
  revision: order.revision,
});

function openingOf(row: LeverOrderRow, ticks: number): Opening {
  const amount = (value: bigint | null) => units(ensure(value, 'an amount of the opening'));
  return {
    ticks,
    markSeq: ensure(row.openMarkSeq, 'mark of the opening'),
    atMs: ensure(row.openedAtMs, 'time of the opening'),
    notional: amount(row.notional),
    margin: amount(row.margin),
    fee: amount(row.fee),
    nightFee: amount(row.nightFee),
  };
}

function closingOf(row: LeverOrderRow, ticks: number): Closing {
  const { seenEquity: equity, seenMargin: margin } = row;
  return {
    reason: ensure(row.closeReason, 'reason of the close'),
    ticks,
    markSeq: ensure(row.closeMarkSeq, 'mark of the close'),
    atMs: ensure(row.closedAtMs, 'time of the close'),
    profit: ensure(row.profit, 'profit'),
    nights: ensure(row.nights, 'fees of the nights'),
    seen:
      equity === null || margin === null ? null : { equity, margin, absentIds: absentIdsOf(row) },
    cover: row.seenCover,
  };
}

function evidenceOf({ seenMovement: movement, seenMarks }: LeverOrderRow): StopOutEvidence | null {
  if (movement === null) return null;
  return { movement, marks: seenMarks as StopOutEvidence['marks'] };
}

const absentIdsOf = (row: LeverOrderRow): readonly number[] =>
  evidenceOf(row)?.marks.map(({ marketId }) => marketId) ?? [];

function settledOf({
  settledAvailable: available,
  settledDebt: debt,
  insured,
  waived,
}: LeverOrderRow): Settled | null {
  if (available === null) return null;
  assert(debt !== null && insured !== null && waived !== null, 'a close is settled wholly');
  return { available, debt, fromInsurance: insured, waived };
}

export function marketRulesOf(row: LeverMarketRow): LeverMarketRules {
  const { netLimit: net, grossLimit: gross, ownerLimit: owner, ...rules } = row;
  return { ...rules, limits: { net, gross, owner } };
}

export function marketRowOf({ limits, ...rules }: LeverMarketRules): LeverMarketRow {
  const { net: netLimit, gross: grossLimit, owner: ownerLimit } = limits;
  return { ...rules, multiples: [...rules.multiples], netLimit, grossLimit, ownerLimit };
}
