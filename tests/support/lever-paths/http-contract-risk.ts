/**
 * The risk of a contract account of a real server as a system of the path runner. Prices, openings and transfers bring
 * about its ratios; its owner sees positions over HTTP and warnings on the socket.
 */
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { amountOf, amountText } from '../../../contract/figures/lever-amount.ts';
import { entryTicksOf, openingCostOf, profitOf } from '../../../contract/figures/lever-order.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import {
  priceOfTicks,
  termsOfOrder,
  tickLotUnitsOf,
  ticksOf,
} from '../../../machines/app/lever/lever-prices.ts';
import type { ContractRiskEvent } from '../../../machines/domain/lever/contract-risk.machine.ts';
import { contractRiskModel } from '../../../qa/models/contract-risk.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import { createWalker, type Move } from '../../../qa/walk.ts';
import { Client } from '../../server/edge/socket-harness.ts';
import { eventually } from '../eventually.ts';
import { ContractMarket, ContractUser } from '../lever/contract-users.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';

type Measured = Extract<ContractRiskEvent, { readonly type: 'ratio.measured' }>;

const POSITION = { direction: 'long', lots: 100, multiple: 10 } as const;
/** The mark of each opening. */
const QUIET_TICKS = 9_725_000;
/** The mark is so far above it while a limit order waits. */
const ABOVE_TICKS = 10_000;
const WHOLE_PERCENT = 100n;
/** An act of an owner that changes the ratio by nothing that counts. */
const NEXT_TO_NOTHING = amountOf('0.000001');
const USER_FUNDS = '100000';
const OF_OPENINGS = 'an opening leaves about 100 % at least';
const OF_OWNERS = 'no act of an owner lowers the ratio below 100 %';

/** The owner's view of the account. */
interface RiskView {
  readonly isOpen: boolean;
  /** Whether a price is missing. */
  readonly isFrozen: boolean;
  /** Levels of all warnings since the start, oldest first. */
  readonly warnings: readonly string[];
  readonly stopOuts: number;
}

export interface RiskWorld {
  readonly server: TestServer;
  readonly market: ContractMarket;
  readonly terms: LeverMarketInfo;
  readonly owner: ContractUser;
  /** The socket of the owner. */
  readonly client: Client;
}

/** Opens a market, an owner and the socket of the owner. */
export async function openRiskWorld(server: TestServer): Promise<RiskWorld> {
  const market = await ContractMarket.open(server, 'BTC');
  await market.price(priceText(QUIET_TICKS));
  const owner = await ContractUser.open(server, USER_FUNDS);
  const client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  await client.waitFor(({ type }) => type === 'hello');
  client.send({ type: 'auth', token: owner.token });
  await client.waitFor(({ type }) => type === 'auth');
  client.send({ type: 'sub', params: 'USER' });
  await client.waitFor(({ type }) => type === 'USER');
  const markets = dataOf(await server.call('listLeverMarkets', {}));
  const terms = ensure(
    markets.find(({ id }) => String(id) === market.id),
    'a market',
  );
  return { server, market, terms, owner, client };
}

/**
 * Returns the path with an opening at 106 % before a price that brings about its first ratio, because no opening leaves a
 * ratio below that of its own margin.
 */
export function afterOpening(path: Path): Path {
  const [first] = path.steps;
  if (first === undefined || !isMeasured(first.event) || isOpening(first.event)) return path;
  const walker = createWalker(contractRiskModel);
  const event: Measured = { ...first.event, equity: '106', isOwnDoing: true };
  let { snapshot } = path.start;
  const steps = [{ event, by: first.by, label: 'the owner opens a position' }, ...path.steps].map(
    ({ event: each, by, label }) => {
      const move = walker.move(snapshot, each);
      ({ snapshot } = move);
      return { ...move, event: each, by, label };
    },
  );
  return { ...path, steps };
}

/** The reason why a path cannot be caused from outside the server; null if it can. */
export function obstacle(path: Path): string | null {
  let percent: number | null = null;
  for (const { event } of path.steps) {
    if (!isMeasured(event)) continue;
    const next = Number(event.equity);
    const isLowered = percent !== null && next < percent;
    if (event.isOwnDoing && isLowered && next < 100) return OF_OWNERS;
    percent = next;
  }
  return null;
}

/** Transitions that no account of a server takes, with the reasons. */
export const UNREACHED: Readonly<Record<string, string>> = {
  'flat > ratio.measured #1': OF_OPENINGS,
  'flat > ratio.measured #2': OF_OPENINGS,
  'flat > ratio.measured #3': OF_OPENINGS,
  'calm > ratio.measured #3': OF_OWNERS,
  'attention > ratio.measured #3': OF_OWNERS,
};

/** Runs one path. */
export class HttpContractRisk implements System {
  readonly target = 'http';
  readonly #world: RiskWorld;
  readonly #path: Path;
  readonly #orders: string[] = [];
  /** Warnings of the owner before this path. */
  readonly #earlier: number;
  #steps = 0;
  #markTicks = QUIET_TICKS;

  constructor(world: RiskWorld, path: Path) {
    this.#world = world;
    this.#path = path;
    this.#earlier = warningsOf(world.client).length;
  }

  start(): Promise<void> {
    return this.#price(QUIET_TICKS);
  }

  async send(event: AnyEventObject): Promise<void> {
    await this.#perform(event as ContractRiskEvent);
    this.#steps += 1;
    // A warning of the commit that the mark shows may still be on its way; one too many is found at the end.
    const wanted = this.#warned(this.#steps).length;
    await eventually(() => expect(this.#warnings().length).toBeGreaterThanOrEqual(wanted));
  }

  advance(delay: string): never {
    throw new Error(`the risk of an account has no delay ${delay}`);
  }

  async observe(): Promise<RiskView> {
    const { owner, market } = this.#world;
    const { positions } = await owner.ask('getLeverAccount', {});
    const orders = await Promise.all(this.#orders.map((id) => owner.order(id)));
    return {
      isOpen: positions.length > 0,
      isFrozen: (await market.mark()).mark_state === 'frozen',
      warnings: this.#warnings(),
      stopOuts: orders.filter(({ close_reason: reason }) => reason === 'stop_out').length,
    };
  }

  readonly expected = ({ snapshot }: Move): RiskView => {
    const state = String(snapshot.value);
    return {
      // A stop-out closes at its own mark, so that no user sees the moment between.
      isOpen: state !== 'flat' && state !== 'stoppingOut',
      isFrozen: state.startsWith('waiting'),
      warnings: this.#warned(this.#steps),
      stopOuts: this.#moves(this.#steps).filter(({ effects }) => effects.includes('stopOut'))
        .length,
    };
  };

  /** Leaves nothing open. @returns all warnings of the path: events of the owner come in order, and its end is the last. */
  async end(): Promise<readonly string[]> {
    await this.#price(QUIET_TICKS);
    await this.#close();
    const { client } = this.#world;
    const last = this.#orders.at(-1);
    await eventually(() => {
      const closed = recordsOf(client).some(
        (event) =>
          event.kind === 'lever_order' &&
          event.record.id === last &&
          event.record.state === 'closed',
      );
      expect(closed || last === undefined).toBe(true);
    });
    return this.#warnings();
  }

  /** Levels of the warnings that the model has given after this number of steps. */
  #warned(steps: number): string[] {
    return this.#moves(steps)
      .filter(({ effects }) => effects.includes('warnOwner'))
      .map(({ snapshot }) => String(snapshot.value));
  }

  #moves(steps: number): readonly Move[] {
    return this.#path.steps.slice(0, steps);
  }

  #warnings(): string[] {
    return warningsOf(this.#world.client).slice(this.#earlier);
  }

  async #perform(event: ContractRiskEvent): Promise<void> {
    const { market } = this.#world;
    switch (event.type) {
      case 'ratio.measured':
        return this.#reach(event);
      case 'positions.gone':
        return this.#close();
      case 'prices.frozen':
        return market.freeze();
      case 'prices.live':
        return this.#price(this.#markTicks);
    }
  }

  /** Brings about a ratio: by an opening, by a transfer of the owner, or by a price. */
  async #reach({ equity, isOwnDoing }: Measured): Promise<void> {
    const { owner, terms } = this.#world;
    const account = await owner.ask('getLeverAccount', {});
    const [order] = account.positions;
    if (order === undefined) return this.#open(BigInt(equity), isOwnDoing);
    const cash = amountOf(account.available) + amountOf(account.frozen) - amountOf(account.debt);
    const wanted = (BigInt(equity) * amountOf(account.margin)) / WHOLE_PERCENT;
    const result = profitOf(termsOfOrder(order, terms), openTicksOf(order, terms), this.#markTicks);
    if (isOwnDoing) return this.#transfer(wanted - cash - result);
    const unitsPerTick = BigInt(POSITION.lots) * tickLotUnitsOf(terms);
    // The division of a loss rounds towards the opening, and the next tick is below the ratio.
    const ticks = Number((wanted - cash) / unitsPerTick) - 1;
    await this.#price(openTicksOf(order, terms) + ticks);
  }

  /**
   * Opens a position with so much in the account that this ratio is left, or with the cost of the opening alone: by a market
   * order of the owner, or by a limit that the mark reaches.
   */
  async #open(percent: bigint, isOwnDoing: boolean): Promise<void> {
    const { owner, market, terms } = this.#world;
    const { spread_ppm: spreadPpm, fee_ppm: feePpm, night_ppm: nightPpm } = terms;
    const entry = entryTicksOf(POSITION.direction, QUIET_TICKS, spreadPpm);
    const priced = {
      ...POSITION,
      spreadPpm,
      feePpm,
      nightPpm,
      tickLotUnits: tickLotUnitsOf(terms),
    };
    const { margin, fee } = openingCostOf(priced, entry);
    const spread = -profitOf(priced, entry, QUIET_TICKS);
    const rest = percent > WHOLE_PERCENT ? spread : 0n;
    const { available } = await owner.ask('getLeverAccount', {});
    await this.#transfer((percent * margin) / WHOLE_PERCENT + fee + rest - amountOf(available));
    const order = { lots: String(POSITION.lots), multiple: String(POSITION.multiple) };
    const limit = { type: 'limit', price: priceText(entry) } as const;
    if (!isOwnDoing) await this.#price(QUIET_TICKS + ABOVE_TICKS);
    const { id } = await owner.place(market, isOwnDoing ? order : { ...order, ...limit });
    if (!isOwnDoing) await this.#price(QUIET_TICKS);
    await eventually(async () => expect((await owner.order(id)).state).toBe('in_trading'));
    this.#orders.push(id);
  }

  /** Moves money into the contract account, or out of it. */
  async #transfer(amount: bigint): Promise<void> {
    const { spot, contract } = ACCOUNT_TYPES;
    const { owner } = this.#world;
    if (amount < 0n) await owner.move(contract, spot, amountText(-amount));
    else await owner.move(spot, contract, amountText(amount === 0n ? NEXT_TO_NOTHING : amount));
  }

  async #price(ticks: number): Promise<void> {
    this.#markTicks = ticks;
    await this.#world.market.price(priceText(ticks));
  }

  /** A close without a price waits for the next one. */
  async #close(): Promise<void> {
    const { owner } = this.#world;
    const { waiting } = await owner.ask('closeAllLeverPositions', { direction: 'all' });
    if (waiting.length > 0) await this.#price(this.#markTicks);
    await eventually(async () =>
      expect((await owner.ask('getLeverAccount', {})).positions).toEqual([]),
    );
  }
}

const isMeasured = (event: AnyEventObject): event is Measured => event.type === 'ratio.measured';
/** Whether an opening itself can leave the ratio: by the owner, or by a limit without more than its own cost. */
const isOpening = ({ equity, isOwnDoing }: Measured): boolean =>
  isOwnDoing ? Number(equity) >= 100 : equity === '100';

const priceText = (ticks: number): string => priceOfTicks({ price_scale: 2 }, ticks);

const openTicksOf = ({ open_price: price }: LeverOrderInfo, terms: LeverMarketInfo): number =>
  ensure(ticksOf(terms, ensure(price, 'an entry price')), 'ticks');

const recordsOf = (client: Client) =>
  client.of('USER').flatMap((message) => (message.kind === 'event' ? [message.event] : []));

const warningsOf = (client: Client): string[] =>
  recordsOf(client).flatMap((event) =>
    event.kind === 'lever_warning' ? [event.record.level] : [],
  );
