/** Calls about spot markets. */
import { ok } from '../../../../contract/result.ts';
import type { MarketDesk } from '../market-desk.ts';
import type { MarketListingDesk } from '../market-listing-desk.ts';
import { actOf, decisionOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';

type MarketHandlers = Pick<
  OperatorHandlers,
  'listMarkets' | 'getMarketListing' | 'addMarket' | 'setMarketStatus' | 'closeMarketOrders'
>;

export interface MarketServices {
  readonly markets: MarketDesk;
  readonly listing: MarketListingDesk;
}

export function createMarketDeskHandlers({ markets, listing }: MarketServices): MarketHandlers {
  const orderOf = (
    {
      id,
      revision: seen,
      reason,
    }: { readonly id: number; readonly revision: number; readonly reason: string },
    context: OperatorContext,
  ) => ({ marketId: id, seen, act: actOf(context), reason });
  return {
    listMarkets: async () => ok([...(await markets.list())]),
    getMarketListing: async () => ok(await listing.read()),
    addMarket: async ({ revision, reason, ...sent }, context) => {
      const added = await listing.add(decisionOf({ revision, reason }, context), sent);
      return added.ok ? ok(await listing.read()) : added;
    },
    setMarketStatus: (request, context) =>
      markets.setStatus(orderOf(request, context), request.status),
    closeMarketOrders: async (request, context) => {
      const closed = await markets.closeOrders(orderOf(request, context));
      return closed.ok ? ok({ closed: closed.value }) : closed;
    },
  };
}
