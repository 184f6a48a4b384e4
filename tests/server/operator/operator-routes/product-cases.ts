/** The changes of fast contracts and savings, of their products and of the funds behind them. */
import type { OperatorEndpointName } from '../../../../contract/operator/endpoints.ts';
import { offeringTerms } from '../../../support/ieo/offering-terms.ts';
import { queryServer } from '../../../support/databases/server-database.ts';
import { UNKNOWN, type AuditedCase } from './audited-case.ts';
import type { OperatorWorld } from './operator-world.ts';

const offering = ({ draftId }: OperatorWorld) => ['offering', draftId] as const;
const microProduct = ({ microProductId }: OperatorWorld) =>
  ['micro_product', microProductId] as const;
const stakingProduct = ({ stakingProductId }: OperatorWorld) =>
  ['staking_product', stakingProductId] as const;
const microFund = () => ['micro_fund', 'pool'] as const;
const stakingFund = () => ['staking_fund', 'fund'] as const;
const offeringFund = () => ['offering_fund', 'tokens'] as const;
const MICRO_TERMS = {
  profit_ppm: '800000',
  loss_ppm: '900000',
  stake_min: '2',
  stake_max: '500',
  owner_limit: '1000',
  side_limit: '50000',
  skew_limit: '10000',
};
const STAKING_TERMS = {
  daily_ppb: '100000',
  amount_min: '10',
  amount_max: '20000',
  user_max: '30000',
  quota: '3000000',
};

export const PRODUCT_CASES = {
  setMicroProductStatus: {
    request: ({ microProductId }) => ({ id: microProductId, status: 'halted' }),
    action: 'micro_product.set_status',
    subject: microProduct,
    unknown: { request: { id: '99999', status: 'halted' }, error: 'micro_product_not_found' },
    again: 'not_changed',
  },
  saveMicroTerms: {
    request: ({ microProductId }) => ({ id: microProductId, ...MICRO_TERMS }),
    action: 'micro_product.save_terms',
    subject: microProduct,
    unknown: { request: { id: '99999', ...MICRO_TERMS }, error: 'micro_product_not_found' },
    again: 'not_changed',
  },
  addMicroProduct: {
    request: () => ({ instrument: 'BTC/USDT', seconds: '45', ...MICRO_TERMS }),
    action: 'micro_product.add',
    subject: () => ['micro_product', 'list'],
    unknown: {
      request: { instrument: 'NO/USDT', seconds: '45', ...MICRO_TERMS },
      error: 'micro_product_not_found',
    },
    again: 'not_changed',
  },
  askMicroFunding: {
    request: () => ({ amount: '-1000' }),
    action: 'micro_fund.ask',
    subject: microFund,
  },
  approveMicroFunding: {
    request: ({ microChangeIds: [id = ''] }) => ({ id }),
    action: 'micro_fund.approve',
    subject: microFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  withdrawMicroFunding: {
    request: ({ microChangeIds: [, id = ''] }) => ({ id }),
    action: 'micro_fund.withdraw',
    subject: microFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  setStakingProductState: {
    request: ({ stakingProductId }) => ({ id: stakingProductId, state: 'closed' }),
    action: 'staking_product.set_state',
    subject: stakingProduct,
    unknown: { request: { id: '99999', state: 'closed' }, error: 'staking_product_not_found' },
    again: 'not_changed',
  },
  saveStakingTerms: {
    request: ({ stakingProductId }) => ({ id: stakingProductId, ...STAKING_TERMS }),
    action: 'staking_product.save_terms',
    subject: stakingProduct,
    unknown: { request: { id: '99999', ...STAKING_TERMS }, error: 'staking_product_not_found' },
    again: 'not_changed',
  },
  addStakingProduct: {
    request: () => ({ currency_id: '1', cycle_days: '14', ...STAKING_TERMS }),
    action: 'staking_product.add',
    subject: () => ['staking_product', 'list'],
    unknown: {
      request: { currency_id: '999999', cycle_days: '14', ...STAKING_TERMS },
      error: 'currency_not_found',
    },
  },
  askStakingFunding: {
    request: () => ({ currency_id: '1', amount: '-10' }),
    action: 'staking_fund.ask',
    subject: stakingFund,
    unknown: { request: { currency_id: '999999', amount: '1' }, error: 'currency_not_found' },
  },
  approveStakingFunding: {
    request: ({ stakingChangeIds: [id = ''] }) => ({ id }),
    action: 'staking_fund.approve',
    subject: stakingFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  withdrawStakingFunding: {
    request: ({ stakingChangeIds: [, id = ''] }) => ({ id }),
    action: 'staking_fund.withdraw',
    subject: stakingFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  saveOffering: {
    request: ({ draftId, tokenIds }) => ({ id: draftId, ...offeringTerms(tokenIds) }),
    action: 'offering.save',
    subject: offering,
    unknown: {
      request: { ...UNKNOWN, ...offeringTerms({ token: '1', pay: '2' }) },
      error: 'offering_not_found',
    },
    again: 'not_changed',
  },
  // Its tokens are free for the draft from then on.
  cancelOffering: {
    request: ({ announcedId }) => ({ id: announcedId }),
    action: 'offering.cancel',
    subject: ({ announcedId }) => ['offering', announcedId],
    unknown: { request: UNKNOWN, error: 'offering_not_found' },
    again: 'already_decided',
  },
  publishOffering: {
    request: ({ draftId }) => ({ id: draftId }),
    action: 'offering.publish',
    subject: offering,
    unknown: { request: UNKNOWN, error: 'offering_not_found' },
    again: 'already_decided',
    // No operator publishes terms that are their own.
    prepare: async (server) => {
      await queryServer(server, "update ieo_offerings set saved_by = null where phase = 'draft'");
      return async () => {};
    },
  },
  askOfferingFunding: {
    request: ({ tokenIds }) => ({ currency_id: tokenIds.token, amount: '10' }),
    action: 'offering_fund.ask',
    subject: offeringFund,
    unknown: { request: { currency_id: '999999', amount: '1' }, error: 'currency_not_found' },
  },
  approveOfferingFunding: {
    request: ({ offeringChangeIds: [id = ''] }) => ({ id }),
    action: 'offering_fund.approve',
    subject: offeringFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  withdrawOfferingFunding: {
    request: ({ offeringChangeIds: [, id = ''] }) => ({ id }),
    action: 'offering_fund.withdraw',
    subject: offeringFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
} as const satisfies Partial<Record<OperatorEndpointName, AuditedCase>>;
