/**
 * Operators' part of fast contracts: the terms of later orders, and the pool. Nothing here reads or changes an order,
 * and no argument is a price, a time of the index or a result.
 */
import { ensure } from '../../../contract/assert.ts';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { microProfitOf } from '../../../contract/figures/micro-amount.ts';
import type { MicroDirection } from '../../../contract/figures/micro-settlement.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import type { GuestHost } from '../../ledger/writer/guest.types.ts';
import type { MicroInstrument } from './demo-products.ts';
import type { MicroMemory } from './micro-memory.ts';
import { microPoolFunded } from './micro-recipes.ts';
import type {
  MicroDeskCommands,
  MicroDeskView,
  MicroFunding,
  MicroPool,
  MicroProduct,
  MicroSide,
} from './micro.types.ts';

interface MicroDeskParts {
  readonly memory: MicroMemory;
  readonly host: GuestHost;
  /** The products from which orders take their terms. */
  readonly products: Map<number, MicroProduct>;
  /** The instruments of the index log that may have products, by name. */
  readonly instruments: ReadonlyMap<string, MicroInstrument>;
  readonly lastFundingId: number;
  /** The highest number of a stored product, whether or not the log has its instrument. */
  readonly lastProductId: number;
}

const NO_ORDERS: MicroSide = { orders: 0, stakes: 0n, profits: 0n };
type Sides = Readonly<Record<MicroDirection, MicroSide>>;

export class MicroDesk implements MicroDeskCommands, MicroDeskView {
  readonly #parts: MicroDeskParts;
  #lastFundingId: number;
  #lastProductId: number;

  constructor(parts: MicroDeskParts) {
    this.#parts = parts;
    this.#lastFundingId = parts.lastFundingId;
    this.#lastProductId = parts.lastProductId;
  }

  /** True also while the writer takes no orders because too many wait: a halt must be possible then. */
  get takesCommands(): boolean {
    return !this.#parts.host.isClosed;
  }

  get products(): ReadonlyMap<number, MicroProduct> {
    return this.#parts.products;
  }

  get instruments(): ReadonlySet<string> {
    return new Set(this.#parts.instruments.keys());
  }

  pool(): MicroPool {
    const { available, frozen } = this.#parts.host.house(HOUSE_ACCOUNTS.microPool);
    return { free: available, reserved: frozen };
  }

  lastPoint(instrument: string): IndexRecord | undefined {
    return this.#parts.memory.core.lastPoint(instrument);
  }

  exposure(): ReadonlyMap<string, Sides> {
    const exposure = new Map<string, Sides>();
    for (const order of this.#parts.memory.accounts.openOrders) {
      const { instrument, direction, stake } = order;
      const sides = exposure.get(instrument) ?? { up: NO_ORDERS, down: NO_ORDERS };
      const { orders, stakes, profits } = sides[direction];
      const side = {
        orders: orders + 1,
        stakes: stakes + stake,
        profits: profits + microProfitOf(stake, order),
      };
      exposure.set(instrument, { ...sides, [direction]: side });
    }
    return exposure;
  }

  changeTerms: MicroDeskCommands['changeTerms'] = async (productId, change, now) => {
    if (!this.takesCommands) return refuse('service_unavailable');
    const before = ensure(this.products.get(productId), `product ${productId}`);
    return this.#store({ ...before, ...change, revision: before.revision + 1 }, now);
  };

  addProduct: MicroDeskCommands['addProduct'] = async (name, seconds, terms, now) => {
    if (!this.takesCommands) return refuse('service_unavailable');
    const instrument = ensure(this.#parts.instruments.get(name), `instrument ${name}`);
    const others = [...this.products.values()];
    // Another operator may have added it since the caller looked.
    if (others.some((each) => each.instrument === name && each.seconds === seconds))
      return refuse('not_changed');
    this.#lastProductId += 1;
    const id = this.#lastProductId;
    const added = { ...instrument, ...terms, id, seconds, status: 'halted', revision: 1 } as const;
    return this.#store(added, now);
  };

  async fundPool(
    { amount, requestId }: Omit<MicroFunding, 'id' | 'atMs'>,
    asked: EpochMs,
  ): ReturnType<MicroDeskCommands['fundPool']> {
    const { memory, host } = this.#parts;
    if (!this.takesCommands) return refuse('service_unavailable');
    const isFunded = host.change(asked, ({ now, book, available }) => {
      const free = available(OWNERS.house, HOUSE_ACCOUNTS.microPool);
      if (free + amount < 0n) return false;
      this.#lastFundingId += 1;
      const funding = { id: this.#lastFundingId, amount, requestId, atMs: now };
      book(microPoolFunded({ ...funding, currencyId: host.currencyId }));
      memory.addFunding(funding);
      return true;
    });
    await host.durable();
    return isFunded ? ok(null) : refuse('insufficient_balance');
  }

  /** The terms count for the next order, whose commit cannot come before that of the terms. */
  async #store(product: MicroProduct, asked: EpochMs) {
    const { memory, host, products } = this.#parts;
    host.change(asked, ({ now: atMs }) => {
      products.set(product.id, product);
      memory.addProduct({ product, atMs });
    });
    await host.durable();
    return ok(null);
  }
}

const unavailable = () => Promise.resolve(refuse('service_unavailable'));

/** The desk of a server without an index log. */
export const NO_MICRO_DESK: MicroDeskCommands & MicroDeskView = {
  takesCommands: false,
  products: new Map(),
  instruments: new Set(),
  pool: () => ({ free: 0n, reserved: 0n }),
  lastPoint: () => undefined,
  exposure: () => new Map(),
  changeTerms: unavailable,
  addProduct: unavailable,
  fundPool: unavailable,
};
