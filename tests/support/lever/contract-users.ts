/** Users who trade contracts over HTTP on a test server, and the prices of the one market that they trade. */
import { expect } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { AskedLeverMark, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { newUser, userIdOf, type TestUser } from '../users/test-user.ts';
import { transfer } from '../users/transfers.ts';

/** A limit order of one lot far below the mark of the first market, with targets. */
export async function distantOrder(server: TestServer): Promise<RequestInput<'placeLeverOrder'>> {
  const markets = dataOf(
    await server.call('listLeverMarkets', {}, { headers: newClientAddress() }),
  );
  const market = markets.find(({ mark_state: state }) => state === 'live');
  if (market === undefined) throw new Error('no contract market has a live mark');
  const part = (ratio: number) =>
    String(Number((Number(market.mark) * ratio).toFixed(market.price_scale)));
  return orderOf(String(market.id), {
    type: 'limit',
    lots: '1',
    price: part(0.9),
    take_profit: part(1.2),
    stop_loss: part(0.5),
  });
}

/** The market of a pair and its mark, which the test sets. */
export class ContractMarket {
  readonly id: string;
  readonly #server: TestServer;
  readonly #pair: string;

  private constructor(server: TestServer, pair: string, id: number) {
    this.#server = server;
    this.#pair = pair;
    this.id = String(id);
  }

  /** @param base code of the coin, e.g. `BTC`. */
  static async open(server: TestServer, base: string): Promise<ContractMarket> {
    const groups = dataOf(await server.call('listCurrencyMatches', {}));
    const matches = groups.flatMap((group) => group.matches);
    const match = matches.find((each) => each.base_currency_code === base);
    const markets = dataOf(await server.call('listLeverMarkets', {}));
    const market = markets.find(({ currency_match_id: id }) => id === match?.id);
    if (market === undefined) throw new Error(`there is no contract on ${base}`);
    return new ContractMarket(server, `${base}/USDT`, market.id);
  }

  /** All sources agree on this price, and the market has taken it. */
  async price(price: string): Promise<void> {
    await this.say(price);
    await this.taken(price);
  }

  /** All sources agree on this price from now on, or one of them says it. */
  async say(price: string, source?: string): Promise<void> {
    await this.#server.control('POST', '/prices/set', {
      pair: this.#pair,
      price,
      is_settled: true,
      ...(source !== undefined && { source }),
    });
  }

  /** The market has a live mark of this price, and what follows from it is durable. */
  async taken(price: string): Promise<void> {
    await eventually(async () =>
      expect(await this.mark()).toMatchObject({ mark: price, mark_state: 'live' }),
    );
  }

  /** One source says another price than the others, and the market has noticed it: closes wait. */
  async disagree(price: string): Promise<void> {
    const about = { pair: this.#pair, price, source: 'simulated-1' };
    await this.#server.control('POST', '/prices/set', about);
    await eventually(async () => {
      const markets = dataOf(
        await this.#server.call('listLeverMarkets', {}, { headers: newClientAddress() }),
      );
      expect(markets.find(({ id }) => String(id) === this.id)?.is_agreed).toBe(false);
    });
  }

  /** No source has a price, and the market has noticed it. */
  async freeze(): Promise<void> {
    await this.#server.control('POST', '/prices/remove', { pair: this.#pair });
    await eventually(async () => expect((await this.mark()).mark_state).toBe('frozen'));
  }

  /** The sources have their own prices again. */
  async release(): Promise<void> {
    await this.#server.control('POST', '/prices/reset', { pair: this.#pair });
  }

  async mark(seq?: number): Promise<AskedLeverMark> {
    const about = { lever_market_id: this.id, ...(seq !== undefined && { seq: String(seq) }) };
    return dataOf(await this.#server.call('getLeverMark', about, { headers: newClientAddress() }));
  }
}

/** A certified user with an amount in the contract account. */
export class ContractUser {
  readonly email: string;
  readonly token: string;
  readonly #server: TestServer;

  private constructor(server: TestServer, { email, token }: TestUser) {
    this.#server = server;
    this.email = email;
    this.token = token;
  }

  /** A user that exists. */
  static of(server: TestServer, user: TestUser): ContractUser {
    return new ContractUser(server, user);
  }

  /** @param acceptsRisks false: the user has not accepted the risk notice. */
  static async open(
    server: TestServer,
    amount: string,
    { acceptsRisks = true }: { readonly acceptsRisks?: boolean } = {},
  ): Promise<ContractUser> {
    const trader = await newUser(server, {
      name: 'trader',
      coins: { USDT: amount },
      headers: newClientAddress(),
    });
    await server.certify(trader.email, undefined, { acceptsRisks });
    const user = new ContractUser(server, trader);
    await user.move(ACCOUNT_TYPES.spot, ACCOUNT_TYPES.contract, amount);
    return user;
  }

  id(): Promise<number> {
    return userIdOf(this.#server, this.token);
  }

  async move(from: number, to: number, amount: string): Promise<void> {
    dataOf(await transfer(this.#server, this, { from, to, amount }));
  }

  /** The error of a transfer out of the contract account; undefined when it was made. */
  async takeOut(amount: string): Promise<ErrorName | undefined> {
    const { contract: from, spot: to } = ACCOUNT_TYPES;
    return errorOf(await transfer(this.#server, this, { from, to, amount }));
  }

  /** Makes a call. @param key of a call that takes one. */
  call<N extends EndpointName>(name: N, fields: RequestInput<N>, key = newKey()) {
    const headers = { ...newClientAddress(), 'idempotency-key': key };
    return this.#server.call(name, fields, { token: this.token, headers });
  }

  /** Makes a call that succeeds. */
  async ask<N extends EndpointName>(name: N, fields: RequestInput<N>): Promise<ResponseOf<N>> {
    return dataOf(await this.call(name, fields));
  }

  /** The error of a call; undefined for a success. */
  async refusal<N extends EndpointName>(
    name: N,
    fields: RequestInput<N>,
  ): Promise<ErrorName | undefined> {
    return errorOf(await this.call(name, fields));
  }

  /** Opens a long of 10 lots with the multiple 10 at the mark, or what `fields` say. */
  place(
    { id }: ContractMarket,
    fields: Partial<RequestInput<'placeLeverOrder'>> = {},
  ): Promise<LeverOrderInfo> {
    return this.ask('placeLeverOrder', orderOf(id, fields));
  }

  /** The order in its present state. */
  order(id: string) {
    return this.ask('getLeverOrder', { id });
  }
}

/** An order of 10 lots with the multiple 10, with the changes of a test. */
export const orderOf = (
  marketId: string,
  fields: Partial<RequestInput<'placeLeverOrder'>> = {},
): RequestInput<'placeLeverOrder'> => ({
  lever_market_id: marketId,
  direction: 'long',
  type: 'market',
  lots: '10',
  multiple: '10',
  ...fields,
});
