/** The services of one server, made from the configuration and joined into the handlers of the calls. */
import type { Clock } from '../contract/time.ts';
import type { ClosingStack } from './closing-stack.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseAddress } from './db/database.ts';
import type { Authenticate, Handlers } from './http/handlers.ts';
import { createAccountHandlers } from './http/handlers/accounts.ts';
import { contentHandlers } from './http/handlers/content.ts';
import { createIdentityHandlers } from './http/handlers/identity.ts';
import { createMarketHandlers } from './http/handlers/market.ts';
import { createSpotHandlers } from './http/handlers/spot.ts';
import { Identity } from './identity/identity.ts';
import { createAccountsService } from './ledger/accounts-service.ts';
import type { Currencies } from './ledger/currencies.ts';
import { createEquivalents } from './ledger/equivalents.ts';
import { startLedgerWatch } from './ledger/ledger-watch.ts';
import type { Log } from './log.ts';
import type { Audience } from './market/audience.ts';
import type { MarketSource } from './market/market-source.ts';
import { createNewsRepo } from './news/news.repo.ts';
import { createNewsService } from './news/news-service.ts';
import { createNotify } from './notify/create-notify.ts';
import type { DevelopmentMailbox } from './notify/development-mailbox.ts';
import { createSettings } from './settings/settings.ts';
import { createOrderHistory } from './spot/order-history.ts';
import type { TradingEnd } from './spot/spot-exchange.ts';
import type { SpotExchange } from './spot/spot-exchange.types.ts';
import { openTrading } from './trading.ts';
import { createSpotUsers } from './ws/spot-users.ts';
import type { DepthSource, SessionSource, UserSource } from './ws/sources.ts';

export interface Services {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly exchange: SpotExchange;
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly users: UserSource;
  readonly sessions: SessionSource;
  readonly audience: Audience;
  /** Takes mails and messages that nothing is configured for; never in production. */
  readonly mailbox: DevelopmentMailbox | undefined;
}

export interface Foundation {
  readonly config: Config;
  readonly currencies: Currencies;
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly opened: ClosingStack;
  /** What is in memory can not be trusted any more: the process must end and start anew. */
  onFatal(end: TradingEnd): void;
}

/** Makes the services; what must be closed is added to `opened`. */
export async function createServices(foundation: Foundation): Promise<Services> {
  const { config, currencies, database, clock, log, opened } = foundation;
  const { mail, sms, nodeEnv } = config;
  const { notifier, mailbox } = createNotify(
    { mail, sms, isProduction: nodeEnv === 'production' },
    { database, clock, log },
  );
  opened.add('notifier', () => notifier.close());
  const identity = new Identity({
    database,
    notifier,
    passwordProfile: config.passwordProfile,
    log,
  });
  const { exchange, wire, depthBoard, market, audience } = await openTrading(foundation);
  const { spotMarkets, forexPairs } = market;
  const news = createNewsService(createNewsRepo(database));
  const equivalents = createEquivalents(market);
  const accounts = createAccountsService({ database, currencies, equivalents });
  const settings = createSettings(database, {
    ...config.links,
    password_profile: config.passwordProfile,
  });
  const ledger = await startLedgerWatch(foundation);
  opened.add('ledger watch', () => ledger.stop());
  const history = createOrderHistory(database);
  return {
    handlers: {
      ...createIdentityHandlers(identity),
      ...createMarketHandlers({ spotMarkets, forexPairs, depthBoard }),
      ...createAccountHandlers(accounts),
      ...createSpotHandlers({ exchange, wire, history, health: ledger.health }),
      ...contentHandlers({ news, settings }),
    },
    authenticate: (accessToken, now) => identity.authenticate(accessToken, now),
    exchange,
    market,
    audience,
    depth: depthBoard,
    users: createSpotUsers(exchange, wire),
    sessions: identity,
    mailbox,
  };
}
