/** A fast contract over HTTP as a system of the path runner: the test moves the clock of the server and the prices of its sources. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { INDEX_GRID_MS } from '../../../contract/figures/index-record.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { MicroOrderSnapshot } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { listen, type Listener } from '../fiat/fiat-sockets.ts';
import { settledView } from '../pages/settled-view.ts';
import type { TestServer } from '../servers/test-server.ts';
import { balanceOf, FAST } from '../users/balances.ts';
import { bringAbout, tryOn, type DecidedOrder } from './decided-order.ts';
import { MicroUser } from './micro-users.ts';
import type { SteppedIndex } from './stepped-index.ts';

/** The order as its owner sees it in each place. */
interface OrderView {
  readonly state: string;
  readonly openPrice: string | null;
  /** Time between acceptance and opening. */
  readonly waitedMs: number | null;
  /** Whether it runs for the seconds of its product; null before its opening. */
  readonly isOfItsLength: boolean | null;
  readonly payout: string | null;
  /** Points of its window. */
  readonly pointCount: number | null;
  readonly revision: number;
  /** The list that has the same record, and nothing else. */
  readonly list: 'open' | 'history' | 'none' | 'both';
  /** Whether the socket has the same record. */
  readonly isOnSocket: boolean;
  readonly money: { readonly available: string; readonly frozen: string };
}

const MONEY = '10';
/** The stake of the model, in thirds of a USDT. */
const STAKE = '0.333333333333333333';
const PRICE_SCALE = 2;
/** Three seconds. */
const WINDOW_POINTS = 12;
/** 97,254.02 in ticks, as the model has it. */
const OPEN_TICKS = 9_725_402;

export interface SteppedExchange {
  readonly server: TestServer;
  readonly index: SteppedIndex;
  /** A product of four seconds that takes the stake of the model. */
  readonly product: string;
}

export class HttpMicroOrder implements System, DecidedOrder {
  readonly target = 'http';
  readonly price = OPEN_TICKS;
  readonly #exchange: SteppedExchange;
  #user: MicroUser | undefined;
  #socket: Listener | undefined;
  #id = '';
  #wanted: OrderView | undefined;

  constructor(exchange: SteppedExchange) {
    this.#exchange = exchange;
  }

  readonly expected = ({ snapshot }: Move): OrderView => {
    this.#wanted = viewOf(snapshot as MicroOrderSnapshot);
    return this.#wanted;
  };

  get now(): number {
    return this.#exchange.index.now;
  }

  async start(): Promise<void> {
    const { server, index, product } = this.#exchange;
    const user = await MicroUser.open(server, MONEY);
    this.#user = user;
    this.#socket = await listen({ server, token: user.token });
    // A price holds again after three points.
    await index.pass(3, OPEN_TICKS);
    await index.standAtPoint();
    this.#id = (await user.place(product, 'up', STAKE)).id;
  }

  send(event: AnyEventObject): Promise<void> {
    return bringAbout(this, event);
  }

  tryRefused(event: AnyEventObject): Promise<boolean> {
    return tryOn(this, event);
  }

  advance(delay: string): never {
    throw new Error(`a fast contract has no delay ${delay}`);
  }

  async facts() {
    const { state, accepted_at: acceptedAtMs } = await this.#present.order(this.#id);
    return { state, acceptedAtMs };
  }

  pass(points: number, ticks: number | null): Promise<void> {
    return this.#exchange.index.pass(points, ticks);
  }

  observe(): Promise<OrderView> {
    return settledView(() => this.#read(), ensure(this.#wanted, 'an expected view'));
  }

  /** Closes the socket of the owner. */
  end(): void {
    this.#socket?.leave();
  }

  async #read(): Promise<OrderView> {
    const user = this.#present;
    const order = await user.order(this.#id);
    const { opened_at: openedAtMs, expires_at: expiresAtMs } = order;
    const heard = this.#socket?.heard('micro_order').at(-1)?.record;
    const isOpened = openedAtMs !== null && expiresAtMs !== null;
    return {
      state: order.state,
      openPrice: order.open_price,
      waitedMs: isOpened ? openedAtMs - order.accepted_at : null,
      isOfItsLength: isOpened ? expiresAtMs - openedAtMs === order.seconds * SECOND_MS : null,
      payout: order.payout,
      pointCount: order.point_count,
      revision: order.revision,
      list: await this.#listOf(order),
      isOnSocket: isDeepStrictEqual(heard, order),
      money: await balanceOf(this.#exchange.server, user, 'USDT', FAST),
    };
  }

  /** The one list that has the same record. */
  async #listOf(order: MicroOrderInfo): Promise<OrderView['list']> {
    const user = this.#present;
    const open = await user.ask('listMicroOrders', {});
    const { orders: ended } = await user.ask('listMicroHistory', {});
    const [isOpen, isEnded] = [open, ended].map((list) => isDeepStrictEqual(list, [order]));
    if (isOpen === isEnded) return isOpen === true ? 'both' : 'none';
    return isOpen === true ? 'open' : 'history';
  }

  get #present(): MicroUser {
    return ensure(this.#user, 'a user');
  }
}

function viewOf({ value, context, status }: MicroOrderSnapshot): OrderView {
  const { openTicks, openedAtMs, acceptedAtMs, payout, revision } = context;
  const isEnded = status === 'done';
  const paid = BigInt(payout ?? 0);
  const left = units(MONEY) - BigInt(context.stake);
  return {
    state: value,
    openPrice: openTicks === null ? null : formatUnits(BigInt(openTicks), PRICE_SCALE),
    waitedMs: openedAtMs === null ? null : onGrid(openedAtMs - acceptedAtMs),
    isOfItsLength: openedAtMs === null ? null : true,
    payout: payout === null ? null : amount(paid),
    pointCount: openTicks === null || !isEnded ? null : value === 'voided' ? 0 : WINDOW_POINTS,
    revision,
    list: isEnded ? 'history' : 'open',
    isOnSocket: true,
    money: {
      available: amount(left + paid),
      frozen: isEnded ? '0' : amount(BigInt(context.stake)),
    },
  };
}

/** A point of the model may come at any time, one of the log every 250 ms. */
const onGrid = (ms: number): number => Math.ceil(ms / INDEX_GRID_MS) * INDEX_GRID_MS;
const amount = (value: bigint): string => formatUnits(value, SCALE_MAX);
const units = (text: string): bigint => ensure(parseUnits(text, SCALE_MAX), text);
