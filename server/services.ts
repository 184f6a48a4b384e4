/** The services of one server, made from the configuration and joined into the handlers of the calls. */
import type { Clock } from '../contract/time.ts';
import type { ClosingStack } from './closing-stack.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Authenticate, Handlers } from './http/handlers.ts';
import { contentHandlers } from './http/handlers/content.ts';
import { createIdentityHandlers } from './http/handlers/identity.ts';
import { createMarketHandlers } from './http/handlers/market.ts';
import { Identity } from './identity/identity.ts';
import type { Log } from './log.ts';
import type { MarketSource } from './market/market-source.ts';
import { createSimulatedMarket } from './market/simulation/simulated-market.ts';
import { createNewsRepo } from './news/news.repo.ts';
import { createNewsService } from './news/news-service.ts';
import { createNotify } from './notify/create-notify.ts';
import type { DevelopmentMailbox } from './notify/development-mailbox.ts';
import { createSettings } from './settings/settings.ts';

export interface Services {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly market: MarketSource;
  /** Takes mails and messages that nothing is configured for; never in production. */
  readonly mailbox: DevelopmentMailbox | undefined;
}

export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly opened: ClosingStack;
}

/** Names the course of simulated prices: every installation shows the same ones. */
const SIMULATION_SEED = 'meridian';

/** Makes the services; what must be closed is added to `opened`. */
export function createServices(foundation: Foundation): Services {
  const { config, database, clock, log, opened } = foundation;
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
  const market = createSimulatedMarket({ seed: SIMULATION_SEED, clock });
  market.start();
  opened.add('market', () => market.stop());
  const news = createNewsService(createNewsRepo(database));
  const settings = createSettings(database, config.links);
  return {
    handlers: {
      ...createIdentityHandlers(identity),
      ...createMarketHandlers(market),
      ...contentHandlers({ news, settings }),
    },
    authenticate: (accessToken, now) => identity.authenticate(accessToken, now),
    market,
    mailbox,
  };
}
