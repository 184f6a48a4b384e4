/** Composes the services of one server from the configuration, and the handlers of the calls from the services. */
import { createAskOutcome } from '../../kit/commands/command-outcomes.ts';
import { CommandsUnderWay } from '../../kit/commands/commands-under-way.ts';
import { storedCommands } from './stored-commands.ts';
import type { Config } from '../../kit/config/config.ts';
import { createChainHandlers, type OpenedCustody } from '../../areas/custody/custody.area.ts';
import type { Foundation } from './dependencies.ts';
import type { Authenticate, Handlers } from '../../kit/http/handlers.ts';
import {
  createAccountHandlers,
  createAccountsService,
  unitOfAccount,
  type AccountsService,
  type ReserveChecks,
  type WithdrawalReview,
} from '../../areas/wallet/wallet.area.ts';
import { createCommandHandlers, noteWhileUnderWay } from '../../kit/commands/command-handlers.ts';
import { CommandRate } from '../../kit/limits/command-rate.ts';
import {
  contentHandlers,
  createNewsRepo,
  createNewsService,
} from '../../areas/content/content.area.ts';
import {
  createIdentityHandlers,
  createSecurityHandlers,
  type UserDesk,
} from '../../areas/identity/identity.area.ts';
import {
  createMarketHandlers,
  type Audience,
  type MarketSource,
  type PriceControl,
} from '../../areas/market/market.area.ts';
import {
  acknowledgeAll,
  createPeopleHandlers,
  createProductHandlers,
  type ProductRules,
} from '../../areas/people/people.area.ts';
import { createPictureHandlers } from '../../kit/pictures/picture-handlers.ts';
import {
  createOrderHistory,
  createSpotHandlers,
  type SpotExchange,
} from '../../areas/spot/spot.area.ts';
import type { RangeHead } from '../../ledger/ledger-ranges.repo.ts';
import type { Lifecycles } from '../../kit/lifecycle/lifecycles.types.ts';
import type { DevelopmentMailbox } from '../../kit/notify/development-mailbox.ts';
import { openOperator, type OperatorServices } from '../../areas/operator/operator.area.ts';
import { openContractCalls, type ContractCalls } from './contract-calls.ts';
import { openFastContracts, type FastContracts } from './fast-contracts.ts';
import { openProducts } from './products.ts';
import { openStakingServices } from './staking-services.ts';
import { openRecords, type Records } from './lifecycle-services.ts';
import { openBase, type Base } from './base-services.ts';
import { createSettings, DEMO_LINKS } from '../../kit/settings/settings.ts';
import type { StartLinks } from '../../kit/settings/settings.ts';
import { createSpotUsers } from '../../edge/ws/spot-users.ts';
import type {
  DepthSource,
  FiatAdSource,
  IndexSource,
  MarkSource,
  SessionSource,
  UserSource,
} from '../../edge/ws/sources.ts';

export interface Services {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly spot: SpotExchange;
  readonly custody: OpenedCustody;
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly fiatAds: FiatAdSource;
  readonly marks: MarkSource;
  readonly index: IndexSource;
  readonly users: UserSource;
  readonly sessions: SessionSource;
  readonly userDesk: UserDesk;
  /** Accepts the risk notices of all products for a user, for tests. */
  readonly acceptRisks: (userId: number) => Promise<void>;
  /** Drops the cached access tokens of the user, so that the next request reads them again. */
  readonly forgetAccess: (userId: number) => void;
  readonly audience: Audience;
  readonly ledgerHead: () => RangeHead;
  /** Undefined without an index log. */
  readonly indexKey: string | undefined;
  /** Undefined outside of tests. */
  readonly priceControl: PriceControl | undefined;
  readonly lifecycles: Lifecycles;
  readonly withdrawalReview: WithdrawalReview;
  readonly reserves: Pick<ReserveChecks, 'checkAll'>;
  /** Takes mails and text messages without a configured provider; never in production. */
  readonly mailbox: DevelopmentMailbox | undefined;
  /** Services of the operators' application. */
  readonly operator: OperatorServices;
}

/** Creates the services; adds everything that must be closed to `opened`. */
export async function createServices(foundation: Foundation): Promise<Services> {
  const { currencies, database } = foundation;
  const base = await openBase(foundation);
  const { spot, wire, depthBoard, market, audience, mailbox, equivalents } = base;
  const { parts: identityParts, identity, userDesk } = base.identity;
  const accounts = createAccountsService({ database, currencies, equivalents });
  // Orders of an earlier run end as soon as possible, while the services of records open.
  const [records, fastContracts] = await Promise.all([
    openRecords(foundation, base),
    openFastContracts(foundation, base),
  ]);
  const { custody, pictures, lifecycles, userUpdates, desk, withdrawalReview, ofHalts } = records;
  const staking = await openStakingServices(foundation, base, records);
  const limits = limitsOf(foundation, records);
  const contracts = await openContractCalls(foundation, base, limits);
  const fastHandlers = fastContracts.createHandlers(limits);
  const parts = { ...limits, accounts, contracts, fastContracts, fastHandlers, staking };
  base.ledger.begin();
  return {
    handlers: createHandlers(foundation, base, records, parts),
    authenticate: (accessToken, now) => identity.authenticate(accessToken, now),
    spot,
    custody,
    market,
    audience,
    priceControl: base.priceControl,
    ledgerHead: () => base.ledger.head(),
    indexKey: base.priceIndex.publicKey,
    depth: depthBoard,
    fiatAds: records.fiatAds,
    marks: contracts.marks,
    index: base.priceIndex.source,
    users: userUpdates.joinedTo(
      fastContracts.joinedTo(contracts.joinedTo(createSpotUsers(spot, wire))),
    ),
    lifecycles,
    withdrawalReview,
    reserves: ofHalts.reserves,
    sessions: identity,
    userDesk,
    acceptRisks: (userId) => acknowledgeAll(database, userId, foundation.clock.now()),
    forgetAccess: (userId) => identityParts.accessCache.dropUser(userId),
    mailbox,
    operator: await openOperator({
      identity: identityParts,
      currencies,
      desk,
      accounts,
      commands: spot,
      view: spot,
      openAdded: base.openAdded,
      contracts: base.contractDesk,
      micro: fastContracts.desk,
      offerings: records.offerings,
      worthInLimit: (amount, currency) =>
        equivalents.inLimit(amount, currency, unitOfAccount(currencies)),
      custody,
      pictures,
      mailbox,
      users: userDesk,
      review: withdrawalReview,
      ...ofHalts,
      fiat: records.operatorFiat,
      ledger: base.ledger,
      disk: base.disk,
      jobs: foundation.jobs,
      links: startLinks(foundation.config),
    }),
  };
}

/** The limits of contracts and fast contracts, which share the rate of commands. */
const limitsOf = (foundation: Foundation, { owing }: Records) => ({
  owing,
  rate: new CommandRate(foundation.config.orderCommandsPerS),
  products: openProducts(foundation),
});

const startLinks = ({ seed, nodeEnv, links }: Config): StartLinks =>
  seed === 'demo' && nodeEnv !== 'production' ? { ...DEMO_LINKS, ...links } : links;

interface HandlerParts {
  readonly accounts: AccountsService;
  readonly staking: Awaited<ReturnType<typeof openStakingServices>>;
  readonly contracts: ContractCalls;
  readonly fastContracts: FastContracts;
  readonly fastHandlers: ReturnType<FastContracts['createHandlers']>;
  readonly products: ProductRules;
  /** Limit of the commands on spot and contract orders together. */
  readonly rate: CommandRate;
}

function createHandlers(
  { config, database, currencies, clock }: Foundation,
  { spot, lever, wire, depthBoard, bands, market, equivalents, ledger, identity, priceIndex }: Base,
  { custody, owing, pictures, handlers, methodsChanged }: Records,
  { accounts, contracts, fastContracts, fastHandlers, products, rate, staking }: HandlerParts,
): Handlers {
  const { spotMarkets, forexPairs } = market;
  const { check } = identity;
  const news = createNewsService(createNewsRepo(database));
  const fixed = {
    password_profile: config.passwordProfile,
    lever_profile: config.leverProfile,
    micro_trading: config.isMicroOffered ? 'on' : 'off',
  };
  const settings = createSettings(database, fixed, startLinks(config));
  const history = createOrderHistory(database);
  const faucet = custody.development?.faucet;
  const underWay = new CommandsUnderWay(clock);
  const askOutcome = createAskOutcome(
    underWay,
    storedCommands({ database, spot, lever, micro: fastContracts.commands, faucet }),
  );
  const made = {
    ...createCommandHandlers(askOutcome),
    ...createIdentityHandlers(identity.identity, identity.ownerHold),
    ...createMarketHandlers({ spotMarkets, forexPairs, depthBoard, bands }),
    ...createAccountHandlers(accounts),
    ...createSpotHandlers({
      commands: spot,
      view: spot,
      wire,
      history,
      health: ledger.health,
      owing,
      rate,
    }),
    ...contracts.handlers,
    ...fastHandlers,
    ...staking.handlers,
    ...priceIndex.handlers,
    ...createProductHandlers(products),
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
      markets: spot.markets,
      pictures,
      methodsChanged,
    }),
  } satisfies Handlers;
  return noteWhileUnderWay(made, underWay);
}
