/** Every wrong spelling of an amount, in every amount and price field of every call that moves money. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { positiveDecimalField } from '../../../contract/schemas/fields.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { IMPOSSIBLE_AMOUNTS, WRONG_SPELLINGS, wrongForms } from '../../support/amount-spellings.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { buyAd, sellAd, sendAd } from '../../support/fiat/fiat-ads.ts';
import { newMerchant, openShop } from '../../support/fiat/fiat-users.ts';
import { distantOrder } from '../../support/lever/contract-users.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { CONTRACT, FIAT, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { bindAddress } from '../../support/wallet/wallet-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

/** Calls that move money: a new one does not compile until it has bodies below. */
type MoneyCall = {
  [N in EndpointName]: (typeof ENDPOINTS)[N] extends { readonly movesMoney: true } ? N : never;
}[EndpointName];
type Body = Readonly<Record<string, string>>;

const moneyCalls = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name): name is MoneyCall => (ENDPOINTS[name] as Endpoint).movesMoney === true,
);

/**
 * True if schema, accepted values or name say that the field is an amount; one of the three finds a field
 * that the others miss.
 */
function isAmount(name: string, schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const takes = (text: string) => schema.safeParse(text).success;
  return (
    inner === positiveDecimalField ||
    (takes('1.5') && !takes('abc')) ||
    /price|quantity|amount|stake|margin|volume|total|profit|loss/.test(name)
  );
}

/**
 * Optional fields, in which an empty text means none: `fiat-price-band.test.ts`, `lever-schemas.test.ts` and
 * `micro-orders.test.ts` test them.
 */
const LEFT_OUT: readonly string[] = [
  'accepted_deviation',
  'limit_price',
  'take_profit',
  'stop_loss',
  'worst_price',
  'profit_ppm',
  'loss_ppm',
];

const amountFields = (call: MoneyCall): string[] =>
  Object.entries(ROUTES[call].request.shape as Record<string, z.ZodType>)
    .filter(([name, schema]) => !LEFT_OUT.includes(name) && isAmount(name, schema))
    .map(([name]) => name);

const FIELDS = moneyCalls.flatMap((call) => amountFields(call).map((field) => ({ call, field })));

let server: TestServer;
let token = '';
/** Bodies that are accepted; each amount field is in one of them. */
let bodies: Record<MoneyCall, readonly Body[]>;
let keys = 0;

beforeAll(async () => {
  server = await borrowServer();
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const market = ensure(
    groups
      .flatMap(({ matches }) => matches)
      .find(
        ({ base_currency_code: base, quote_currency_code: quote }) =>
          base === 'BTC' && quote === 'USDT',
      ),
    'BTC/USDT',
  );
  const [price = ''] = market.currency_quotation.close.split('.');
  const here = { currency_match_id: String(market.id) };
  bodies = {
    placeOrder: [
      { ...here, side: 'sell', type: 'limit', price, quantity: '0.01' },
      { ...here, side: 'buy', type: 'market', amount: '100' },
    ],
    createTransfer: [
      { currency_id: '1', from_account_type_id: '1', to_account_type_id: '2', amount: '0.5' },
    ],
    subscribeStaking: [{ product_id: '1', amount: '100', daily_ppb: '136986' }],
    subscribeOffering: [{ offering_id: '2', quantity: '100' }],
    createWithdrawal: [],
    placeLeverOrder: [],
    placeMicroOrder: [
      {
        micro_product_id: '1',
        direction: 'up',
        stake: '10',
      },
    ],
    // This call has no amount field.
    claimFaucet: [],
    postFiatAd: [],
    createFiatOrder: [],
  };
  const [agent, trader] = await Promise.all(
    ['agent', 'trader'].map((name) => signIn(server, `demo.${name}@meridian.test`, DEMO_PASSWORD)),
  );
  token = dataOf(ensure(agent, 'agent')).accessToken;
  const email = 'demo.agent@meridian.test';
  const bound = dataOf(await bindAddress(server, { token, email }, 'USDT'));
  // Large enough to wait for an operator: nothing is sent while the test compares the ledger.
  const withdrawal = { address_id: bound.id, amount: '1500', pay_password: DEMO_PAY_PASSWORD };
  dataOf(await transfer(server, { token }, { from: SPOT, to: FIAT, amount: '1000' }));
  dataOf(await transfer(server, { token }, { from: SPOT, to: CONTRACT, amount: '500' }));
  dataOf(await openShop(server, { token }, 'Lexicon', DEMO_PAY_PASSWORD));
  const { price: _, ...unpriced } = buyAd();
  const floating = {
    ...unpriced,
    price_type: 'floating',
    price_percent: '101.5',
  } as const;
  const ads = [buyAd(), floating] as readonly Body[];
  const placeLeverOrder = await contractOrders();
  bodies = { ...bodies, createWithdrawal: [withdrawal], postFiatAd: ads, placeLeverOrder };
  bodies = { ...bodies, createFiatOrder: await takenOfOthers() };
  // A resting order for market orders to match.
  const offer = new URLSearchParams({ ...bodies.placeOrder[0], quantity: '1' });
  dataOf(await post('placeOrder', offer, dataOf(ensure(trader, 'trader')).accessToken));
});
afterAll(() => giveBack(server));

/** A limit order with both targets, and a market order with a worst price that is not reached. */
async function contractOrders(): Promise<readonly Body[]> {
  const limit = (await eventually(() => distantOrder(server))) as Body;
  const { price: _, take_profit: worst = '', stop_loss: _loss, ...rest } = limit;
  return [limit, { ...rest, type: 'market', worst_price: worst }];
}

/** One buys and one sells, because no user may have more than three open orders as buyer. */
async function takenOfOthers(): Promise<readonly Body[]> {
  const merchant = await newMerchant(server, '1000');
  const [sold, bought] = [
    dataOf(await sendAd(server, merchant, sellAd(merchant))),
    dataOf(await sendAd(server, merchant, buyAd())),
  ];
  const card = { ...CARD_OF_DEMO, pay_password: DEMO_PAY_PASSWORD } as const;
  const { id: methodId } = dataOf(await server.call('saveCollectionMethod', card, { token }));
  const terms = { price: '7', payment_kind: 'bank_card' };
  // The sale comes first, because a buyer may send a higher price than the current one.
  return [
    {
      ...terms,
      ad_id: bought.id,
      amount: '140',
      collection_method_id: methodId,
      pay_password: DEMO_PAY_PASSWORD,
    },
    { ...terms, ad_id: sold.id, quantity: '20' },
  ];
}

const CARD_OF_DEMO = {
  kind: 'bank_card',
  account: '6222 0210 0111 2239',
  bank: 'Bank of Examples',
} as const;

/** Sends the call with its own key from its own address, so that no limit hides a response. */
async function post(
  call: MoneyCall,
  body: URLSearchParams | FormData | string,
  person = token,
): Promise<Envelope<unknown> & { readonly fields?: readonly string[] }> {
  const response = await fetch(`${server.origin}${ENDPOINTS[call].path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: person,
      'idempotency-key': `amount-lexicon-${(keys += 1)}`,
      ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...newClientAddress(),
    },
  });
  return (await response.json()) as Envelope<unknown>;
}

const bodyWith = (call: MoneyCall, field: string): Body =>
  ensure(
    bodies[call].find((body) => field in body),
    `a body of ${call} with ${field}`,
  );

function multipart(fields: Body): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Orders, movements and balances in the database. */
async function everything(): Promise<unknown> {
  return queryServer(
    server,
    `select (select json_agg(o order by id) from spot_orders o) as orders,
      (select count(*) from spot_deals) as deals,
      (select json_agg(ad order by id) from fiat_ads ad) as ads,
      (select json_agg(o order by id) from fiat_orders o) as fiat_orders,
      (select json_agg(o order by id) from lever_orders o) as contract_orders,
      (select json_agg(array[journal, number]) from ledger_movements) as movements,
      (select json_agg(a order by owner_id, account_type, currency_id) from ledger_accounts a) as accounts`,
  );
}

test('there are at least 60 wrong spellings, all different', () => {
  expect(new Set(WRONG_SPELLINGS).size).toBe(WRONG_SPELLINGS.length);
  expect(WRONG_SPELLINGS.length).toBeGreaterThanOrEqual(60);
});

test('the fields of placing an order are found', () => {
  expect(amountFields('placeOrder').toSorted()).toEqual(['amount', 'price', 'quantity']);
});

/** A fast contract would end by itself during these tests, so that this server offers none. */
const REFUSALS: Partial<Record<MoneyCall, ErrorName>> = { placeMicroOrder: 'product_unavailable' };

test.each(moneyCalls)('%s accepts its canonical bodies, as either kind of form', async (call) => {
  for (const body of bodies[call]) {
    expect(errorOf(await post(call, new URLSearchParams(body)))).toBe(REFUSALS[call]);
    expect(errorOf(await post(call, multipart(body)))).toBe(REFUSALS[call]);
  }
});

/** A transfer has no minimum, so an amount too small elsewhere is valid here. */
const impossibleFor = (call: MoneyCall): readonly string[] =>
  call === 'createTransfer'
    ? IMPOSSIBLE_AMOUNTS.filter((amount) => Number(amount) > 1)
    : IMPOSSIBLE_AMOUNTS;

/** Percentages have their own bounds, and names of kinds are not numbers: their schemas say so. */
const isInvalid = (call: MoneyCall, field: string, amount: string): boolean =>
  !ensure((ROUTES[call].request.shape as Record<string, z.ZodType>)[field], field).safeParse(amount)
    .success;

describe.each(FIELDS)('$field of $call', ({ call, field }) => {
  test('refuses every wrong spelling by its name, and nothing changes', async () => {
    const body = bodyWith(call, field);
    const before = await everything();
    const accepted: unknown[] = [];
    for (const spelling of WRONG_SPELLINGS) {
      const wrong = { ...body, [field]: spelling };
      for (const form of [new URLSearchParams(wrong), multipart(wrong)]) {
        const reply = await post(call, form);
        // A blank field counts as absent, so the missing field may be the other of two.
        const isNamed = spelling === '' || reply.fields?.includes(field) === true;
        if (errorOf(reply) !== 'invalid_request' || !isNamed) accepted.push({ spelling, reply });
      }
    }

    expect(accepted).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('refuses forms with a malformed field, and nothing changes', async () => {
    const { [field]: value = '', ...others } = bodyWith(call, field);
    const before = await everything();
    const accepted: unknown[] = [];
    for (const form of wrongForms(field, value, new URLSearchParams(others).toString())) {
      const reply = await post(call, form);
      if (errorOf(reply) !== 'invalid_request') accepted.push({ form, reply });
    }

    expect(accepted).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('refuses canonical but impossible values with an error of the call, and nothing changes', async () => {
    const body = bodyWith(call, field);
    const before = await everything();
    const named: readonly string[] = ROUTES[call].errors;
    const accepted: unknown[] = [];
    for (const amount of impossibleFor(call)) {
      const reply = await post(call, new URLSearchParams({ ...body, [field]: amount }));
      const error = errorOf(reply) ?? '';
      const isRefused = isInvalid(call, field, amount)
        ? error === 'invalid_request'
        : named.includes(error);
      if (!isRefused) accepted.push({ amount, reply });
    }

    expect(accepted).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});
