/** Composition of fiat trading: the market with its ads and escrow, orders, chat, and the decisions of operators. */
import { ensure } from '../../../contract/assert.ts';
import type { ShopFigures } from '../../../contract/fiat/fiat-market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { createFiatOrderHandlers } from './orders/orders-handlers.ts';
import type { UserDesk } from '../identity/identity.area.ts';
import type { Log } from '../../kit/log.ts';
import type { PictureBinder } from '../../kit/pictures/pictures.types.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import { Arbitration } from './orders/arbitration.ts';
import type { PutPush } from '../../kit/push/push-kind.ts';
import { Messages } from './orders/messages.ts';
import { openFiatMarket, type FiatMarketParts } from './market/open-market.ts';
import { createOrderLife } from './orders/order-effects.ts';
import { createFindHead } from './orders/order-heads.repo.ts';
import { OrderUpdates } from './orders/order-updates.ts';
import { OrderPlacement } from './orders/order-placement.ts';
import { OrderSteps } from './orders/order-steps.ts';
import { FiatOrders } from './orders/orders.ts';
import type { AdListPart } from './ads/ad-list-versions.ts';
import { readShopRecords } from './shops/shop-figures.repo.ts';
import { findShopOf } from './shops/shops.repo.ts';
import { readStanding } from './standing.ts';

interface FiatParts extends FiatMarketParts {
  readonly pictures: PictureBinder;
  readonly putPush: PutPush;
  readonly users: Pick<UserDesk, 'disable' | 'listen'>;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
}

/**
 * Composes fiat trading and disables false payers that an earlier run has left out. Must be called
 * before the timers of lifecycles start.
 */
export async function openFiat(foundation: FiatParts) {
  const { database, keyed, currencies, clock, health, log, jobs, opened } = foundation;
  const market = await openFiatMarket(foundation);
  const { escrow, fiat } = market;
  const monies = { currencies, fiat };
  const orderUpdates = new OrderUpdates({ ...foundation, database: keyed, escrow, monies });
  const findHead = createFindHead(keyed);
  /** Lets an update of ad lists run without holding up the change that caused it, and logs its failure. */
  const runApart = (userId: number, update: Promise<void>): void => {
    update.catch((error: unknown) => {
      log.error({ err: error, userId }, 'the lists of ads could not be updated');
    });
  };
  const publishOpenOf = (userId: number): void =>
    runApart(userId, market.adUpdates.publishOpenOf(userId));
  const publishIfBarred = async (userId: number): Promise<void> => {
    if (await market.isBarred(userId)) await market.adUpdates.publishOpenOf(userId);
  };
  const life = createOrderLife({
    escrow,
    orderUpdates,
    putPush: foundation.putPush,
    notices: foundation.notices,
    fiat,
    // Buy ads of a user who is barred from buying are hidden.
    cancelled: (buyerId) => runApart(buyerId, publishIfBarred(buyerId)),
  });
  const parts = { ...foundation, escrow, fiat, monies, orderUpdates, findHead, life };
  const steps = new OrderSteps({ ...parts, database: keyed });
  const messages = new Messages(parts);
  const arbitration = new Arbitration({ ...parts, messages });
  await arbitration.freezeFalsePayers(clock.now());
  const freezes = jobs.start('false_payers', {
    failure: 'accounts with false payments could not be disabled',
    work: () => arbitration.retryFreezes(clock.now()),
  });
  opened.add('accounts to be disabled', () => freezes.stop());
  const orderHandlers = createFiatOrderHandlers({
    orders: new FiatOrders({ ...parts, steps, messages }),
    placement: new OrderPlacement({ ...parts, database: keyed }),
    messages,
    readStanding: (userId, now) => readStanding(database, userId, now),
    health,
  });
  // Ads of a disabled user are hidden.
  foundation.users.listen(publishOpenOf);
  return {
    /** The versions of ad lists, for the socket. */
    ads: { version: (part: AdListPart) => market.adList.of(part) },
    /** Must be called after the commit of a change of collection methods, which may show or hide the merchant's ads. */
    methodsChanged: publishOpenOf,
    handlers: { ...market.handlers, ...orderHandlers },
    operator: {
      market: fiat,
      moderation: market.moderation,
      arbitration,
      figuresOf: (merchantId: number, now: EpochMs) => figuresOf(database, merchantId, now),
    },
  };
}

async function figuresOf(
  database: Database,
  merchantId: number,
  now: EpochMs,
): Promise<ShopFigures> {
  const shop = ensure(await findShopOf(database, merchantId), `shop of user ${merchantId}`);
  const [record] = await readShopRecords(database, [shop.id], now);
  return ensure(record, `figures of shop ${shop.id}`).figures;
}
