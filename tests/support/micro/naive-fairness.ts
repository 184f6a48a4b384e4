/** The daily figures of fast contracts, computed from published orders alone, with other means than the server's. */
import type { MicroDayInfo, MicroResultInfo } from '../../../contract/micro/fairness.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const CENT = 10n ** 16n;
const PPM = 1_000_000n;

/** Returns the figures by day and duration. @param orders of one instrument. */
export function naiveDays(orders: readonly MicroResultInfo[]): MicroDayInfo[] {
  const groups = Map.groupBy(
    orders,
    (order) => `${order.accepted_at - (order.accepted_at % DAY_MS)} ${order.micro_product_id}`,
  );
  return [...groups.values()]
    .map(dayOfOrders)
    .toSorted((a, b) => a.day - b.day || a.seconds - b.seconds);
}

function dayOfOrders(orders: readonly MicroResultInfo[]): MicroDayInfo {
  const [first] = orders;
  if (first === undefined) throw new Error('a group has an order');
  const count = (isCounted: (order: MicroResultInfo) => boolean) => orders.filter(isCounted).length;
  const of = (outcome: string, way: string) =>
    count((order) => order.outcome === outcome && order.direction === way);
  const decided = orders.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  const opened = orders.filter((order) => order.opened_at !== null);
  const openings = opened.map((order) => (order.opened_at ?? 0) - order.accepted_at);
  const settlings = opened.map((order) => order.settled_at - (order.expires_at ?? 0));
  return {
    day: first.accepted_at - (first.accepted_at % DAY_MS),
    micro_product_id: first.micro_product_id,
    seconds: first.seconds,
    won_up: of('won', 'up'),
    won_down: of('won', 'down'),
    lost_up: of('lost', 'up'),
    lost_down: of('lost', 'down'),
    drawn: count(({ outcome }) => outcome === 'drawn'),
    unopened: count(({ outcome, opened_at: at }) => outcome === 'voided' && at === null),
    unpriced: count(({ outcome, opened_at: at }) => outcome === 'voided' && at !== null),
    stake: textOf(sum(orders.map(({ stake }) => unitsOf(stake)))),
    payout: textOf(sum(orders.map(({ payout }) => unitsOf(payout)))),
    decided_stake: textOf(sum(decided.map(({ stake }) => unitsOf(stake)))),
    profit: textOf(sum(decided.map(profitOf))),
    loss: textOf(sum(decided.map(lossOf))),
    swing_squared: String(swingOf(decided)),
    ...leanOf(orders),
    opening_delay_ms: openings.reduce((total, ms) => total + ms, 0),
    opening_delay_max_ms: Math.max(0, ...openings),
    settling_delay_ms: settlings.reduce((total, ms) => total + ms, 0),
    settling_delay_max_ms: Math.max(0, ...settlings),
  };
}

function swingOf(decided: readonly MicroResultInfo[]): bigint {
  const groups = Map.groupBy(
    decided,
    (order) => `${Math.floor(order.accepted_at / MINUTE_MS)} ${order.opened_at}`,
  );
  return sum(
    [...groups.values()].map((group) => {
      const swing = sum(
        group.map(
          (order) => (profitOf(order) + lossOf(order)) * (order.direction === 'up' ? 1n : -1n),
        ),
      );
      const cents = swing / CENT;
      return cents * cents;
    }),
  );
}

/** Sums of stakes and moves of the index, minute by minute. */
function leanOf(orders: readonly MicroResultInfo[]) {
  const moved = orders.filter(({ outcome }) => outcome !== 'voided');
  const minutes = Map.groupBy(moved, (order) => Math.floor(order.accepted_at / MINUTE_MS));
  let [skewMove, skewSquared, moveSquared, minuteSquared] = [0n, 0n, 0n, 0n];
  for (const minute of minutes.values()) {
    let ofMinute = 0n;
    for (const group of Map.groupBy(minute, ({ opened_at: at }) => at).values()) {
      const stakes = group.map(
        ({ stake, direction }) => unitsOf(stake) * (direction === 'up' ? 1n : -1n),
      );
      const skew = sum(stakes) / CENT;
      const move = moveOf(group);
      ofMinute += skew * move;
      skewSquared += skew * skew;
      moveSquared += move * move;
    }
    skewMove += ofMinute;
    minuteSquared += ofMinute * ofMinute;
  }
  return {
    lean_minutes: minutes.size,
    skew_move: String(skewMove),
    skew_squared: String(skewSquared),
    move_squared: String(moveSquared),
    minute_squared: String(minuteSquared),
  };
}

function moveOf([order]: readonly MicroResultInfo[]): bigint {
  const opening = BigInt((order?.count ?? 0) * (order?.open_ticks ?? 0));
  return ((BigInt(order?.sum ?? 0) - opening) * PPM) / opening;
}

const profitOf = (order: MicroResultInfo): bigint =>
  (unitsOf(order.stake) * BigInt(order.profit_ppm)) / PPM;
const lossOf = (order: MicroResultInfo): bigint =>
  (unitsOf(order.stake) * BigInt(order.loss_ppm) + PPM - 1n) / PPM;
const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(18, '0'));
}

function textOf(amount: bigint): string {
  const fraction = String(amount % UNIT)
    .padStart(18, '0')
    .replace(/0+$/, '');
  return `${amount / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}
