/** Certified users with balances who trade over HTTP on a test server. */
import { ensure } from '../../contract/assert.ts';
import type { Envelope } from '../../contract/envelope.ts';
import type { RequestInput } from '../../contract/routes.ts';
import type { CurrencyMatch } from '../../contract/market/market.ts';
import type { Order } from '../../contract/spot/spot.ts';
import { dataOf, newAddress, signUp } from './identity-people.ts';
import type { TestServer } from './test-server.ts';

export interface Trader {
  readonly email: string;
  readonly token: string;
}

export type OrderFields = Omit<RequestInput<'placeOrder'>, 'currency_match_id'> & {
  readonly currency_match_id?: string;
};

/** Signs up a user, certifies them, and grants whole coins by their codes. */
export async function newTrader(
  server: TestServer,
  coins: Readonly<Record<string, string>> = {},
): Promise<Trader> {
  const email = newAddress('trader');
  const { accessToken } = await signUp(server, email);
  await server.certify(email);
  for (const [code, amount] of Object.entries(coins)) await server.grant(email, code, amount);
  return { email, token: accessToken };
}

/** A market of the catalog, and prices around its last one. */
export async function findMarket(server: TestServer, base: string, quote = 'USDT') {
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const match = ensure(
    groups
      .flatMap(({ matches }) => matches)
      .find((each) => each.base_currency_code === base && each.quote_currency_code === quote),
    `${base}/${quote}`,
  );
  return { match, id: String(match.id), priceAt: (factor: number) => priceAt(match, factor) };
}

/** The last price times `factor`, on a tick. */
function priceAt({ currency_quotation, price_scale }: CurrencyMatch, factor: number): string {
  const price = (Number(currency_quotation.close) * factor).toFixed(price_scale);
  return price.includes('.') ? price.replace(/\.?0+$/, '') : price;
}

let keys = 0;
export const newKey = (): string => `key-of-a-test-${String(++keys).padStart(8, '0')}`;

export const placeOrder = (
  server: TestServer,
  { token }: Trader,
  fields: OrderFields & { readonly currency_match_id: string },
  key = newKey(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<Order>> =>
  server.call('placeOrder', fields, { token, headers: { ...headers, 'idempotency-key': key } });

/** Available and frozen balance of a spot account, as decimal text. */
export async function balanceOf(
  server: TestServer,
  { token }: Trader,
  code: string,
): Promise<{ readonly available: string; readonly frozen: string }> {
  const { groups } = dataOf(await server.call('listAccounts', {}, { token }));
  const accounts = groups.find(({ account_type_id: type }) => type === 1)?.accounts ?? [];
  const found = accounts.find(({ currency_code }) => currency_code === code);
  return { available: found?.available ?? '0', frozen: found?.frozen ?? '0' };
}
