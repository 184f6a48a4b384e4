/** Composition of shops, ads and the coins behind orders. */
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { createFiatMarketHandlers } from './market-handlers.ts';
import type { SecurityCheck, UserNotices } from '../../identity/identity.area.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { Lifecycles } from '../../../kit/lifecycle/lifecycles.types.ts';
import type { CalmPrices } from '../../market/market.area.ts';
import type { UserUpdates } from '../../../kit/user-updates.types.ts';
import { createAdModeration } from '../ads/ad-moderation.ts';
import { AdUpdates } from '../ads/ad-updates.ts';
import { AdWire } from '../ads/ad-wire.ts';
import { Ads } from '../ads/ads.ts';
import { readFiatCurrencies } from '../currencies.ts';
import { createEscrow } from '../orders/escrow.ts';
import { MarketList } from './market-list.ts';
import { createReferencePrices } from '../ads/reference-price.ts';
import { AdListVersions } from '../ads/ad-list-versions.ts';
import { ShopRecords } from '../shops/shop-records.ts';
import { Shops } from './shops.ts';
import { createIsBarred } from '../standing.ts';

export interface FiatMarketParts {
  readonly database: Database;
  /** For the steps of orders and their notifications. */
  readonly keyed: Database;
  readonly clock: Clock;
  readonly currencies: Currencies;
  readonly lifecycles: Lifecycles;
  readonly updates: UserUpdates;
  readonly prices: CalmPrices;
  readonly security: SecurityCheck;
  readonly notices: UserNotices;
  readonly health: LedgerHealth;
}

/**
 * `adList` and `adUpdates` are for the socket, `escrow` and `isBarred` for orders, `moderation` for
 * operators; `fiat` lists the currencies.
 */
export async function openFiatMarket(foundation: FiatMarketParts) {
  const { database, keyed, clock, currencies, updates, prices, health } = foundation;
  const fiat = await readFiatCurrencies(database, currencies);
  const references = createReferencePrices(prices, clock);
  const shopRecords = new ShopRecords(database, clock);
  const isBarred = createIsBarred(database, clock);
  const wire = new AdWire({ fiat, references, shopRecords, isBarred });
  const adList = new AdListVersions({ fiat, references, clock });
  const adUpdates = new AdUpdates({ database: keyed, updates, wire, adList });
  const parts = { ...foundation, fiat, references, adList, shopRecords, wire, adUpdates };
  return {
    fiat,
    adList,
    adUpdates,
    isBarred,
    escrow: createEscrow(parts),
    moderation: createAdModeration(parts),
    handlers: createFiatMarketHandlers({
      fiat,
      list: new MarketList(parts),
      shops: new Shops(parts),
      ads: new Ads(parts),
      health,
    }),
  };
}
