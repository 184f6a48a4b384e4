/** Merchants with shops and ads over HTTP on a test server that is started with `TRUST_PROXY=loopback`. */
import type { Envelope } from '../../contract/envelope.ts';
import type { RequestInput } from '../../contract/routes.ts';
import type { OwnFiatAd, OwnShop } from '../../contract/fiat/fiat-market.ts';
import type { CollectionMethod } from '../../contract/people/people.ts';
import { ACCEPTED_DEVIATION, acceptedAt } from './fiat/fiat-orders.ts';
import { newClientAddress } from './client-address.ts';
import { dataOf } from './identity-people.ts';
import { amendPayPassword, PAY_PASSWORD } from './secret-people.ts';
import { newKey, newTrader, type Trader } from './spot-people.ts';
import type { TestServer } from './test-server.ts';
import { FIAT, SPOT, transfer } from './transfer-people.ts';

/** A certified merchant with a pay password and a bank card. */
export interface Payee extends Trader {
  readonly cardId: string;
}
export interface Merchant extends Payee {
  readonly shop: OwnShop;
}

/** Currency ids of the catalog. */
const CURRENCY_IDS: Readonly<Record<string, number>> = { USDT: 1, BTC: 2, ETH: 3 };

const CARD = {
  kind: 'bank_card',
  real_name: 'Ann Example',
  account: '6222 0210 0111 2239',
  bank: 'Bank of Examples',
} as const;

/** @param id id of the method that becomes the card; without it the call makes a new one. */
export const saveCard = async (
  server: TestServer,
  token: string,
  id?: string,
): Promise<CollectionMethod> =>
  dataOf(
    await server.call(
      'saveCollectionMethod',
      { ...CARD, ...(id !== undefined && { id }), pay_password: PAY_PASSWORD },
      { token, headers: newClientAddress() },
    ),
  );

/** @param coins balance of the fiat account. */
export async function newPayee(
  server: TestServer,
  coins: Readonly<Record<string, string>> = {},
): Promise<Payee> {
  const trader = await newTrader(server, coins);
  dataOf(await amendPayPassword(server, trader.token));
  for (const [code, amount] of Object.entries(coins)) {
    const fields = { from: SPOT, to: FIAT, amount, currencyId: CURRENCY_IDS[code] ?? 0 };
    dataOf(await transfer(server, trader, fields));
  }
  return { ...trader, cardId: (await saveCard(server, trader.token)).id };
}

let shops = 0;
export const newShopName = (): string =>
  `Shop ${String.fromCodePoint(97 + (shops % 26))}${(shops += 1)}`;

export const openShop = (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  name = newShopName(),
  payPassword = PAY_PASSWORD,
): Promise<Envelope<OwnShop | null>> =>
  server.call(
    'openShop',
    { name, pay_password: payPassword },
    { token, headers: newClientAddress() },
  );

/** A merchant with an open shop, whose deposit comes on top of the coins. */
export async function newMerchant(
  server: TestServer,
  coins: Readonly<Record<string, string>> = { USDT: '1000' },
): Promise<Merchant> {
  const usdt = String(Number(coins['USDT'] ?? '0') + 500);
  const payee = await newPayee(server, { ...coins, USDT: usdt });
  const shop = dataOf(await openShop(server, payee));
  if (shop === null) throw new Error('no shop');
  return { ...payee, shop };
}

export type AdFields = RequestInput<'postFiatAd'>;

/** 200 USDT for 7 CNY each, in orders of 70 to 700. */
export const sellAd = (
  merchant: Pick<Payee, 'cardId'>,
  more: Partial<AdFields> = {},
): AdFields => ({
  side: 'sell',
  currency_id: '1',
  fiat_code: 'CNY',
  price_type: 'fixed',
  price: '7',
  accepted_deviation: acceptedAt(more.price ?? '7'),
  total: '200',
  min_amount: '70',
  max_amount: '700',
  payment_kinds: 'bank_card',
  collection_method_ids: merchant.cardId,
  payment_window_min: '15',
  auto_open: '1',
  ...more,
});

/** The same ad on the buy side. */
export const buyAd = (more: Partial<AdFields> = {}): AdFields => {
  const { collection_method_ids: _, ...fields } = sellAd({ cardId: '' }, more);
  return { ...fields, side: 'buy', ...more };
};

export const postAd = (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  fields: AdFields,
  key = newKey(),
): Promise<Envelope<OwnFiatAd>> =>
  server.call('postFiatAd', fields, {
    token,
    headers: { ...newClientAddress(), 'idempotency-key': key },
  });

/** Available and frozen balance of the fiat account. */
export async function fiatBalance(
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  code = 'USDT',
): Promise<{ readonly available: string; readonly frozen: string }> {
  const { groups } = dataOf(await server.call('listAccounts', {}, { token }));
  const found = groups
    .flatMap(({ accounts }) => accounts)
    .find((account) => account.account_type_id === FIAT && account.currency_code === code);
  return { available: found?.available ?? '0', frozen: found?.frozen ?? '0' };
}

type AdChange = 'suspendFiatAd' | 'resumeFiatAd' | 'cancelFiatAd';
/** The version of an ad that a user has seen. */
type SeenAd = Pick<OwnFiatAd, 'id' | 'revision'>;

export const changeAd = (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  name: AdChange,
  { id, revision }: SeenAd,
): Promise<Envelope<OwnFiatAd>> =>
  server.call(
    name,
    {
      id,
      revision: String(revision),
      ...(name === 'resumeFiatAd' && { accepted_deviation: ACCEPTED_DEVIATION }),
    },
    { token, headers: newClientAddress() },
  );

/** Sends all terms again, taken from the fields of a post. */
export function editAd(
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  { id, revision }: SeenAd,
  fields: AdFields,
): Promise<Envelope<OwnFiatAd>> {
  const { side: _side, currency_id: _coin, fiat_code: _fiat, auto_open: _open, ...terms } = fields;
  const edited = { id, revision: String(revision), ...terms };
  return server.call('editFiatAd', edited, { token, headers: newClientAddress() });
}

export const ownAd = async (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  id: string,
): Promise<OwnFiatAd> => dataOf(await server.call('getOwnFiatAd', { id }, { token }));

export type ShelfQuery = Partial<RequestInput<'listFiatAds'>>;

/** A page of USDT for yuan, unless the query says otherwise. */
export const shelf = async (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  query: ShelfQuery = {},
) =>
  dataOf(
    await server.call(
      'listFiatAds',
      { side: 'buy', currency_id: '1', fiat_code: 'CNY', size: '100', ...query },
      { token },
    ),
  );
