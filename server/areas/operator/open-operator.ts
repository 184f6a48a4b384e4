/** Composition of the operator services: their sessions, all desks, and the handlers of their calls. */
import type { DiskRoom } from '../../../contract/operator/schemas/disk.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { DevelopmentMailbox } from '../../kit/notify/development-mailbox.ts';
import type { PictureSource } from '../../kit/pictures/pictures.types.ts';
import { GB, type DiskFacts, type DiskWatch } from '../../kit/process/disk-watch.ts';
import type { StartLinks } from '../../kit/settings/settings.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { createNewsDesk } from '../content/content.area.ts';
import type { OpenedCustody } from '../custody/custody.area.ts';
import type { FeedbackService } from '../feedback/feedback.area.ts';
import type { IdentityParts, UserDesk } from '../identity/identity.area.ts';
import type { OfferingCommands } from '../ieo/ieo.area.ts';
import type { LeverView } from '../lever/lever.area.ts';
import type { MicroDeskCommands, MicroDeskView } from '../micro/micro.area.ts';
import type { VerificationService } from '../verification/verification.area.ts';
import {
  createWalletWire,
  publishedRules,
  unitOfAccount,
  type AccountsService,
  type ForeignNaming,
  type ReserveChecks,
  type WithdrawalReview,
} from '../wallet/wallet.area.ts';
import { AdDesk } from './ad-desk.ts';
import type { AdDeskParts } from './ad-desk.ts';
import { createAuditReader } from './audit-reader.ts';
import { ChainDesk } from './chain-desk.ts';
import { CoinDesk } from './coin-desk.ts';
import { DisputeDesk } from './dispute-desk.ts';
import type { DisputeDeskParts } from './dispute-desk.ts';
import { createFeedbackDesk } from './feedback-desk.ts';
import { createNewsHandlers } from './handlers/content.ts';
import { createCustodyDeskHandlers } from './handlers/custody.ts';
import { createExchangeHandlers } from './handlers/exchange.ts';
import { createFeedbackDeskHandlers } from './handlers/feedback.ts';
import { createMicroDeskHandlers } from './handlers/micro.ts';
import { createFiatHandlers } from './handlers/fiat.ts';
import { createLeverDeskHandlers } from './handlers/lever.ts';
import { createMarketDeskHandlers } from './handlers/market.ts';
import { createOfferingDeskHandlers } from './handlers/ieo.ts';
import { createReviewHandlers } from './handlers/verification.ts';
import { createSessionHandlers } from './handlers/session.ts';
import { createStakingDeskHandlers } from './handlers/staking.ts';
import { createUserDeskHandlers } from './handlers/identity.ts';
import { createWithdrawalDeskHandlers } from './handlers/wallet.ts';
import { LedgerDesk, type LedgerDeskParts } from './ledger-desk.ts';
import { LeverMarketDesk } from './lever-market-desk.ts';
import type { LeverMarketDeskParts } from './lever-market-desk.ts';
import { LeverFundDesk } from './lever-fund-desk.ts';
import type { LeverFundDeskParts } from './lever-fund-desk.ts';
import type { WorthInLimit } from './fund-desk.ts';
import { openFundDesks } from './fund-desks.ts';
import { LeverListingDesk } from './lever-listing-desk.ts';
import type { LeverListingDeskParts } from './lever-listing-desk.ts';
import { createLifecycleReader } from './lifecycle-reader.ts';
import { MarketDesk, type MarketDeskParts } from './market-desk.ts';
import { MarketListingDesk, type MarketListingParts } from './market-listing-desk.ts';
import type { OperatorHandlers } from './operator-handlers.ts';
import { authenticateOperator, signOutOperator } from './operator-sessions.ts';
import type { OperatorAuthenticateError, SignedInOperator } from './operator-sessions.ts';
import { OperatorSignIn } from './operator-sign-in.ts';
import { countWaiting } from './queues.repo.ts';
import { createReviewDesk } from './review-desk.ts';
import { createSettingDesk } from './setting-desk.ts';
import { reportingChanges } from './report-changes.ts';
import { WithdrawalDesk } from './withdrawal-desk.ts';

/** The services of fiat trading for operators. */
type OperatorFiat = Omit<AdDeskParts & DisputeDeskParts, 'database' | 'currencies'>;

interface OperatorParts {
  readonly identity: IdentityParts;
  readonly currencies: Currencies;
  readonly users: UserDesk;
  readonly desk: { readonly verification: VerificationService; readonly feedback: FeedbackService };
  readonly foreign: ForeignNaming;
  readonly reserves: Pick<ReserveChecks, 'acceptMissing'>;
  readonly review: WithdrawalReview;
  readonly accounts: AccountsService;
  readonly commands: MarketDeskParts['commands'];
  readonly view: MarketDeskParts['view'];
  readonly openAdded: MarketListingParts['openAdded'];
  readonly contracts: Omit<
    LeverMarketDeskParts & LeverFundDeskParts & LeverListingDeskParts,
    'database'
  >;
  readonly micro: MicroDeskCommands & MicroDeskView;
  readonly offerings: OfferingCommands;
  readonly worthInLimit: WorthInLimit;
  readonly custody: OpenedCustody;
  readonly pictures: PictureSource;
  readonly fiat: OperatorFiat;
  readonly ledger: LedgerDeskParts['ledger'];
  readonly disk: Pick<DiskWatch, 'facts'>;
  readonly jobs: Pick<Jobs, 'list'>;
  readonly links: StartLinks;
  readonly mailbox: DevelopmentMailbox | undefined;
}

export interface OperatorServices {
  readonly handlers: OperatorHandlers;
  authenticate(
    token: string,
    now: EpochMs,
    isUnbidden: boolean,
  ): Promise<Result<SignedInOperator, OperatorAuthenticateError>>;
}

export async function openOperator(parts: OperatorParts): Promise<OperatorServices> {
  const { currencies, desk, ledger, custody } = parts;
  const { database } = parts.identity;
  const inLedger = { database, currencies };
  const wire = createWalletWire(currencies, publishedRules(unitOfAccount(currencies)));
  const funds = new LeverFundDesk({ ...parts.contracts, database });
  await funds.bookApproved();
  const listings = new LeverListingDesk({ ...parts.contracts, database });
  await listings.openApproved();
  const { settlement } = parts.contracts;
  const microParts = { database, commands: parts.micro, view: parts.micro, settlement };
  const fundDesks = await openFundDesks({ ...parts, database, clock: parts.contracts.clock });
  const ledgerDesk = new LedgerDesk({ ...inLedger, ledger });
  const withdrawals = new WithdrawalDesk({ database, review: parts.review, wire, currencies });
  return {
    authenticate: (...asked) => authenticateOperator(database, ...asked),
    handlers: reportingChanges(database, {
      ...createSessionHandlers({
        signIn: new OperatorSignIn(parts.identity),
        signOut: (operator, now) => signOutOperator(database, operator, now),
        countQueues: async () => ({
          ...(await countWaiting(database)),
          ...poolStateOf(parts.contracts.view.house()),
          damaged_withdrawals: (await parts.review.listDamaged()).length,
          halted_chains: new Set((await custody.health.list()).map(({ chain }) => chain)).size,
          ledger: ledgerDesk.state(),
          disk: diskRoomOf(parts.disk.facts()),
        }),
      }),
      ...createReviewHandlers(createReviewDesk(database, desk.verification)),
      ...createWithdrawalDeskHandlers(withdrawals),
      ...createFiatHandlers({
        disputes: new DisputeDesk({ ...parts.fiat, ...inLedger }),
        ads: new AdDesk({ ...parts.fiat, ...inLedger }),
      }),
      ...createUserDeskHandlers({ ...parts, database, verification: desk.verification }),
      ...createFeedbackDeskHandlers(createFeedbackDesk(database, desk.feedback)),
      ...createNewsHandlers(database, createNewsDesk(database)),
      ...createLeverDeskHandlers(
        new LeverMarketDesk({ ...parts.contracts, database }),
        funds,
        listings,
      ),
      ...createMicroDeskHandlers(microParts, fundDesks.microPool),
      ...createStakingDeskHandlers(inLedger, fundDesks.stakingFund),
      ...createOfferingDeskHandlers({ ...inLedger, commands: parts.offerings }, fundDesks),
      ...createMarketDeskHandlers({
        markets: new MarketDesk({ ...parts, database }),
        listing: new MarketListingDesk({ ...parts, database }),
      }),
      ...createCustodyDeskHandlers({
        chains: new ChainDesk({ ...parts, database }),
        coins: new CoinDesk({ database, currencies, custody }),
      }),
      ...createExchangeHandlers({
        ...parts,
        settings: createSettingDesk(database, parts.links),
        audit: createAuditReader(database),
        ledger: ledgerDesk,
        readLifecycle: createLifecycleReader(database),
        readLedger: async () => ({
          ...(await ledgerDesk.read()),
          disk: diskRoomOf(parts.disk.facts()),
        }),
      }),
    }),
  };
}

const poolStateOf = ({ guard, pool }: ReturnType<LeverView['house']>) => ({
  lever_guard: guard,
  is_lever_pool_in_debt: pool < 0n,
});

const diskRoomOf = ({ freeBytes, warningBytes, isLow }: DiskFacts): DiskRoom => ({
  free_gb: freeBytes === null ? null : gigabytes(freeBytes),
  warning_gb: gigabytes(warningBytes),
  is_low: isLow,
});

/** Formats bytes as gigabytes, rounded down to 10 MB; less than that is zero. */
const gigabytes = (bytes: number): string => String(Math.floor((bytes / GB) * 100) / 100);
