/** The options of selects in the console, as constants so that no schemas are loaded. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';

/** Reasons to refuse a withdrawal; an import of the contract's own list would load its schemas. */
export const REJECTION_CHOICES = [
  'address_refused',
  'identity_check',
  'suspicious_activity',
  'other',
] as const satisfies readonly OperatorRequestInput<'rejectWithdrawal'>['rejection'][];

/** Factors by which the network fee may exceed the settings. */
export const ALLOWANCE_CHOICES = [
  '1',
  '2',
  '5',
  '10',
] as const satisfies readonly OperatorRequestInput<'releaseWithdrawal'>['allowance'][];

/** Decisions on a withdrawal whose payment is uncertain. */
export const RESOLUTION_CHOICES = [
  'rebroadcast',
  'confirm_sent',
  'declare_unsent',
] as const satisfies readonly OperatorRequestInput<'resolveWithdrawal'>['resolution'][];

/** Hours for which the exchange may go on with a ledger that is not verified. */
export const UNVERIFIED_HOURS_CHOICES = [
  '1',
  '4',
  '12',
  '24',
] as const satisfies readonly OperatorRequestInput<'continueUnverified'>['hours'][];

export const FEEDBACK_STATE_CHOICES = [
  'awaiting_reply',
  'replied',
] as const satisfies readonly OperatorRequestInput<'listFeedback'>['state'][];

export const DISPUTE_STATE_CHOICES = [
  'waiting',
  'decided',
  'settled',
] as const satisfies readonly OperatorRequestInput<'listDisputes'>['state'][];

export const MARKET_STATUS_CHOICES = [
  'trading',
  'cancel_only',
  'halted',
] as const satisfies readonly OperatorRequestInput<'setMarketStatus'>['status'][];

export const LEVER_STATUS_CHOICES = [
  'trading',
  'close_only',
  'halted',
] as const satisfies readonly OperatorRequestInput<'setLeverMarketStatus'>['status'][];

export const MICRO_STATUS_CHOICES = [
  'trading',
  'halted',
] as const satisfies readonly OperatorRequestInput<'setMicroProductStatus'>['status'][];

export const STAKING_STATE_CHOICES = [
  'open',
  'closed',
] as const satisfies readonly OperatorRequestInput<'setStakingProductState'>['state'][];
