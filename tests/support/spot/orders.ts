/** Spot markets and orders over HTTP on a test server. */
import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import type { TestUser } from '../users/test-user.ts';

export type OrderFields = Omit<RequestInput<'placeOrder'>, 'currency_match_id'> & {
  readonly currency_match_id?: string;
};

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

export const placeOrder = (
  server: TestServer,
  { token }: TestUser,
  fields: OrderFields & { readonly currency_match_id: string },
  key = newKey(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<Order>> =>
  server.call('placeOrder', fields, { token, headers: { ...headers, 'idempotency-key': key } });
