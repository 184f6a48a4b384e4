/** Reports an intervening change to an operator who decides on an outdated record. */
import type {
  OPERATOR_ENDPOINTS,
  OperatorEndpointName,
} from '../../../contract/operator/endpoints.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import { refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import { StaleRevisionError } from './audit-trail.ts';
import { findMeanwhile, findRevision } from './revisions.repo.ts';
import type { Subject } from './revisions.repo.ts';
import type { OperatorHandlers } from './operator-handlers.ts';

/** Calls that change a record. */
type AuditedName = {
  [N in OperatorEndpointName]: (typeof OPERATOR_ENDPOINTS)[N] extends { isAudited: true }
    ? N
    : never;
}[OperatorEndpointName];
type Id = { readonly id: number | string };

const review = ({ id }: Id): Subject => ['review', id];
const withdrawal = ({ id }: Id): Subject => ['withdrawal', id];
const dispute = ({ id }: Id): Subject => ['fiat_order', id];
const user = ({ id }: Id): Subject => ['user', id];
const news = ({ id }: Id): Subject => ['news', id];
/** The ledger while it is not verified, as the audit log names it. */
export const UNVERIFIED: Subject = ['ledger', 'unverified'];
const market = ({ id }: Id): Subject => ['market', id];

/** The list of trading pairs, for what is added to it. */
export const MARKETS: Subject = ['market', 'list'];

/** Pool and insurance fund of contracts, as the audit log names them. */
export const LEVER_FUND: Subject = ['lever_fund', 'contracts'];
/** The contract markets that operators ask for, as the audit log names them. */
export const LEVER_LISTING: Subject = ['lever_listing', 'contracts'];
/** Pool of fast contracts, and the fund of savings, as the audit log names them. */
export const MICRO_FUND: Subject = ['micro_fund', 'pool'];
export const STAKING_FUND: Subject = ['staking_fund', 'fund'];
/** The list of token offerings, for new drafts, and the tokens of issuers, as the audit log names them. */
export const OFFERINGS: Subject = ['offering', 'list'];
export const OFFERING_FUND: Subject = ['offering_fund', 'tokens'];
const offering = ({ id }: Id): Subject => ['offering', id];
/** The lists of products, for what is added to them. */
export const MICRO_PRODUCTS: Subject = ['micro_product', 'list'];
export const STAKING_PRODUCTS: Subject = ['staking_product', 'list'];
const microProduct = ({ id }: Id): Subject => ['micro_product', id];
const stakingProduct = ({ id }: Id): Subject => ['staking_product', id];
const leverMarket = ({ id }: Id): Subject => ['lever_market', id];

/** The record of each call; undefined for a new one. */
const SUBJECTS: {
  readonly [N in AuditedName]: (request: OperatorRequestOf<N>) => Subject | undefined;
} = {
  decideVerification: review,
  approveWithdrawal: withdrawal,
  releaseWithdrawal: withdrawal,
  rejectWithdrawal: withdrawal,
  resolveWithdrawal: withdrawal,
  replyFeedback: ({ id }) => ['feedback', id],
  writeDisputeMessage: dispute,
  awardDispute: dispute,
  removeFiatAd: ({ id }) => ['fiat_ad', id],
  disableUser: user,
  enableUser: user,
  removeAuthenticator: user,
  setAgent: user,
  saveNews: ({ id }) => (id === undefined ? undefined : news({ id })),
  publishNews: news,
  withdrawNews: news,
  addMarket: () => MARKETS,
  setMarketStatus: market,
  closeMarketOrders: market,
  askLeverFunding: () => LEVER_FUND,
  approveLeverFunding: () => LEVER_FUND,
  withdrawLeverFunding: () => LEVER_FUND,
  askLeverMarket: () => LEVER_LISTING,
  approveLeverMarket: () => LEVER_LISTING,
  withdrawLeverMarket: () => LEVER_LISTING,
  setLeverMarketStatus: leverMarket,
  saveLeverTerms: leverMarket,
  windDownLeverMarket: leverMarket,
  keepLeverMarket: leverMarket,
  setMicroProductStatus: microProduct,
  saveMicroTerms: microProduct,
  addMicroProduct: () => MICRO_PRODUCTS,
  askMicroFunding: () => MICRO_FUND,
  approveMicroFunding: () => MICRO_FUND,
  withdrawMicroFunding: () => MICRO_FUND,
  setStakingProductState: stakingProduct,
  saveStakingTerms: stakingProduct,
  addStakingProduct: () => STAKING_PRODUCTS,
  askStakingFunding: () => STAKING_FUND,
  approveStakingFunding: () => STAKING_FUND,
  withdrawStakingFunding: () => STAKING_FUND,
  saveOffering: ({ id }) => (id === undefined ? OFFERINGS : offering({ id })),
  publishOffering: offering,
  cancelOffering: offering,
  askOfferingFunding: () => OFFERING_FUND,
  approveOfferingFunding: () => OFFERING_FUND,
  withdrawOfferingFunding: () => OFFERING_FUND,
  saveSetting: ({ key }) => ['setting', key],
  nameForeignTransaction: ({ id }) => ['chain_halt', id],
  acknowledgeChainHalt: ({ id }) => ['chain_halt', id],
  continueUnverified: () => UNVERIFIED,
  saveWalletCoin: ({ currency_id: id, chain }) => ['wallet_coin', `${id}:${chain}`],
};

type Handle = (request: unknown, context: unknown) => Promise<Result<unknown>>;

/**
 * Wraps the handlers: a refusal, or a rollback because another operator acted first, becomes
 * `record_changed` when the record is at another revision than the operator saw. The call has changed
 * nothing then.
 */
export function reportingChanges(database: Database, handlers: OperatorHandlers): OperatorHandlers {
  const reporting = Object.entries(SUBJECTS).map(([name, subjectOf]) => {
    const handle = handlers[name as AuditedName] as unknown as Handle;
    const guarded: Handle = async (request, context) => {
      const subject = subjectOf(request as never);
      const { revision: seen } = request as { readonly revision?: number };
      if (subject === undefined || seen === undefined) return handle(request, context);
      try {
        const answer = await handle(request, context);
        return answer.ok ? answer : await refusalOf(database, subject, seen, answer);
      } catch (error) {
        if (!(error instanceof StaleRevisionError)) throw error;
        return refusalOf(database, subject, seen, refuse('record_changed'));
      }
    };
    return [name, guarded];
  });
  return { ...handlers, ...Object.fromEntries(reporting) };
}

async function refusalOf(
  database: Database,
  subject: Subject,
  seen: number,
  refusal: Refusal,
): Promise<Refusal> {
  // The call has changed nothing, and the last line of the audit log may be its own, because it was
  // written before.
  if (refusal.error === 'service_unavailable') return refusal;
  if (refusal.error !== 'record_changed') {
    const present = await findRevision(database, subject);
    if (present === undefined || present === seen) return refusal;
  }
  const meanwhile = await findMeanwhile(database, subject, seen);
  return { ...refuse('record_changed'), ...(meanwhile && { meanwhile }) };
}
