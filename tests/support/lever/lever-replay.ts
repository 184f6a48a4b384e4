/**
 * Replays the orders of the core of contract trading through their machine, event by event, and compares the movement
 * of each event with the effects of its steps.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import type { ContractOrderInput } from '../../../machines/domain/lever/contract-order.context.ts';
import type {
  ContractOrderEvent,
  LapseReason,
  TriggerReason,
} from '../../../machines/domain/lever/contract-order.events.ts';
import type { contractOrderKind } from '../../../machines/domain/lever/contract-order.kind.ts';
import { contractOrderMachine } from '../../../machines/domain/lever/contract-order.machine.ts';
import { leverMovementOf } from '../../../server/areas/lever/lever-recipes.ts';
import type { LeverEvent, LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import { beginLife, takeEvent } from '../../../server/kit/lifecycle/machine-steps.ts';
import type { EffectRecipes } from '../effect-recipes.ts';

type Snapshot = ReturnType<typeof beginLife<typeof contractOrderMachine>>['snapshot'];
type Closed = Extract<LeverEvent, { type: 'order.closed' }>;

export const CONTRACT_RECIPES: EffectRecipes<typeof contractOrderKind> = {
  holdReserve: 'lever.order_placed',
  releaseReserve: 'lever.order_ended',
  bookOpening: 'lever.opened',
  bookClosing: 'lever.closed',
  notifyOwner: null,
};

const CAUSE = { currencyId: 1, requestId: 'request', actorId: 0, postingId: null };
const ENGINE = { role: 'engine', userId: 0 } as const;
const OPERATOR = { role: 'operator', userId: 0 } as const;
const ownerOf = ({ ownerId }: LeverOrder) => ({ role: 'owner', userId: ownerId }) as const;

const inputOf = (order: LeverOrder): ContractOrderInput => ({
  orderId: String(order.id),
  ownerId: order.ownerId,
  kind: order.kind,
  direction: order.direction,
  lots: order.lots,
  multiple: order.multiple,
  spreadPpm: order.spreadPpm,
  feePpm: order.feePpm,
  nightPpm: order.nightPpm,
  calendar: order.calendar,
  tickLotUnits: String(order.tickLotUnits),
  limitTicks: order.limitTicks,
  worstTicks: order.worstTicks,
  takeProfitTicks: order.takeProfitTicks,
  stopLossTicks: order.stopLossTicks,
});

export class LeverReplay {
  readonly #snapshots = new Map<number, Snapshot>();
  /** Accepted events by type. */
  readonly taken: Record<string, number>;

  constructor(taken: Record<string, number> = {}) {
    this.taken = taken;
  }

  /** @param markOf the live mark of a market, in ticks; null without one. */
  follow(events: readonly LeverEvent[], markOf: (marketId: number) => number | null): void {
    const touched = new Set<LeverOrder>();
    for (const event of events) {
      if (!('order' in event)) continue;
      const { order } = event;
      touched.add(order);
      const effects = new Set<string>();
      if (!this.#snapshots.has(order.id)) {
        const { snapshot, effects: first } = beginLife(contractOrderMachine, inputOf(order));
        // A market order holds no reserve.
        if (snapshot.context.reserve !== '0') for (const { type } of first) effects.add(type);
        this.#snapshots.set(order.id, snapshot);
        if (event.type === 'order.placed')
          assert(snapshot.context.reserve === String(event.reserve), 'the reserve is by the terms');
      }
      for (const step of this.#stepsOf(event, markOf)) this.#take(order, step, effects);
      compareMovement(event, effects);
    }
    for (const order of touched) this.#compare(order);
  }

  #take({ id }: LeverOrder, event: ContractOrderEvent, effects: Set<string>): void {
    const before = ensure(this.#snapshots.get(id), `order ${id}`);
    const step = takeEvent(contractOrderMachine, before, event);
    assert(
      step !== null,
      `order ${id} is ${JSON.stringify(before.value)} and refuses ${JSON.stringify(event)}`,
    );
    this.#snapshots.set(id, step.snapshot);
    for (const { type } of step.effects) effects.add(type);
    this.taken[event.type] = (this.taken[event.type] ?? 0) + 1;
  }

  #stepsOf(
    event: Extract<LeverEvent, { order: unknown }>,
    markOf: (marketId: number) => number | null,
  ): ContractOrderEvent[] {
    const { order } = event;
    switch (event.type) {
      case 'order.placed':
        return [];
      case 'order.opened': {
        const { ticks, atMs } = event.order.opening;
        const { margin, fee } = event;
        const opened = { margin: String(margin), fee: String(fee), ticks, atMs };
        return [{ type: 'order.opened', by: ENGINE, ...opened }];
      }
      case 'targets.amended': {
        const { takeProfitTicks, stopLossTicks, marketId } = order;
        const revision = order.revision - 1;
        const targets = { takeProfitTicks, stopLossTicks, markTicks: markOf(marketId), revision };
        return [{ type: 'targets.amend', by: ownerOf(order), ...targets }];
      }
      case 'order.cancelled':
        if (event.reason === 'owner') return [{ type: 'order.cancel', by: ownerOf(order) }];
        if (event.reason === 'operator') return [{ type: 'order.dismiss', by: OPERATOR }];
        return [{ type: 'order.lapse', by: ENGINE, reason: event.reason satisfies LapseReason }];
      case 'close.waits':
        return [
          event.reason === 'owner'
            ? { type: 'close.order', by: ownerOf(order) }
            : { type: 'close.demand', by: OPERATOR },
        ];
      case 'close.withdrawn':
        return [{ type: 'close.withdraw', by: ownerOf(order) }];
      case 'order.closed':
        return this.#closingSteps(event);
    }
  }

  #closingSteps({ order, closing }: Closed): ContractOrderEvent[] {
    const { reason, ticks, profit, nights, atMs, seen } = closing;
    const settled = { ticks, profit: String(profit), nights: String(nights), atMs };
    const end: ContractOrderEvent = { type: 'position.settled', by: ENGINE, ...settled };
    const isWaiting = ensure(this.#snapshots.get(order.id), 'an order').matches('closing');
    if (reason === 'owner' || reason === 'wound_down') {
      if (isWaiting) return [end];
      return reason === 'owner'
        ? [{ type: 'close.order', by: ownerOf(order) }, end]
        : [{ type: 'close.demand', by: OPERATOR }, end];
    }
    const trigger: ContractOrderEvent = {
      type: 'close.trigger',
      by: ENGINE,
      reason: reason satisfies TriggerReason,
      markTicks: ticks,
      equity: seen === null ? null : String(seen.equity),
      accountMargin: seen === null ? null : String(seen.margin),
    };
    return [trigger, end];
  }

  #compare(order: LeverOrder): void {
    const snapshot = ensure(this.#snapshots.get(order.id), 'an order');
    const { context } = snapshot;
    const states = { inTrading: 'in_trading' } as Readonly<Record<string, string>>;
    const value = String(snapshot.value);
    const replayed = [
      states[value] ?? value,
      context.revision,
      context.reserve,
      context.takeProfitTicks,
      context.stopLossTicks,
      context.closeReason,
      context.cancelReason,
    ].join(' ');
    const held = [
      order.state,
      order.revision,
      order.reserve,
      order.takeProfitTicks,
      order.stopLossTicks,
      order.closeReason,
      order.cancelReason,
    ].join(' ');
    assert(replayed === held, `order ${order.id}: core ${held}, machine ${replayed}`);
  }
}

/** An event moves money by the recipe of its effect. */
function compareMovement(event: LeverEvent, effects: ReadonlySet<string>): void {
  const recipes = Object.entries(CONTRACT_RECIPES).flatMap(([effect, recipe]) =>
    recipe === null || !effects.has(effect) ? [] : [recipe],
  );
  const moved = leverMovementOf(event, CAUSE)?.recipe;
  const hadNoReserve = event.type === 'order.cancelled' && event.released === 0n;
  const expected = hadNoReserve ? [] : recipes;
  const booked = moved === undefined ? [] : [moved];
  assert(
    booked.join() === expected.join(),
    `${event.type} books ${booked.join()}, the machine says ${expected.join()}`,
  );
}
