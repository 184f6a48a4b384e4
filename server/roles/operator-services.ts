/** What operators work with, put together: their sessions, the desks of every kind, and the handlers of their calls. */
import { formatUnits } from '../../contract/money/decimal.ts';
import type { OperatorLedgerHealth } from '../../contract/operator/schemas/exchange.ts';
import type { DiskRoom } from '../../contract/operator/schemas/disk.ts';
import type { OpenedCustody } from '../areas/custody/open-custody.ts';
import type { Database } from '../kit/db/database.ts';
import type { Desk } from './desk.ts';
import { GB, type DiskFacts, type DiskWatch } from '../kit/process/disk-watch.ts';
import { createExchangeHandlers } from '../areas/operator/handlers/exchange.ts';
import { createFiatHandlers } from '../areas/operator/handlers/fiat.ts';
import { createNewsHandlers } from '../areas/operator/handlers/news.ts';
import { createPeopleHandlers } from '../areas/operator/handlers/people.ts';
import { createReviewHandlers } from '../areas/operator/handlers/reviews.ts';
import { createSessionHandlers } from '../areas/operator/handlers/session.ts';
import type { AuthenticateOperator } from '../edge/http/operator/identify-operator.ts';
import type { OperatorHandlers } from '../areas/operator/operator-handlers.ts';
import { tellingMeanwhile } from '../areas/operator/told-meanwhile.ts';
import type { IdentityParts } from '../areas/identity/service-parts.ts';
import type { UserDesk } from '../areas/identity/user-desk.ts';
import type { AccountsService } from '../areas/wallet/accounts-service.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { LedgerHealth } from '../ledger/ledger-watch.ts';
import { sumAccounts } from '../ledger/ledger.repo.ts';
import { createNewsDesk } from '../areas/content/news-desk.ts';
import type { DevelopmentMailbox } from '../kit/notify/development-mailbox.ts';
import { createAuditReader } from '../areas/operator/audit-reader.ts';
import { AdDesk } from '../areas/operator/ad-desk.ts';
import type { AdDeskParts } from '../areas/operator/ad-desk.ts';
import { CoinDesk } from '../areas/operator/coin-desk.ts';
import { DisputeDesk } from '../areas/operator/dispute-desk.ts';
import type { DisputeDeskParts } from '../areas/operator/dispute-desk.ts';
import { createFeedbackDesk } from '../areas/operator/feedback-desk.ts';
import { createLifecycleReader } from '../areas/operator/lifecycle-reader.ts';
import { MarketDesk } from '../areas/operator/market-desk.ts';
import { authenticateOperator, signOutOperator } from '../areas/operator/operator-sessions.ts';
import { OperatorSignIn } from '../areas/operator/operator-sign-in.ts';
import { countWaiting } from '../areas/operator/queues.repo.ts';
import { createReviewDesk } from '../areas/operator/review-desk.ts';
import { createSettingDesk } from '../areas/operator/setting-desk.ts';
import { WithdrawalDesk } from '../areas/operator/withdrawal-desk.ts';
import type { PictureSource } from '../kit/pictures/pictures.types.ts';
import type { StartLinks } from '../kit/settings/settings.ts';
import type { SpotExchange } from '../areas/spot/spot-exchange.types.ts';
import { publishedRules } from '../areas/wallet/wallet-rules.ts';
import { createWalletWire } from '../areas/wallet/wallet-wire.ts';
import { unitOfAccount } from '../areas/wallet/withdrawable.ts';
import type { WithdrawalReview } from '../areas/wallet/withdrawal-review.ts';

/** What fiat trading lets operators do. */
export type OperatorFiat = Omit<AdDeskParts & DisputeDeskParts, 'database' | 'currencies'>;

export interface OperatorParts {
  readonly identity: IdentityParts;
  readonly currencies: Currencies;
  readonly users: UserDesk;
  readonly desk: Desk;
  readonly review: WithdrawalReview;
  readonly accounts: AccountsService;
  readonly exchange: SpotExchange;
  readonly custody: OpenedCustody;
  readonly pictures: PictureSource;
  readonly fiat: OperatorFiat;
  readonly health: LedgerHealth;
  readonly disk: Pick<DiskWatch, 'facts'>;
  readonly links: StartLinks;
  readonly mailbox: DevelopmentMailbox | undefined;
}

export interface OperatorServices {
  readonly handlers: OperatorHandlers;
  readonly authenticate: AuthenticateOperator;
}

export function createOperatorServices(parts: OperatorParts): OperatorServices {
  const { currencies, desk, health, custody } = parts;
  const { database } = parts.identity;
  const wire = createWalletWire(currencies, publishedRules(unitOfAccount(currencies)));
  const { kyc } = desk;
  const withdrawals = new WithdrawalDesk({ database, review: parts.review, wire, currencies });
  return {
    authenticate: (...asked) => authenticateOperator(database, ...asked),
    handlers: tellingMeanwhile(database, {
      ...createSessionHandlers({
        signIn: new OperatorSignIn(parts.identity),
        signOut: (operator, now) => signOutOperator(database, operator, now),
        countQueues: async () => ({
          ...(await countWaiting(database)),
          damaged_withdrawals: (await parts.review.listDamaged()).length,
          is_ledger_sound: health.isSound(),
          disk: diskRoomOf(parts.disk.facts()),
        }),
      }),
      ...createReviewHandlers({
        reviews: createReviewDesk(database, kyc),
        withdrawals,
      }),
      ...createFiatHandlers({
        disputes: new DisputeDesk({ ...parts.fiat, database, currencies }),
        ads: new AdDesk({ ...parts.fiat, database, currencies }),
      }),
      ...createPeopleHandlers({
        ...parts,
        database,
        kyc,
        feedback: createFeedbackDesk(database, desk.feedback),
      }),
      ...createNewsHandlers(database, createNewsDesk(database)),
      ...createExchangeHandlers({
        ...parts,
        markets: new MarketDesk({ ...parts, database }),
        coins: new CoinDesk({ database, currencies, custody }),
        settings: createSettingDesk(database, parts.links),
        audit: createAuditReader(database),
        readLifecycle: createLifecycleReader(database),
        readLedger: async () => ({
          ...(await readLedger(database, currencies, health)),
          disk: diskRoomOf(parts.disk.facts()),
        }),
      }),
    }),
  };
}

async function readLedger(
  database: Database,
  currencies: Currencies,
  health: LedgerHealth,
): Promise<Omit<OperatorLedgerHealth, 'disk'>> {
  const sums = await sumAccounts(database);
  return {
    is_sound: health.isSound(),
    faults: [...health.faults()],
    totals: sums.map(({ currencyId, sum, frozen }) => {
      const { code = String(currencyId), scale = 0 } = currencies.byId(currencyId) ?? {};
      return {
        currency_code: code,
        sum: formatUnits(sum, scale),
        frozen: formatUnits(frozen, scale),
      };
    }),
  };
}

const diskRoomOf = ({ freeBytes, warningBytes, isLow }: DiskFacts): DiskRoom => ({
  free_gb: freeBytes === null ? null : gigabytes(freeBytes),
  warning_gb: gigabytes(warningBytes),
  is_low: isLow,
});

/** Down to 10 MB; less room counts as none. */
const gigabytes = (bytes: number): string => String(Math.floor((bytes / GB) * 100) / 100);
