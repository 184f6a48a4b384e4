/** Calls about the fiat market: offered ads, shops, and the caller's own ads. */
import { ok, refuse } from '../../../../contract/result.ts';
import type { Ads, MerchantEvent } from '../ads/ads.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import { quantityScale } from '../../../../contract/figures/fiat.ts';
import type { MarketList } from './market-list.ts';
import type { Shops } from './shops.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { CallContext, Handlers, SignedIn } from '../../../kit/http/handlers.ts';

type FiatMarketHandlers = Pick<
  Handlers,
  | 'getFiatMarket'
  | 'getFiatReference'
  | 'listFiatAds'
  | 'getFiatAd'
  | 'getShop'
  | 'getOwnShop'
  | 'openShop'
  | 'closeShop'
  | 'postFiatAd'
  | 'editFiatAd'
  | 'suspendFiatAd'
  | 'resumeFiatAd'
  | 'cancelFiatAd'
  | 'listOwnFiatAds'
  | 'getOwnFiatAd'
>;

interface FiatMarketCalls {
  readonly fiat: FiatMarketCurrencies;
  readonly list: MarketList;
  readonly shops: Shops;
  readonly ads: Ads;
  readonly health: LedgerHealth;
}

type Context = CallContext & { readonly signedIn: SignedIn };

export function createFiatMarketHandlers(calls: FiatMarketCalls): FiatMarketHandlers {
  const { fiat, list, shops, ads, health } = calls;
  const change =
    (type: MerchantEvent) =>
    (body: { readonly id: string; readonly revision: number }, context: Context) =>
      ads.apply(type, seen(body, context));
  return {
    getFiatMarket: () => ok(marketText(fiat)),
    getFiatReference(query) {
      const price = list.reference(query);
      return price.ok ? ok({ price: price.value }) : price;
    },
    listFiatAds: (query, { signedIn }) => list.page(query, signedIn.userId),
    getFiatAd: async ({ id }, { signedIn }) => list.find(Number(id), signedIn.userId),
    getShop: async ({ id }) => shops.find(Number(id)),
    getOwnShop: async (_, { signedIn }) => ok(await shops.findOwn(signedIn.userId)),
    async openShop({ name, pay_password: payPassword }, { signedIn, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!signedIn.isVerified) return refuse('verification_required');
      return shops.open({ userId: signedIn.userId, payPassword, requestId, now }, name);
    },
    async closeShop({ pay_password: payPassword }, { signedIn, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      return shops.close({ userId: signedIn.userId, payPassword, requestId, now });
    },
    async postFiatAd(fields, { signedIn, idempotencyKey, deadline, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!signedIn.isVerified) return refuse('verification_required');
      if (!idempotencyKey.ok) return idempotencyKey;
      const key = { idempotencyKey: idempotencyKey.value, deadline };
      return ads.post({ userId: signedIn.userId, fields, ...key, requestId, now });
    },
    async editFiatAd({ id, revision, ...fields }, context) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      return ads.edit(seen({ id, revision }, context), fields);
    },
    suspendFiatAd: change('ad.suspend'),
    resumeFiatAd: ({ id, revision, ...fields }, context) =>
      ads.resume(seen({ id, revision }, context), fields),
    cancelFiatAd: change('ad.cancel'),
    async listOwnFiatAds({ state, before, size }, { signedIn }) {
      const found = await ads.list({
        userId: signedIn.userId,
        state,
        before: before === undefined ? undefined : Number(before),
        count: size + 1,
      });
      const shown = found.slice(0, size);
      return ok({ ads: shown, next: found.length > size ? (shown.at(-1)?.id ?? null) : null });
    },
    getOwnFiatAd: async ({ id }, { signedIn }) => ads.find(signedIn.userId, Number(id)),
  };
}

const seen = (
  { id, revision }: { readonly id: string; readonly revision: number },
  { signedIn, requestId, now }: Context,
) => ({ userId: signedIn.userId, adId: Number(id), revision, requestId, now });

const marketText = ({ coins, currencies }: FiatMarketCurrencies) => ({
  coins: coins.map(({ id, code, scale }) => ({
    currency_id: id,
    currency_code: code,
    logo: `/logos/${code.toLowerCase()}.svg`,
    scale: quantityScale({ coin: scale }),
  })),
  currencies: currencies.map(({ code, scale, priceScale }) => ({
    fiat_code: code,
    scale,
    price_scale: priceScale,
  })),
});
