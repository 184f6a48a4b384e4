/** Every machine of the QA tool, in the order of its lists. */
import type { LifecycleKind } from '../../contract/lifecycle-kinds.ts';
import type { MachineModel } from './model.ts';
import { allocationCheckModel } from './allocation-check.model.ts';
import { commandOutcomeModel } from './command-outcome.model.ts';
import { contractMarketOrderModel } from './contract-market-order.model.ts';
import { contractOrderModel } from './contract-order.model.ts';
import { contractRiskModel } from './contract-risk.model.ts';
import { belowMinimumModel, depositModel } from './deposit.model.ts';
import { fiatAdModel, fiatBuyAdModel } from './fiat-ad.model.ts';
import { fiatOrderModel } from './fiat-order.model.ts';
import { feedbackTicketModel } from './feedback-ticket.model.ts';
import { indexPulseModel } from './index-pulse.model.ts';
import { kycReviewModel } from './kyc-review.model.ts';
import { operatorSessionModel } from './operator-session.model.ts';
import { orderTicketModel } from './order-ticket.model.ts';
import { passwordResetModel } from './password-reset.model.ts';
import { pushOptInModel } from './push-opt-in.model.ts';
import { queryModel } from './query.model.ts';
import { recordActionModel } from './record-action.model.ts';
import { registrationModel } from './registration.model.ts';
import { sessionModel } from './session.model.ts';
import { microOrderModel } from './micro-order.model.ts';
import { ieoOfferingModel } from './ieo-offering.model.ts';
import { ieoSubscriptionModel } from './ieo-subscription.model.ts';
import { settlementCheckModel } from './settlement-check.model.ts';
import { signInModel } from './sign-in.model.ts';
import { socketConnectionModel } from './socket-connection.model.ts';
import { spotMarketBuyModel, spotOrderModel } from './spot-order.model.ts';
import { stakingPositionModel } from './staking-position.model.ts';
import { keyedSubmissionModel, submissionModel } from './submission.model.ts';
import { pushedRecordsModel } from './pushed-records.model.ts';
import { unreadMessagesModel } from './unread-messages.model.ts';
import { uploadModel } from './upload.model.ts';
import { smallWithdrawal, withdrawalModel } from './withdrawal.model.ts';

/**
 * Models of records with a lifecycle: one per kind, or more if some situations need an input of
 * their own.
 */
export const RECORD_MODELS = {
  'spot-order': [spotOrderModel, spotMarketBuyModel],
  'contract-order': [contractOrderModel, contractMarketOrderModel],
  'micro-order': [microOrderModel],
  deposit: [depositModel, belowMinimumModel],
  withdrawal: [withdrawalModel, smallWithdrawal],
  'kyc-review': [kycReviewModel],
  'feedback-ticket': [feedbackTicketModel],
  'fiat-ad': [fiatAdModel, fiatBuyAdModel],
  'fiat-order': [fiatOrderModel],
  'staking-position': [stakingPositionModel],
  'ieo-offering': [ieoOfferingModel],
  'ieo-subscription': [ieoSubscriptionModel],
} satisfies Record<LifecycleKind, readonly MachineModel[]>;

export const MODELS: readonly MachineModel[] = [
  sessionModel,
  socketConnectionModel,
  signInModel,
  registrationModel,
  passwordResetModel,
  queryModel,
  orderTicketModel,
  submissionModel,
  keyedSubmissionModel,
  commandOutcomeModel,
  uploadModel,
  pushOptInModel,
  recordActionModel,
  pushedRecordsModel,
  unreadMessagesModel,
  operatorSessionModel,
  contractRiskModel,
  settlementCheckModel,
  allocationCheckModel,
  indexPulseModel,
  ...Object.values(RECORD_MODELS).flat(),
];

/** @throws UnknownMachineError when no model has that name. */
export function modelNamed(models: readonly MachineModel[], name: string): MachineModel {
  const model = models.find((candidate) => candidate.name === name);
  if (model) return model;
  throw new UnknownMachineError(
    name,
    models.map((candidate) => candidate.name),
  );
}

export class UnknownMachineError extends Error {
  override readonly name = 'UnknownMachineError';

  constructor(machine: string, known: readonly string[]) {
    super(`unknown machine "${machine}"; known machines: ${known.join(', ')}`);
  }
}
