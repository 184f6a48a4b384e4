/** A contract order of a real server as a system of the path runner: its owner and the mark cause its events. */
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { limitMarkOf } from '../../../contract/figures/lever-order.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type {
  ContractOrderEvent,
  TargetsAmended,
} from '../../../machines/domain/lever/contract-order.events.ts';
import { stateOf } from '../../../machines/domain/lever/contract-order.snapshot.ts';
import type { ContractOrderSnapshot } from '../../../machines/domain/lever/contract-order.snapshot.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { ContractUser } from '../lever/contract-users.ts';
import type { ContractMarket } from '../lever/contract-users.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Decimals of prices of the market. */
const PRICE_SCALE = 2;
/** The spread of the market and of the model. */
const SPREAD_PPM = 200;
/** Between all targets of the model, above the limit. */
const QUIET_TICKS = 9_750_000;

/** The owner's view of the order. */
export interface OrderView {
  readonly state: string;
  readonly takeProfit: number | null;
  readonly stopLoss: number | null;
  readonly closeReason: string | null;
  readonly cancelReason: string | null;
  readonly revision: number;
}

/** Acts of the owner, and the place where the owner sees them: over HTTP, or on the pages. */
export interface OwnerHands {
  amend(owner: ContractUser, amendment: RequestInput<'amendLeverTargets'>): Promise<void>;
  cancel(owner: ContractUser, id: string): Promise<void>;
  close(owner: ContractUser, id: string): Promise<void>;
  keep(owner: ContractUser, id: string): Promise<void>;
  see(owner: ContractUser, id: string): Promise<OrderView>;
}

const OVER_HTTP: OwnerHands = {
  amend: async (owner, amendment) => void (await owner.ask('amendLeverTargets', amendment)),
  cancel: async (owner, id) => void (await owner.ask('cancelLeverOrder', { id })),
  close: async (owner, id) => void (await owner.ask('closeLeverPosition', { id })),
  keep: async (owner, id) => void (await owner.ask('withdrawLeverClose', { id })),
  see: async (owner, id) => shown(await owner.order(id)),
};

export interface ContractWorld {
  readonly server: TestServer;
  readonly market: ContractMarket;
  /** The market of another position, whose losses count for the account of the order. */
  readonly beside: ContractMarket;
  readonly owner: ContractUser;
  readonly stranger: ContractUser;
}

/** Runs one path. */
export class HttpContractOrder implements System {
  readonly target: 'http' | 'page';
  readonly #world: ContractWorld;
  readonly #path: Path;
  #id = '';
  /** Roles that a caller has claimed since the last step. */
  readonly #claimed = new Set<string>();
  #owner: ContractUser;
  readonly #hands: OwnerHands;

  constructor(world: ContractWorld, path: Path, hands = OVER_HTTP) {
    this.target = hands === OVER_HTTP ? 'http' : 'page';
    this.#hands = hands;
    this.#world = world;
    this.#path = path;
    this.#owner = world.owner;
  }

  async start(): Promise<void> {
    const { market } = this.#world;
    const { context } = this.#path.start.snapshot as ContractOrderSnapshot;
    await market.price(text(QUIET_TICKS));
    if (this.#path.steps.some(({ event }) => isByLoss(event as ContractOrderEvent)))
      await this.#openBeside();
    const { id } = await this.#owner.place(market, {
      type: 'limit',
      lots: String(context.lots),
      multiple: String(context.multiple),
      price: textOf(context.limitTicks),
      take_profit: textOf(context.takeProfitTicks),
      stop_loss: textOf(context.stopLossTicks),
    });
    this.#id = id;
  }

  async send(event: AnyEventObject): Promise<void> {
    this.#claimed.clear();
    await this.#perform(event as ContractOrderEvent);
  }

  /** A caller without the right tries the event, by the existing call or by a made-up field. */
  async tryRefused(anyEvent: AnyEventObject): Promise<true> {
    const event = anyEvent as ContractOrderEvent;
    const owner = this.#owner;
    const { stranger } = this.#world;
    const isStranger = event.by.role === 'owner' && event.by.userId !== 1;
    const user = isStranger ? stranger : owner;
    const call = CALLS[event.type];
    const id = this.#id;
    if (event.by.role !== 'owner' || call === undefined) {
      // No call says who acts, or reports a fact that only the core knows; the request names the role alone.
      if (this.#claimed.has(event.by.role)) return true;
      this.#claimed.add(event.by.role);
      const posing = { id, 'by[role]': event.by.role } as { readonly id: string };
      expect(await owner.refusal('cancelLeverOrder', posing)).toBe('invalid_request');
      return true;
    }
    const error =
      call === 'amendLeverTargets'
        ? await user.refusal(call, this.#amendment(event as TargetsAmended))
        : await user.refusal(call, { id });
    expect(error).toBeDefined();
    if (isStranger) expect(error).toBe('contract_order_not_found');
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a contract order has no delay ${delay}`);
  }

  observe(): Promise<OrderView> {
    return this.#hands.see(this.#owner, this.#id);
  }

  readonly expected = expectedView;

  /** Leaves nothing open for the next path. */
  async end(): Promise<void> {
    const { market, beside } = this.#world;
    await market.price(text(QUIET_TICKS));
    if (this.#owner !== this.#world.owner) await beside.price(BESIDE.price);
    await this.#owner.ask('cancelAllLeverOrders', {});
    await this.#owner.ask('closeAllLeverPositions', { direction: 'all' });
    await this.#settle('closed', 'cancelled');
  }

  /** An owner with little more than the order needs, and a position in the other market that may lose it. */
  async #openBeside(): Promise<void> {
    const { server, beside } = this.#world;
    this.#owner = await ContractUser.open(server, BESIDE.deposit);
    await beside.price(BESIDE.price);
    await this.#owner.place(beside, { lots: BESIDE.lots, multiple: BESIDE.multiple });
  }

  async #perform(event: ContractOrderEvent): Promise<void> {
    const { market, beside } = this.#world;
    const owner = this.#owner;
    const id = this.#id;
    switch (event.type) {
      case 'order.opened':
        await market.price(text(markOf(event.ticks)));
        await this.#settle('in_trading');
        // Back between the targets, for every next step.
        return market.price(text(QUIET_TICKS));
      case 'targets.amend':
        return this.#hands.amend(owner, this.#amendment(event));
      case 'order.cancel':
        return this.#hands.cancel(owner, id);
      case 'close.order':
        await market.freeze();
        return this.#hands.close(owner, id);
      case 'close.withdraw':
        await this.#hands.keep(owner, id);
        return market.price(text(QUIET_TICKS));
      case 'position.settled':
        await market.price(text(event.ticks));
        return this.#settle('closed');
      case 'close.trigger':
        if (event.reason === 'stop_out') await beside.price(BESIDE.stopOutPrice);
        else await market.price(text(event.markTicks));
        await this.#settle('closed');
        return market.price(text(QUIET_TICKS));
      case 'order.lapse':
        if (event.reason === 'account_stopped_out') await beside.price(BESIDE.lapsePrice);
        else {
          await beside.price(BESIDE.shortPrice);
          await market.price(text(markOf(ensure(this.#limitTicks, 'a limit'))));
        }
        await this.#settle('cancelled');
        return market.price(text(QUIET_TICKS));
      default:
        throw new Error(`nobody can bring about ${event.type} over HTTP`);
    }
  }

  /** Waits until the order has one of these states. */
  async #settle(...states: readonly string[]): Promise<void> {
    await expect
      .poll(async () => (await this.#owner.order(this.#id)).state, { timeout: 30_000 })
      .toSatisfy((state: string) => states.includes(state));
  }

  get #limitTicks(): number | null {
    return (this.#path.start.snapshot as ContractOrderSnapshot).context.limitTicks;
  }

  #amendment(event: TargetsAmended) {
    return {
      id: this.#id,
      revision: String(event.revision),
      take_profit: textOf(event.takeProfitTicks) ?? '',
      stop_loss: textOf(event.stopLossTicks) ?? '',
    };
  }
}

/** Calls by which owners cause events. */
const CALLS: Partial<
  Record<
    ContractOrderEvent['type'],
    'cancelLeverOrder' | 'amendLeverTargets' | 'closeLeverPosition' | 'withdrawLeverClose'
  >
> = {
  'order.cancel': 'cancelLeverOrder',
  'targets.amend': 'amendLeverTargets',
  'close.order': 'closeLeverPosition',
  'close.withdraw': 'withdrawLeverClose',
};

/** The reason why a path cannot be caused from outside the server; null if it can. */
export function obstacle(path: Path): string | null {
  let isClosing = false;
  for (const { event } of path.steps) {
    const reason = reasonOf(event as ContractOrderEvent);
    if (reason !== null) return reason;
    if (isClosing && event.type === 'close.trigger')
      return 'a close that waits for a price has none';
    if (event.type === 'close.withdraw') isClosing = false;
    else isClosing ||= event.type === 'close.order' || event.type === 'close.trigger';
  }
  return repeatsTargets(path) ? 'the same targets are no event' : null;
}

/** Whether an amendment changes nothing, which the server does not count. */
export function repeatsTargets({ start, steps }: Path): boolean {
  let { takeProfitTicks, stopLossTicks } = (start.snapshot as ContractOrderSnapshot).context;
  for (const { event } of steps) {
    if (event.type !== 'targets.amend') continue;
    const amended = event as TargetsAmended;
    if (amended.takeProfitTicks === takeProfitTicks && amended.stopLossTicks === stopLossTicks)
      return true;
    ({ takeProfitTicks, stopLossTicks } = amended);
  }
  return false;
}

function reasonOf(event: ContractOrderEvent): string | null {
  switch (event.type) {
    case 'order.dismiss':
    case 'close.demand':
      return 'an operator acts';
    case 'order.lapse':
      return isByLoss(event) ? null : 'the exchange must be short of funds, or the market end';
    case 'close.trigger':
      return event.reason === 'deleveraged' ? 'the pool must be short of funds' : null;
    default:
      return null;
  }
}

/** Whether the losses of another position of the owner cause the event. */
export function isByLoss(event: ContractOrderEvent): boolean {
  if (event.type === 'close.trigger') return event.reason === 'stop_out';
  if (event.type !== 'order.lapse') return false;
  return event.reason === 'insufficient_margin' || event.reason === 'account_stopped_out';
}

const TRIGGERS: ReadonlySet<string> = new Set([
  'take_profit',
  'stop_loss',
  'stop_out',
  'deleveraged',
]);

/** The owner's view by the model. */
export function expectedView(move: Move): OrderView {
  const snapshot = move.snapshot as ContractOrderSnapshot;
  const { context } = snapshot;
  // A trigger closes at its own mark, so that no user sees the moment between.
  const isTriggered =
    snapshot.matches('closing') && TRIGGERS.has(ensure(context.closeReason, 'a reason'));
  return {
    state: isTriggered ? 'closed' : stateOf(snapshot),
    takeProfit: context.takeProfitTicks,
    stopLoss: context.stopLossTicks,
    closeReason: context.closeReason,
    cancelReason: context.cancelReason,
    revision: context.revision + (isTriggered ? 1 : 0),
  };
}

/**
 * A long of ETH with the order: its margin is 1,026, and some 340 of the deposit are left. A loss of 360 leaves
 * too little for the order, one of 1,710 stops both positions out, and one of 2,160 the account with the order
 * pending.
 */
const BESIDE = {
  deposit: '2600',
  lots: '300',
  multiple: '10',
  price: '3420',
  shortPrice: '3300',
  stopOutPrice: '2850',
  lapsePrice: '2700',
} as const;

/** Returns a mark at which a long opens at these ticks. */
const markOf = (entryTicks: number): number => limitMarkOf('long', entryTicks, SPREAD_PPM);

export const shown = (order: LeverOrderInfo): OrderView => ({
  state: order.state,
  takeProfit: ticksOf(order.take_profit),
  stopLoss: ticksOf(order.stop_loss),
  closeReason: order.close_reason,
  cancelReason: order.cancel_reason,
  revision: order.revision,
});

const text = (ticks: number): string => formatUnits(BigInt(ticks), PRICE_SCALE);
const textOf = (ticks: number | null): string | undefined =>
  ticks === null ? undefined : text(ticks);
const ticksOf = (price: string | null): number | null =>
  price === null ? null : Number(parseUnits(price, PRICE_SCALE));
