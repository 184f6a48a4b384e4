/**
 * Calls about markets, coins, the ledger, jobs, the audit log, event logs of records, the development
 * mailbox and pictures.
 */
import { ok } from '../../../../contract/result.ts';
import type { OperatorLedgerHealth } from '../../../../contract/operator/schemas/exchange.ts';
import type { Jobs } from '../../../kit/jobs/jobs.ts';
import type { DevelopmentMailbox } from '../../../kit/notify/development-mailbox.ts';
import type { AuditReader } from '../audit-reader.ts';
import type { ChainDesk } from '../chain-desk.ts';
import type { CoinDesk } from '../coin-desk.ts';
import type { LedgerDesk } from '../ledger-desk.ts';
import type { LifecycleReader } from '../lifecycle-reader.ts';
import type { MarketDesk } from '../market-desk.ts';
import type { MarketListingDesk } from '../market-listing-desk.ts';
import type { SettingDesk } from '../setting-desk.ts';
import type { PictureSource } from '../../../kit/pictures/pictures.types.ts';
import { actOf, decisionOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type ExchangeHandlers = Pick<
  OperatorHandlers,
  | 'listMarkets'
  | 'getMarketListing'
  | 'addMarket'
  | 'setMarketStatus'
  | 'closeMarketOrders'
  | 'listWalletCoins'
  | 'saveWalletCoin'
  | keyof ChainHandlers
  | 'listSettings'
  | 'saveSetting'
  | 'getLedgerHealth'
  | 'continueUnverified'
  | 'listJobs'
  | 'listAudit'
  | 'getLifecycle'
  | 'listMailbox'
  | 'readPicture'
>;

export interface ExchangeServices {
  readonly markets: MarketDesk;
  readonly listing: MarketListingDesk;
  readonly coins: CoinDesk;
  readonly chains: ChainDesk;
  readonly settings: SettingDesk;
  readonly audit: AuditReader;
  readonly pictures: PictureSource;
  readonly mailbox: Pick<DevelopmentMailbox, 'list'> | undefined;
  readonly readLifecycle: LifecycleReader;
  readonly jobs: Pick<Jobs, 'list'>;
  readonly ledger: Pick<LedgerDesk, 'continueUnverified'>;
  readLedger(): Promise<OperatorLedgerHealth>;
}

type ChainHandlers = Pick<
  OperatorHandlers,
  'listChainHalts' | 'listForeignTransactions' | 'nameForeignTransaction' | 'acknowledgeChainHalt'
>;

function createChainHandlers({ chains }: Pick<ExchangeServices, 'chains'>): ChainHandlers {
  return {
    listChainHalts: async () => ok({ halts: await chains.list() }),
    listForeignTransactions: ({ id }) => chains.listForeign(Number(id)),
    nameForeignTransaction: ({ id, revision: seen, reason, ...named }, context) =>
      chains.nameForeign({
        halt: { id: Number(id), seen, act: actOf(context), reason },
        nonce: named.nonce,
        lastNonce: named.last_nonce ?? named.nonce,
        withdrawalId: named.withdrawal_id === undefined ? null : Number(named.withdrawal_id),
        hash: named.transaction_hash ?? null,
      }),
    acknowledgeChainHalt: ({ id, revision: seen, reason }, context) =>
      chains.acknowledge({ id: Number(id), seen, act: actOf(context), reason }),
  };
}

export function createExchangeHandlers(services: ExchangeServices): ExchangeHandlers {
  const { markets, listing, coins, settings, audit, pictures, mailbox } = services;
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
    listWalletCoins: async () => ok([...(await coins.list())]),
    saveWalletCoin: (request, context) =>
      coins.save(
        {
          currencyId: request.currency_id,
          chain: request.chain,
          canDeposit: request.can_deposit,
          canWithdraw: request.can_withdraw,
          minDeposit: request.min_deposit,
          minWithdrawal: request.min_withdrawal,
          withdrawalFee: request.withdrawal_fee,
          seen: request.revision,
        },
        actOf(context),
        request.reason,
      ),
    ...createChainHandlers(services),
    listSettings: async () => ok(await settings.list()),
    saveSetting: ({ revision: seen, ...request }, context) =>
      settings.save({ ...request, seen, act: actOf(context) }),
    getLedgerHealth: async () => ok(await services.readLedger()),
    continueUnverified: (request, context) =>
      services.ledger.continueUnverified(request, actOf(context)),
    listJobs: async () => ok([...services.jobs.list()]),
    listAudit: async (query) => {
      const { operator_id: operatorId, subject_kind: subjectKind, subject_id: subjectId } = query;
      const { beyond: before, count } = spanOf(query);
      const rows = await audit.list({ operatorId, subjectKind, subjectId, before, count });
      const { shown, next } = pageOf(rows, query);
      return ok({ entries: shown, next });
    },
    getLifecycle: ({ kind, id }, { now }) => services.readLifecycle(kind, Number(id), now),
    listMailbox: async ({ recipient }) => {
      const messages = (await mailbox?.list(recipient)) ?? [];
      return ok({
        is_available: mailbox !== undefined,
        messages: messages.map(({ sentAtMs, ...message }) => ({ ...message, sent_at: sentAtMs })),
      });
    },
    readPicture: ({ id }, { operator, now }) =>
      pictures.read({
        pictureId: id,
        reader: { role: 'operator', operatorId: operator.operatorId },
        now,
      }),
  };
}
