/** Users of fast contracts over HTTP on a test server with an index log, and the price of an instrument. */
import type pg from 'pg';
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS, type EndpointName } from '../../../contract/endpoints.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually, type Patience } from '../eventually.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { FAST, SPOT } from '../users/balances.ts';
import { newUser, type TestUser } from '../users/test-user.ts';
import { transfer } from '../users/transfers.ts';
import { shortProductSql, type OtherTerms } from './short-product.ts';

const INSTRUMENT = 'BTC/USDT';

/** Sets the price of all sources of an instrument, by default BTC, and waits until its index has the price. */
export async function setIndex(
  server: TestServer,
  price: string,
  instrument = INSTRUMENT,
): Promise<void> {
  await server.control('POST', '/prices/set', { pair: instrument, price });
  await indexIs(server, price, {}, instrument);
}

/** Waits until the last point of the index has this price; null for a gap. */
export async function indexIs(
  server: TestServer,
  price: string | null,
  patience: Patience = {},
  instrument = INSTRUMENT,
): Promise<void> {
  await eventually(async () => {
    const now = await server.controlAdvance(0);
    const about = { instrument, from: String(now - 1_000), seconds: '2' };
    const points = dataOf(
      await server.call('listIndexTicks', about, { headers: newClientAddress() }),
    );
    expect(points.at(-1)?.price).toBe(price);
  }, patience);
}

/** A certified user with an amount in the fast-contract account. */
export class MicroUser {
  readonly email: string;
  readonly token: string;
  readonly #server: TestServer;

  private constructor(server: TestServer, email: string, token: string) {
    this.#server = server;
    this.email = email;
    this.token = token;
  }

  /** @param acceptsRisks false: the user has not accepted the risk notice. */
  static async open(server: TestServer, amount: string, acceptsRisks = true): Promise<MicroUser> {
    const headers = newClientAddress();
    const trader = await newUser(server, { name: 'fast', coins: { USDT: amount }, headers });
    await server.certify(trader.email, undefined, { acceptsRisks });
    return MicroUser.of(server, trader, amount);
  }

  /** A certified user with that amount in the spot account, which moves to the fast-contract account. */
  static async of(
    server: TestServer,
    { email, token }: Pick<TestUser, 'email' | 'token'>,
    amount: string,
  ): Promise<MicroUser> {
    const user = new MicroUser(server, email, token);
    dataOf(await transfer(server, user, { from: SPOT, to: FAST, amount }));
    return user;
  }

  async ask<N extends EndpointName>(
    name: N,
    fields: RequestInput<N>,
    key = newKey(),
  ): Promise<ResponseOf<N>> {
    return dataOf(await this.call(name, fields, key));
  }

  call<N extends EndpointName>(name: N, fields: RequestInput<N>, key = newKey()) {
    const headers = { ...newClientAddress(), 'idempotency-key': key };
    return this.#server.call(name, fields, { token: this.token, headers });
  }

  place(
    product: string,
    direction: 'up' | 'down',
    stake: string,
    key = newKey(),
  ): Promise<MicroOrderInfo> {
    return this.ask('placeMicroOrder', { micro_product_id: product, direction, stake }, key);
  }

  /**
   * Places orders until one opens. On a slow machine the index can be late: then orders are refused, or void.
   * @param nextKey of each order
   */
  async placeOpen(
    product: string,
    direction: 'up' | 'down',
    stake: string,
    nextKey = newKey,
  ): Promise<MicroOrderInfo> {
    let opened: MicroOrderInfo | undefined;
    await eventually(async () => {
      const { id } = await this.place(product, direction, stake, nextKey());
      const order = await this.reached(id, 'open', ...ENDED);
      expect(order.state).not.toBe('voided');
      opened = order;
    });
    return ensure(opened, 'an open order');
  }

  /** Outcome of the order command under the key, as a user asks for it whose answer was lost. */
  outcome(key: string): Promise<CommandOutcome> {
    const { path } = ENDPOINTS.placeMicroOrder;
    return this.ask('getCommandOutcome', { path, idempotency_key: key });
  }

  order(id: string): Promise<MicroOrderInfo> {
    return this.ask('getMicroOrder', { id });
  }

  /** Waits until the order has one of these states. */
  async reached(
    id: string,
    ...states: readonly MicroOrderInfo['state'][]
  ): Promise<MicroOrderInfo> {
    let order = await this.order(id);
    await eventually(async () => {
      order = await this.order(id);
      expect(states).toContain(order.state);
    });
    return order;
  }
}

/** States of an order that has ended. */
export const ENDED = ['won', 'lost', 'drawn', 'voided'] as const;

/** The facts of an order that nothing may change once it is open. */
export const fixedOf = (order: MicroOrderInfo) => ({
  receipt: order.receipt,
  terms: [order.stake, order.profit_ppm, order.loss_ppm],
  opened: [order.open_price, order.opened_at],
  expiresAt: order.expires_at,
});

/** Adds a product, by default of BTC, that lasts so short a time as no exchange offers; the next start reads it. */
export async function addShortProduct(
  database: pg.Client,
  seconds = 4,
  terms: OtherTerms = {},
): Promise<string> {
  const { rows } = await database.query<{ id: number }>(shortProductSql(seconds, terms));
  return String(ensure(rows[0], 'the product').id);
}
