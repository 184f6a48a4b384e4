/** A market of a real server with three users: the owner of the order, a counterparty, and a stranger. */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { OrderDetail, OrderSide } from '../../../contract/spot/spot.ts';
import type { SpotOrderExample } from '../../../qa/models/spot-order.model.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { dataOf, errorOf, signIn } from '../users/accounts.ts';
import type { TestServer } from '../servers/test-server.ts';

export interface Person {
  readonly userId: number;
  readonly token: string;
}

/** Units of the paid and of the received currency, as text. */
export interface Holdings {
  readonly paidAvailable: string;
  readonly paidFrozen: string;
  readonly received: string;
}

type PlaceBody = RequestInput<'placeOrder'>;

/** Value of an order of a path, in units of the quote currency. */
const WORTH = 100n * 10n ** 18n;
const COIN = 10n ** 18n;

let keys = 0;

export class OrderWorld {
  readonly server: TestServer;
  readonly owner: Person;
  readonly counter: Person;
  readonly stranger: Person;
  readonly market: { readonly id: number; readonly base: string; readonly quote: string };
  /** A limit price of a hundred whole ticks, and twice a whole quantity. */
  readonly #price: bigint;
  readonly #quantity: bigint;
  readonly #fees: { readonly maker: number; readonly taker: number };

  static async open(server: TestServer): Promise<OrderWorld> {
    const [owner, counter, stranger] = await Promise.all(
      ['merchant', 'trader', 'agent'].map((name) => personOf(server, name)),
    );
    const groups = dataOf(await server.call('listCurrencyMatches', {}));
    const market = groups
      .flatMap(({ matches }) => matches)
      .find(
        ({ base_currency_code: base, quote_currency_code: quote }) =>
          base === 'ETH' && quote === 'USDT',
      );
    const people = [owner, counter, stranger].map((person) => ensure(person, 'a person'));
    return new OrderWorld(server, people, ensure(market, 'ETH/USDT'));
  }

  private constructor(
    server: TestServer,
    [owner, counter, stranger]: readonly Person[],
    market: {
      readonly id: number;
      readonly price_scale: number;
      readonly quantity_scale: number;
      readonly maker_fee_ppm: number;
      readonly taker_fee_ppm: number;
      readonly currency_quotation: { readonly close: string };
    },
  ) {
    this.server = server;
    this.owner = ensure(owner, 'owner');
    this.counter = ensure(counter, 'counter');
    this.stranger = ensure(stranger, 'stranger');
    this.market = { id: market.id, base: 'ETH', quote: 'USDT' };
    const step = 100n * 10n ** BigInt(SCALE_MAX - market.price_scale);
    const last = ensure(parseUnits(market.currency_quotation.close, SCALE_MAX), 'last price');
    this.#price = (last / step) * step;
    const lots = 2n * 10n ** BigInt(SCALE_MAX - market.quantity_scale);
    this.#quantity = ((WORTH * COIN) / this.#price / lots) * lots;
    this.#fees = { maker: market.maker_fee_ppm, taker: market.taker_fee_ppm };
  }

  /** Possible values of an order of this market. */
  example(side: OrderSide): SpotOrderExample {
    return {
      orderId: '0',
      ownerId: this.owner.userId,
      side,
      price: this.#price,
      quantity: this.#quantity,
      baseScale: SCALE_MAX,
      makerFeePpm: this.#fees.maker,
      takerFeePpm: this.#fees.taker,
    };
  }

  async place(person: Person, body: Omit<PlaceBody, 'currency_match_id'>): Promise<string> {
    const { id } = dataOf(
      await this.server.call(
        'placeOrder',
        { currency_match_id: String(this.market.id), ...body },
        { ...from(person), headers: { ...newClientAddress(), 'idempotency-key': newKey() } },
      ),
    );
    return id;
  }

  placeLimit(person: Person, side: OrderSide, price: bigint, quantity: bigint): Promise<string> {
    const [priceText, quantityText] = [price, quantity].map((units) =>
      formatUnits(units, SCALE_MAX),
    );
    return this.place(person, {
      side,
      type: 'limit',
      price: ensure(priceText, 'price'),
      quantity: ensure(quantityText, 'quantity'),
    });
  }

  async cancel(person: Person, id: string): Promise<ErrorName | undefined> {
    return errorOf(await this.server.call('cancelOrder', { id }, from(person)));
  }

  /** Ends every open order, as an operator does. */
  closeMarket(): Promise<void> {
    return this.server.closeMarketOrders(String(this.market.id));
  }

  async order(id: string): Promise<OrderDetail> {
    return dataOf(await this.server.call('getOrder', { id }, from(this.owner)));
  }

  /** Balances of the owner of an order on this side. */
  async holdings(side: OrderSide): Promise<Holdings> {
    const { groups } = dataOf(await this.server.call('listAccounts', {}, from(this.owner)));
    const accounts = groups
      .filter(({ account_type_id: type }) => type === ACCOUNT_TYPES.spot)
      .flatMap((group) => group.accounts);
    const balance = (code: string, field: 'available' | 'frozen'): string => {
      const account = accounts.find(({ currency_code: currency }) => currency === code);
      return String(ensure(parseUnits(account?.[field] ?? '0', SCALE_MAX), 'balance'));
    };
    const { base, quote } = this.market;
    const [paid, received] = side === 'buy' ? [quote, base] : [base, quote];
    return {
      paidAvailable: balance(paid, 'available'),
      paidFrozen: balance(paid, 'frozen'),
      received: balance(received, 'available'),
    };
  }

  /** Cancels every order, for the next path. */
  async clear(): Promise<void> {
    for (const person of [this.owner, this.counter, this.stranger])
      dataOf(
        await this.server.call(
          'cancelAllOrders',
          { currency_match_id: String(this.market.id) },
          from(person),
        ),
      );
  }
}

export const from = ({ token }: Person) => ({ token, headers: newClientAddress() });

const newKey = (): string => `path-order-key-${(keys += 1)}`;

async function personOf(server: TestServer, name: string): Promise<Person> {
  const account = `demo.${name}@meridian.test`;
  const { accessToken: token } = dataOf(await signIn(server, account, DEMO_PASSWORD));
  const { id } = dataOf(await server.call('getUserInfo', {}, { token }));
  return { token, userId: id };
}
