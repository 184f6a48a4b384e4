/** Certified users with a pay password, coins in the fiat account and collection methods, over HTTP. */
import { ensure } from '../../../contract/assert.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { OwnShop } from '../../../contract/fiat/fiat-market.ts';
import type { CollectionKind, CollectionMethod } from '../../../contract/people/people.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { newKey } from '../idempotency-key.ts';
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../servers/test-server.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { balanceIn, balanceOf, FIAT, SPOT, type Balance } from '../users/balances.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newUser, userIdOf } from '../users/test-user.ts';

/** A server for these users, who each use their own address. */
export const startFiatServer = ({ env, ...options }: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    ...options,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', ...env },
  });

/** A user who stays signed in however far the clock is moved, up to seven days at a time. */
export class FiatUser {
  readonly server: TestServer;
  readonly id: number;
  readonly email: string;
  /** The current access token; see {@link call}. */
  token: string;
  #refreshToken: string;

  constructor(
    server: TestServer,
    facts: { readonly id: number; readonly email: string },
    tokens: { readonly accessToken: string; readonly refreshToken: string },
  ) {
    this.server = server;
    this.id = facts.id;
    this.email = facts.email;
    this.token = tokens.accessToken;
    this.#refreshToken = tokens.refreshToken;
  }

  /** Makes a call as this user from a new address; calls that move money get their own key. */
  async call<N extends EndpointName>(
    name: N,
    fields: RequestInput<N>,
    key = newKey(),
  ): Promise<Envelope<ResponseOf<N>>> {
    const ask = () =>
      this.server.call(name, fields, {
        token: this.token,
        headers: { ...newClientAddress(), 'idempotency-key': key },
      });
    const answer = await ask();
    if (errorOf(answer) !== 'unauthorized') return answer;
    await this.renew();
    return ask();
  }

  /** Makes a call; fails with the name of the error. */
  async ask<N extends EndpointName>(name: N, fields: RequestInput<N>): Promise<ResponseOf<N>> {
    return dataOf(await this.call(name, fields));
  }

  /** Renews the access token, before calls that a refresh must not delay. */
  async renew(): Promise<void> {
    const { server } = this;
    const tokens = dataOf(await server.call('refreshTokens', {}, { token: this.#refreshToken }));
    this.token = tokens.accessToken;
    this.#refreshToken = tokens.refreshToken;
  }

  /** Available and frozen balance of a coin in the fiat account, as decimal text. */
  async fiatBalance(code = 'USDT'): Promise<Balance> {
    return balanceIn(await this.ask('listAccounts', {}), code, FIAT);
  }
}

/** Available and frozen balance of a coin in the fiat account of a signed-in user. */
export const fiatBalance = (
  server: TestServer,
  user: Pick<FiatUser, 'token'>,
  code = 'USDT',
): Promise<Balance> => balanceOf(server, user, code, FIAT);

/** Ids of the catalog. */
const CURRENCY_IDS = { USDT: '1', BTC: '2', BNB: '5' } as const;

interface FiatUserOptions {
  /** USDT in the fiat account, as decimal text. */
  readonly usdt?: string;
  readonly name?: string;
}

/** A certified user with a pay password, and USDT in the fiat account if asked. */
export async function newFiatUser(
  server: TestServer,
  { usdt, name = 'fiat' }: FiatUserOptions = {},
): Promise<FiatUser> {
  const options = { name, isCertified: true, hasPayPassword: true, headers: newClientAddress() };
  const { email, token, tokens } = await newUser(server, options);
  const person = new FiatUser(server, { id: await userIdOf(server, token), email }, tokens);
  if (usdt !== undefined) await fund(person, usdt);
  return person;
}

/** Grants an amount, as decimal text, and moves it to the fiat account. */
export async function fund(
  person: FiatUser,
  amount: string,
  code: keyof typeof CURRENCY_IDS = 'USDT',
): Promise<void> {
  await person.server.grant(person.email, code, amount);
  await person.ask('createTransfer', {
    currency_id: CURRENCY_IDS[code],
    from_account_type_id: String(SPOT),
    to_account_type_id: String(FIAT),
    amount,
  });
}

const METHODS = {
  bank_card: { account: '6222 0210 0111 2239', bank: 'Bank of Examples', branch: 'Main Street' },
  alipay: { account: 'ann@example.org' },
  wechat: { account: 'ann_example', nickname: 'Ann' },
} as const satisfies Record<CollectionKind, object>;

/**
 * Saves a collection method.
 * @param more `qr_pic`: ticket of an uploaded picture of its code; `id`: the method that it replaces.
 */
export const saveMethod = (
  person: FiatUser,
  kind: CollectionKind,
  more: { readonly qr_pic?: string; readonly id?: string } = {},
): Promise<CollectionMethod> =>
  person.ask('saveCollectionMethod', {
    kind,
    real_name: 'Ann Example',
    ...METHODS[kind],
    ...more,
    pay_password: PAY_PASSWORD,
  });

export interface Merchant extends FiatUser {
  readonly shopId: string;
  readonly shopName: string;
  /** The bank card, which sell ads name. */
  readonly method: CollectionMethod;
}

let shops = 0;
/** A name that no other shop has. */
export const newShopName = (): string =>
  `Shop ${String.fromCodePoint(97 + (shops % 26))}${String((shops += 1))}`;

/** The call that opens a shop. */
export const openShop = (
  server: TestServer,
  { token }: Pick<FiatUser, 'token'>,
  name = newShopName(),
  payPassword = PAY_PASSWORD,
): Promise<Envelope<OwnShop | null>> =>
  server.call(
    'openShop',
    { name, pay_password: payPassword },
    { token, headers: newClientAddress() },
  );

/** A merchant with an open shop, a bank card, and this many USDT in addition to the deposit. */
export async function newMerchant(server: TestServer, usdt = '10000'): Promise<Merchant> {
  const { shop_deposit_usdt: deposit } = await publishedLimits(server);
  const person = await newFiatUser(server, {
    usdt: String(Number(usdt) + deposit),
    name: 'merchant',
  });
  const method = await saveMethod(person, 'bank_card');
  const name = newShopName();
  const opened = dataOf(await openShop(server, person, name));
  const shop = ensure(opened, 'the shop that was opened');
  return Object.assign(person, { shopId: shop.id, shopName: name, method });
}

const publishedLimits = async ({ origin }: TestServer) =>
  (await (await fetch(`${origin}/limits.json`)).json()) as { readonly shop_deposit_usdt: number };
