/** Ads of merchants over HTTP: the terms, the calls that post and change ads, and the list that users read. */
import type { Envelope } from '../../../contract/envelope.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { judgeDeviation, PERCENT_SCALE } from '../../../contract/fiat/fiat-price.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { deviationBp } from '../../../contract/money/deviation.ts';
import type { CollectionMethod } from '../../../contract/people/people.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { dataOf } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newKey } from '../idempotency-key.ts';
import type { FiatUser, Merchant } from './fiat-users.ts';
import type { TestServer } from '../servers/test-server.ts';

export type AdFields = RequestInput<'postFiatAd'>;
type Token = Pick<FiatUser, 'token'>;

/** In tests, merchants consent to 7 CNY, which is far below the value of a USDT (7.1845). */
export const ACCEPTED_DEVIATION = '-2.57';
/** Value of a USDT, in units of a price in CNY. */
const WORTH = 71_845n;
const PRICE_SCALE = 4;

/** The consent of a merchant to an ad at this price in CNY; any value for a price outside the band. */
function acceptedAt(price: string): string {
  const units = parseUnits(price, PRICE_SCALE);
  const deviation = units === null ? 0n : deviationBp(units, WORTH);
  const isTooFar = judgeDeviation(deviation) === 'too_far';
  return isTooFar ? ACCEPTED_DEVIATION : formatUnits(deviation, PERCENT_SCALE);
}

/** 200 USDT for 7 CNY each, in orders of 70 to 700, with the pay password of the seller. */
export const sellAd = (
  { method }: { readonly method: Pick<CollectionMethod, 'id'> },
  more: Partial<AdFields> = {},
): AdFields => ({
  side: 'sell',
  currency_id: '1',
  fiat_code: 'CNY',
  price_type: 'fixed',
  price: '7',
  ...(more.price_type !== 'floating' && { accepted_deviation: acceptedAt(more.price ?? '7') }),
  total: '200',
  min_amount: '70',
  max_amount: '700',
  payment_kinds: 'bank_card',
  collection_method_ids: method.id,
  payment_window_min: '15',
  auto_open: '1',
  pay_password: PAY_PASSWORD,
  ...more,
});

/** The same ad on the buy side, which needs no secret. */
export const buyAd = (more: Partial<AdFields> = {}): AdFields => {
  const {
    collection_method_ids: _,
    pay_password: __,
    ...fields
  } = sellAd({ method: { id: '' } }, more);
  return { ...fields, side: 'buy', ...more };
};

/** The call that posts an ad. */
export const sendAd = (
  server: TestServer,
  { token }: Token,
  fields: AdFields,
  key = newKey(),
): Promise<Envelope<OwnFiatAd>> =>
  server.call('postFiatAd', fields, {
    token,
    headers: { ...newClientAddress(), 'idempotency-key': key },
  });

/** Posts 1,000 USDT at 7 CNY, orders of 70 to 3,500 CNY, paid within 15 minutes to a bank card. */
export const postAd = (
  merchant: Merchant,
  side: AdFields['side'] = 'sell',
  terms: Partial<AdFields> = {},
): Promise<OwnFiatAd> => {
  const all = { total: '1000', max_amount: '3500', remark: 'Pay from your own account.', ...terms };
  return merchant.ask('postFiatAd', side === 'sell' ? sellAd(merchant, all) : buyAd(all));
};

type AdChange = 'suspendFiatAd' | 'resumeFiatAd' | 'cancelFiatAd';
/** The version of an ad that a user has seen. */
type SeenAd = Pick<OwnFiatAd, 'id' | 'revision'>;

export const changeAd = (
  server: TestServer,
  { token }: Token,
  name: AdChange,
  { id, revision }: SeenAd,
): Promise<Envelope<OwnFiatAd>> =>
  server.call(
    name,
    {
      id,
      revision: String(revision),
      ...(name === 'resumeFiatAd' && {
        accepted_deviation: ACCEPTED_DEVIATION,
        pay_password: PAY_PASSWORD,
      }),
    },
    { token, headers: newClientAddress() },
  );

/** Sends all terms again, taken from the fields of a post. */
export function editAd(
  server: TestServer,
  { token }: Token,
  { id, revision }: SeenAd,
  fields: AdFields,
): Promise<Envelope<OwnFiatAd>> {
  const { side: _side, currency_id: _coin, fiat_code: _fiat, auto_open: _open, ...terms } = fields;
  const edited = { id, revision: String(revision), ...terms };
  return server.call('editFiatAd', edited, { token, headers: newClientAddress() });
}

export const ownAd = async (server: TestServer, { token }: Token, id: string): Promise<OwnFiatAd> =>
  dataOf(await server.call('getOwnFiatAd', { id }, { token }));

export type AdListQuery = Partial<RequestInput<'listFiatAds'>>;

/** A page of USDT for yuan, unless the query says otherwise. */
export const listedAds = async (server: TestServer, { token }: Token, query: AdListQuery = {}) =>
  dataOf(
    await server.call(
      'listFiatAds',
      { side: 'buy', currency_id: '1', fiat_code: 'CNY', size: '100', ...query },
      { token },
    ),
  );
