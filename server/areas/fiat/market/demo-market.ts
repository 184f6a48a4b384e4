/** The merchant of the demo exchange: a shop, its collection methods, and ads of every kind. */
import { ensure } from '../../../../contract/assert.ts';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { insertMethod } from '../../people/people.area.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { findUserByAccount } from '../../identity/identity.area.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import { beginAd } from '../ads/ad-steps.ts';
import { readTerms } from '../ads/ad-terms.ts';
import { readFiatCurrencies } from '../currencies.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import type { DemoCodes } from './demo-codes.ts';
import { readShopName } from '../shops/shop-names.ts';
import { openShop } from './shops.ts';

const MERCHANT = 'demo.merchant@meridian.test';
const SHOP_NAME = 'Harbour Desk';
const REQUEST_ID = 'seed';

const METHODS = [
  {
    kind: 'bank_card',
    account: '6222 0200 1234 5678 903',
    bank: 'Harbour Bank',
    branch: 'Pier Street',
  },
  { kind: 'alipay', account: 'desk@harbour.test', bank: null, branch: null },
  { kind: 'wechat', account: 'harbour-desk', bank: null, branch: null },
] as const;

interface DemoAd {
  readonly side: FiatSide;
  readonly coin: string;
  readonly fiat: string;
  /** A price with a percent sign floats with the reference price. */
  readonly price: string;
  readonly total: string;
  readonly limits: readonly [min: string, max: string];
  readonly kinds: readonly CollectionKind[];
  readonly windowMin: 15 | 30 | 45 | 60;
  readonly remark?: string;
}

const ADS: readonly DemoAd[] = [
  {
    side: 'sell',
    coin: 'USDT',
    fiat: 'CNY',
    price: '7.21',
    total: '20000',
    limits: ['100', '50000'],
    kinds: ['bank_card', 'alipay', 'wechat'],
    windowMin: 15,
    remark: 'Please pay from an account in your own name and write only the payment reference.',
  },
  {
    side: 'sell',
    coin: 'USDT',
    fiat: 'CNY',
    price: '100.8%',
    total: '35000',
    limits: ['1000', '200000'],
    kinds: ['bank_card'],
    windowMin: 30,
  },
  {
    side: 'sell',
    coin: 'USDT',
    fiat: 'USD',
    price: '1.008',
    total: '15000',
    limits: ['20', '10000'],
    kinds: ['bank_card'],
    windowMin: 30,
    remark: 'Released within minutes during the day.',
  },
  {
    side: 'sell',
    coin: 'USDT',
    fiat: 'EUR',
    price: '101.2%',
    total: '12000',
    limits: ['20', '8000'],
    kinds: ['bank_card'],
    windowMin: 45,
  },
  {
    side: 'sell',
    coin: 'BTC',
    fiat: 'USD',
    price: '101.5%',
    total: '1.5',
    limits: ['100', '50000'],
    kinds: ['bank_card'],
    windowMin: 60,
  },
  {
    side: 'sell',
    coin: 'ETH',
    fiat: 'EUR',
    price: '101%',
    total: '12',
    limits: ['50', '20000'],
    kinds: ['bank_card'],
    windowMin: 60,
  },
  {
    side: 'buy',
    coin: 'USDT',
    fiat: 'CNY',
    price: '7.14',
    total: '30000',
    limits: ['100', '100000'],
    kinds: ['bank_card', 'alipay', 'wechat'],
    windowMin: 30,
  },
  {
    side: 'buy',
    coin: 'USDT',
    fiat: 'USD',
    price: '99.3%',
    total: '25000',
    limits: ['20', '20000'],
    kinds: ['bank_card'],
    windowMin: 30,
  },
  {
    side: 'buy',
    coin: 'USDT',
    fiat: 'EUR',
    price: '0.912',
    total: '10000',
    limits: ['20', '5000'],
    kinds: ['bank_card'],
    windowMin: 30,
  },
  {
    side: 'buy',
    coin: 'BTC',
    fiat: 'EUR',
    price: '98.5%',
    total: '0.8',
    limits: ['100', '40000'],
    kinds: ['bank_card'],
    windowMin: 60,
  },
];

/** Pictures whose tickets are not redeemed yet. */
interface UploadedCodes extends Pick<DemoCodes, 'bind'> {
  readonly tickets: Awaited<ReturnType<DemoCodes['upload']>>;
}

/** Runs after the seed of users and their balances. @throws AssertionError when one of them is missing. */
export async function seedDemoMarket(
  tx: Transaction,
  currencies: Currencies,
  now: EpochMs,
  codes: UploadedCodes,
): Promise<void> {
  const merchant = await findUserByAccount(tx, { type: 'email', value: MERCHANT });
  const { id: userId, realName: name } = ensure(merchant, MERCHANT);
  const realName = ensure(name ?? undefined, `verified name of ${MERCHANT}`);
  const cause = { userId, actorId: userId, requestId: REQUEST_ID, now };
  const opened = await openShop(tx, currencies, readShopName(SHOP_NAME), cause);
  const shop = ensure(opened.ok ? opened.value : null, 'shop of the demo merchant');
  const methods = [];
  for (const method of METHODS) {
    const qrPictureId =
      method.kind === 'bank_card'
        ? null
        : await codes.bind(tx, codes.tickets[method.kind], userId, now);
    const details = { ...method, realName, nickname: null, qrPictureId, isChecked: true };
    methods.push(...(await insertMethod(tx, userId, { ...details, updatedAtMs: now })));
  }
  const fiat = await readFiatCurrencies(tx, currencies);
  for (const [index, ad] of ADS.entries()) {
    const posted = termsOf(ad, methods, fiat);
    const key = { idempotencyKey: `seed-${index}`, terms: REQUEST_ID };
    const owner = { userId, shopId: shop.id, isOpening: true };
    const begun = await beginAd(tx, { ...posted, ...key, ...owner }, cause);
    ensure(begun.ok || null, `demo ad ${index}`);
  }
}

function termsOf(
  { side, coin: coinCode, fiat: fiatCode, price, total, limits, kinds, windowMin, remark }: DemoAd,
  methods: Parameters<typeof readTerms>[1]['methods'],
  market: FiatMarketCurrencies,
) {
  const coin = ensure(
    market.coins.find(({ code }) => code === coinCode),
    coinCode,
  );
  const fiat = ensure(market.currency(fiatCode), fiatCode);
  const [minAmount, maxAmount] = limits;
  const isFloating = price.endsWith('%');
  const ownMethods = methods.filter(({ kind }) => side === 'sell' && kinds.includes(kind));
  const terms = readTerms(
    {
      ...(isFloating
        ? { price_type: 'floating', price_percent: price.slice(0, -1) }
        : { price_type: 'fixed', price }),
      total,
      min_amount: minAmount,
      max_amount: maxAmount,
      payment_kinds: kinds.join(','),
      collection_method_ids: ownMethods.map(({ id }) => id).join(','),
      payment_window_min: windowMin,
      remark: remark ?? '',
    },
    { side, coin, fiat, reference: null, taken: 0n, methods },
  );
  const read = ensure(terms.ok ? terms.value : null, `terms of a demo ad in ${fiatCode}`);
  return { ...read, side, currencyId: coin.id, fiatCode };
}
