/** Forms that name a record: its id and revision, and the decisions of another operator on a request. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';

/** Fields of a decision on a record that has an id. */
export interface IdFields extends RecordFields {
  readonly id: string;
}
export const EMPTY: IdFields = { id: '', revision: '', reason: '' };
export const plain = ({ id, revision, reason }: IdFields) => ({
  id,
  revision,
  reason: reason.trim(),
});

/** The calls that decide on requests of operators. */
export type Verdict =
  | 'approveLeverFunding'
  | 'withdrawLeverFunding'
  | 'approveLeverMarket'
  | 'withdrawLeverMarket'
  | 'approveMicroFunding'
  | 'withdrawMicroFunding'
  | 'approveStakingFunding'
  | 'withdrawStakingFunding'
  | 'approveOfferingFunding'
  | 'withdrawOfferingFunding';
/** A decision on a request of an operator. */
const verdict = <Name extends Verdict>(name: Name): OperatorForm<Name, IdFields> => ({
  name,
  rules: decisionRules<IdFields>(EMPTY),
  request: (fields) => plain(fields) as OperatorRequestInput<Name>,
});
export const APPROVE_LEVER_FUNDING = verdict('approveLeverFunding');
export const WITHDRAW_LEVER_FUNDING = verdict('withdrawLeverFunding');
export const APPROVE_LEVER_MARKET = verdict('approveLeverMarket');
export const WITHDRAW_LEVER_MARKET = verdict('withdrawLeverMarket');
export const APPROVE_MICRO_FUNDING = verdict('approveMicroFunding');
export const WITHDRAW_MICRO_FUNDING = verdict('withdrawMicroFunding');
export const APPROVE_STAKING_FUNDING = verdict('approveStakingFunding');
export const WITHDRAW_STAKING_FUNDING = verdict('withdrawStakingFunding');
export const APPROVE_OFFERING_FUNDING = verdict('approveOfferingFunding');
export const WITHDRAW_OFFERING_FUNDING = verdict('withdrawOfferingFunding');
