/** An order of a real server as a system of the path runner: users cause its events over HTTP. */
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import type { SpotOrderContext } from '../../../machines/domain/spot/spot-order.context.ts';
import type { SpotOrderEvent } from '../../../machines/domain/spot/spot-order.events.ts';
import {
  stateOf,
  type SpotOrderSnapshot,
} from '../../../machines/domain/spot/spot-order.snapshot.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { newFaults } from '../ledger/new-faults.ts';
import { contextOf, OrderScene } from './order-scene.ts';
import type { Holdings, OrderWorld, Person } from './order-world.ts';
import { quickFetch } from '../servers/quick-fetch.ts';

/** The users' view of the order after a step. */
interface Observation {
  readonly state: string;
  readonly executed: string;
  readonly amount: string;
  readonly fee: string;
  /** Null during the placement, which no call can observe: its fills are read afterwards. */
  readonly settled: null | {
    readonly endReason: string | null;
    readonly revision: number;
    readonly holdings: Holdings;
  };
}

/** Runs one path. */
export class HttpOrder implements System {
  readonly target = 'http';
  readonly #world: OrderWorld;
  readonly #path: Path;
  readonly #scene: OrderScene;
  #before: Holdings | undefined;
  #id = '';
  #done = 0;

  constructor(world: OrderWorld, path: Path) {
    this.#world = world;
    this.#path = path;
    this.#scene = new OrderScene(world, path);
  }

  async start(): Promise<void> {
    await this.#scene.prepare();
    const { side, terms } = this.#scene;
    this.#before = await this.#world.holdings(side);
    const { owner } = this.#world;
    const { price, quantity, amount } = terms;
    this.#id =
      price === null
        ? await this.#world.place(owner, { side, type: 'market', amount: text(amount) })
        : await this.#world.place(owner, {
            side,
            type: 'limit',
            price: text(price),
            quantity: text(quantity),
          });
  }

  async send(event: AnyEventObject): Promise<void> {
    this.#done += 1;
    if (this.#done > this.#scene.placement.length) await this.#perform(event as SpotOrderEvent);
  }

  async tryRefused(event: AnyEventObject): Promise<true> {
    await this.#tryForeign(event as SpotOrderEvent);
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a spot order has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    expect(await newFaults(this.#world.server, this.#path, this.#done)).toEqual([]);
    const order = await this.#world.order(this.#id);
    if (this.#isWithinPlacement()) return withinPlacement(order, this.#done);
    return {
      state: order.state,
      executed: units(order.executed_quantity),
      amount: units(order.executed_amount),
      fee: units(order.fee),
      settled: {
        endReason: order.end_reason,
        revision: order.revision,
        holdings: await this.#world.holdings(this.#scene.side),
      },
    };
  }

  /** The view of users by the model. */
  readonly expected = (move: Move): Observation => {
    const context = contextOf(move);
    return {
      state: stateOf(move.snapshot as SpotOrderSnapshot),
      executed: context.executedQuantity,
      amount: context.executedAmount,
      fee: context.fee,
      settled: this.#isWithinPlacement()
        ? null
        : {
            endReason: context.endReason,
            revision: context.revision,
            holdings: holdingsAfter(ensure(this.#before, 'holdings'), context),
          },
    };
  };

  #isWithinPlacement(): boolean {
    return this.#done < this.#scene.placement.length;
  }

  async #perform(event: SpotOrderEvent): Promise<void> {
    if (event.type === 'order.filled') await this.#scene.meet(event);
    else if (event.type === 'order.cancel')
      expect(await this.#world.cancel(this.#world.owner, this.#id)).toBeUndefined();
    else if (event.type === 'order.close') await this.#world.closeMarket();
    else throw new Error(`nobody can bring about ${event.type} over HTTP`);
  }

  /** A user without the right tries the event, by the existing call or by a made-up one. */
  async #tryForeign(event: SpotOrderEvent): Promise<void> {
    const { owner, stranger, server } = this.#world;
    const isOwner = event.by.role === 'owner' && event.by.userId === owner.userId;
    if (event.type === 'order.cancel' && event.by.role === 'owner') {
      const error = await this.#world.cancel(isOwner ? owner : stranger, this.#id);
      expect(error).toBe(isOwner ? 'order_not_open' : 'order_not_found');
      return;
    }
    const person = event.by.role === 'owner' && !isOwner ? stranger : owner;
    // No call reports fills, expires or closes, and no field changes the caller's identity.
    const noCall = await post(server.origin, person, CALL_NAMES[event.type], { id: this.#id });
    expect(noCall).toBe('route_not_found');
    const posing = { id: this.#id, role: event.by.role, 'by[role]': event.by.role };
    expect(await post(server.origin, person, 'cancel_order', posing)).toBe('invalid_request');
  }
}

/** Made-up names of calls that do not exist. */
const CALL_NAMES: Readonly<Record<SpotOrderEvent['type'], string>> = {
  'order.filled': 'fill_order',
  'order.exhausted': 'exhaust_order',
  'order.expired': 'expire_order',
  'order.cancel': 'order_cancel',
  'order.close': 'close_order',
};

async function post(
  origin: string,
  { token }: Person,
  name: string,
  fields: Record<string, string>,
): Promise<unknown> {
  const response = await quickFetch(`${origin}/api/private/spot/${name}`, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(fields),
  });
  return (response.json() as { readonly error?: string }).error;
}

function withinPlacement({ fills }: OrderDetail, count: number): Observation {
  const done = fills.slice(0, count);
  const sumOf = (field: 'quantity' | 'amount' | 'fee'): string =>
    sum(...done.map((fill) => units(fill[field])));
  return {
    state: 'paid',
    executed: sumOf('quantity'),
    amount: sumOf('amount'),
    fee: sumOf('fee'),
    settled: null,
  };
}

function holdingsAfter(before: Holdings, context: SpotOrderContext): Holdings {
  const { executedQuantity: executed, executedAmount: amount, reserved, fee } = context;
  const [paid, received] = context.side === 'buy' ? [amount, executed] : [executed, amount];
  return {
    paidAvailable: sum(before.paidAvailable, `-${reserved}`, `-${paid}`),
    paidFrozen: sum(before.paidFrozen, reserved),
    received: sum(before.received, received, `-${fee}`),
  };
}

const sum = (...amounts: readonly string[]): string =>
  String(amounts.reduce((total, amount) => total + BigInt(amount), 0n));

const text = (amount: string | null): string =>
  formatUnits(BigInt(ensure(amount, 'amount')), SCALE_MAX);
const units = (decimal: string): string => String(ensure(parseUnits(decimal, SCALE_MAX), 'units'));
