/** The services of one server, made from the configuration and joined into the handlers of the calls. */
import { createAskOutcome } from './commands/command-outcomes.ts';
import { CommandsUnderWay } from './commands/commands-under-way.ts';
import { storedCommands } from './commands/stored-commands.ts';
import type { Config } from './config.ts';
import type { OpenedCustody } from './custody/open-custody.ts';
import type { Foundation } from './foundation.ts';
import type { Authenticate, Handlers } from './http/handlers.ts';
import { createAccountHandlers } from './http/handlers/accounts.ts';
import { createChainHandlers } from './http/handlers/chains.ts';
import { createCommandHandlers, noteWhileUnderWay } from './http/handlers/commands.ts';
import { contentHandlers } from './http/handlers/content.ts';
import { createIdentityHandlers } from './http/handlers/identity.ts';
import { createMarketHandlers } from './http/handlers/market.ts';
import { createPeopleHandlers } from './http/handlers/people.ts';
import { createPictureHandlers } from './http/handlers/pictures.ts';
import { createSecurityHandlers } from './http/handlers/security.ts';
import { createSpotHandlers } from './http/handlers/spot.ts';
import type { UserDesk } from './identity/user-desk.ts';
import { createAccountsService } from './ledger/accounts-service.ts';
import type { AccountsService } from './ledger/accounts-service.ts';
import type { Lifecycles } from './lifecycle/lifecycles.types.ts';
import type { Audience } from './market/audience.ts';
import type { MarketSource } from './market/market-source.ts';
import { createNewsRepo } from './news/news.repo.ts';
import { createNewsService } from './news/news-service.ts';
import type { DevelopmentMailbox } from './notify/development-mailbox.ts';
import { createOperatorServices } from './operator-services.ts';
import type { OperatorServices } from './operator-services.ts';
import { openRecords, type Records } from './records.ts';
import { openBase, type Base } from './services-base.ts';
import { createSettings, DEMO_LINKS } from './settings/settings.ts';
import type { StartLinks } from './settings/settings.ts';
import { createOrderHistory } from './spot/order-history.ts';
import type { SpotExchange } from './spot/spot-exchange.types.ts';
import type { WithdrawalReview } from './wallet/withdrawal-review.ts';
import { createSpotUsers } from './ws/spot-users.ts';
import type { DepthSource, FiatAdSource, SessionSource, UserSource } from './ws/sources.ts';

export interface Services {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly exchange: SpotExchange;
  readonly custody: OpenedCustody;
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly fiatAds: FiatAdSource;
  readonly users: UserSource;
  readonly sessions: SessionSource;
  readonly userDesk: UserDesk;
  /** What is remembered of the user's access tokens is read again. */
  readonly forgetAccess: (userId: number) => void;
  readonly audience: Audience;
  readonly lifecycles: Lifecycles;
  readonly withdrawalReview: WithdrawalReview;
  /** Takes mails and messages that nothing is configured for; never in production. */
  readonly mailbox: DevelopmentMailbox | undefined;
  /** For the operator's own application. */
  readonly operator: OperatorServices;
}

/** Makes the services; what must be closed is added to `opened`. */
export async function createServices(foundation: Foundation): Promise<Services> {
  const { currencies, database } = foundation;
  const base = await openBase(foundation);
  const { exchange, wire, depthBoard, market, audience, mailbox, equivalents } = base;
  const { parts: identityParts, identity, userDesk } = base.identity;
  const accounts = createAccountsService({ database, currencies, equivalents });
  const records = await openRecords(foundation, base);
  const { custody, pictures, lifecycles, userNews, desk, withdrawalReview } = records;
  return {
    handlers: createHandlers(foundation, base, records, accounts),
    authenticate: (accessToken, now) => identity.authenticate(accessToken, now),
    exchange,
    custody,
    market,
    audience,
    depth: depthBoard,
    fiatAds: records.fiatAds,
    users: userNews.joinedTo(createSpotUsers(exchange, wire)),
    lifecycles,
    withdrawalReview,
    sessions: identity,
    userDesk,
    forgetAccess: (userId) => identityParts.accessCache.dropUser(userId),
    mailbox,
    operator: createOperatorServices({
      identity: identityParts,
      currencies,
      desk,
      accounts,
      exchange,
      custody,
      pictures,
      mailbox,
      users: userDesk,
      review: withdrawalReview,
      fiat: records.operatorFiat,
      health: base.ledger.health,
      disk: base.disk,
      links: startLinks(foundation.config),
    }),
  };
}

const startLinks = ({ seed, nodeEnv, links }: Config): StartLinks =>
  seed === 'demo' && nodeEnv !== 'production' ? { ...DEMO_LINKS, ...links } : links;

function createHandlers(
  { config, database, currencies, clock }: Foundation,
  { exchange, wire, depthBoard, market, equivalents, ledger, identity }: Base,
  { custody, pictures, handlers, methodsChanged }: Records,
  accounts: AccountsService,
): Handlers {
  const { spotMarkets, forexPairs } = market;
  const { check } = identity;
  const news = createNewsService(createNewsRepo(database));
  const fixed = { password_profile: config.passwordProfile };
  const settings = createSettings(database, fixed, startLinks(config));
  const history = createOrderHistory(database);
  const faucet = custody.development?.faucet;
  const underWay = new CommandsUnderWay(clock);
  const askOutcome = createAskOutcome(underWay, storedCommands({ database, exchange, faucet }));
  const made = {
    ...createCommandHandlers(askOutcome),
    ...createIdentityHandlers(identity.identity),
    ...createMarketHandlers({ spotMarkets, forexPairs, depthBoard }),
    ...createAccountHandlers(accounts),
    ...createSpotHandlers({ exchange, wire, history, health: ledger.health }),
    ...contentHandlers({ news, settings }),
    ...createChainHandlers({ custody, currencies, faucet }),
    ...createPictureHandlers(pictures),
    ...handlers,
    ...createSecurityHandlers(identity.parts, check),
    ...createPeopleHandlers({
      database,
      settings,
      publicOrigins: config.publicOrigins,
      check,
      currencies,
      equivalents,
      markets: exchange.markets,
      pictures,
      methodsChanged,
    }),
  } satisfies Handlers;
  return noteWhileUnderWay(made, underWay);
}
