/** Formats the replay of an order for a terminal and for programs. */
import { formatUnits } from '../../contract/money/decimal.ts';
import type {
  MarketScales,
  OrderRecord,
  Replay,
  ReplayStep,
} from '../../server/areas/spot/spot.area.ts';

/** One line a step: time, event, and the order after it. */
export function replayText({ order, market }: OrderRecord, { steps, faults }: Replay): string {
  const pair = `${market.baseCode}/${market.quoteCode}`;
  const rows = steps.map((step) => [
    new Date(step.atMs).toISOString(),
    happening(step, market),
    step.state,
    `executed ${base(step.context.executedQuantity, market)}`,
    `frozen ${frozen(step, market)}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return [
    `order ${order.id}: ${order.kind} ${order.side} in ${pair}, owner ${order.ownerId}`,
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    faults.length === 0
      ? `${steps.length} steps, the same as stored: ${order.state}, revision ${order.revision}`
      : `${steps.length} steps, NOT the same as stored`,
    '',
  ].join('\n');
}

export function replayJson({ order, market }: OrderRecord, { steps, faults }: Replay): string {
  const document = {
    order: String(order.id),
    market: `${market.baseCode}/${market.quoteCode}`,
    owner: order.ownerId,
    steps: steps.map(({ atMs, event, deal, state, context }) => ({
      time: atMs,
      event: event ?? { type: 'order.placed' },
      deal: deal === null ? null : String(deal.id),
      state,
      end_reason: context.endReason,
      executed_quantity: base(context.executedQuantity, market),
      executed_amount: formatUnits(BigInt(context.executedAmount), market.quoteScale),
      fee: formatUnits(
        BigInt(context.fee),
        context.side === 'buy' ? market.baseScale : market.quoteScale,
      ),
      reserved: reserved(context, market),
      revision: context.revision,
    })),
    is_same_as_stored: faults.length === 0,
    faults,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function happening({ event, deal, context }: ReplayStep, market: MarketScales): string {
  if (event === null) return placed(context, market);
  if (event.type !== 'order.filled' || deal === null)
    return `${event.type} by the ${event.by.role}${'reason' in event ? ` (${event.reason})` : ''}`;
  const price = formatUnits(BigInt(deal.priceTicks), market.priceScale);
  return `order.filled ${base(event.quantity, market)} at ${price} as ${event.liquidity}, deal ${deal.id}`;
}

function placed({ price, quantity, amount }: ReplayStep['context'], market: MarketScales): string {
  const size =
    amount === null
      ? base(quantity ?? '0', market)
      : `${formatUnits(BigInt(amount), market.quoteScale)} ${market.quoteCode}`;
  const limit = price === null ? '' : ` at ${formatUnits(BigInt(price), market.quoteScale)}`;
  return `placed ${size}${limit}`;
}

function frozen({ context }: ReplayStep, market: MarketScales): string {
  return `${reserved(context, market)} ${context.side === 'buy' ? market.quoteCode : market.baseCode}`;
}

function reserved({ side, reserved: units }: ReplayStep['context'], market: MarketScales): string {
  return formatUnits(BigInt(units), side === 'buy' ? market.quoteScale : market.baseScale);
}

const base = (units: string, { baseScale }: MarketScales): string =>
  formatUnits(BigInt(units), baseScale);
