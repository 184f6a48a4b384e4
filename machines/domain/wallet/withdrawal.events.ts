/** Events of a withdrawal, and the roles that send them. */
import type { WithdrawalReason } from '../../../contract/wallet/wallet.ts';
import type { EventTable, Party } from '../party.ts';
import type { HoldRefusal } from './withdrawal.context.ts';

/**
 * person: the user who requested it. operator: the reviewer (`userId` is the operator's id). chain:
 * results from the chain. system: the server itself.
 */
export const WITHDRAWAL_ROLES = ['person', 'operator', 'chain', 'system'] as const;
export type WithdrawalRole = (typeof WITHDRAWAL_ROLES)[number];
type By = { readonly by: Party<WithdrawalRole> };

/** Reasons to refuse a withdrawal before it is signed. */
export type RejectionReason = Exclude<WithdrawalReason, 'not_sent'>;

export type WithdrawalEvent =
  | ({ readonly type: 'funds.held' } & By)
  | ({ readonly type: 'funds.refused'; readonly refusal: HoldRefusal } & By)
  | ({ readonly type: 'withdrawal.cancel' } & By)
  | ({ readonly type: 'withdrawal.approve' } & By)
  | ({
      readonly type: 'withdrawal.reject';
      readonly reason: RejectionReason;
      readonly text: string | null;
    } & By)
  | ({ readonly type: 'withdrawal.release'; readonly feeMaxFactor: number } & By)
  | ({ readonly type: 'transaction.signed'; readonly hash: string } & By)
  | ({ readonly type: 'transaction.accepted' } & By)
  | ({ readonly type: 'transaction.replaced'; readonly hash: string } & By)
  | ({
      readonly type: 'transaction.confirmed';
      readonly confirmations: number;
      /** Given when a block has another transaction of the same nonce than the recorded one. */
      readonly hash?: string;
    } & By)
  | ({ readonly type: 'transaction.dropped' } & By)
  | ({ readonly type: 'transaction.failed'; readonly hash?: string } & By)
  | ({ readonly type: 'transaction.doubted' } & By)
  | ({ readonly type: 'withdrawal.confirmSent'; readonly hash: string } & By)
  | ({ readonly type: 'withdrawal.declareUnsent'; readonly text: string | null } & By)
  | ({ readonly type: 'withdrawal.rebroadcast' } & By);

/** The only role that may send each event, in any state. */
export const WITHDRAWAL_EVENTS = {
  'funds.held': { role: 'system', description: 'The amount is frozen in the account.' },
  'funds.refused': { role: 'system', description: 'The amount could not be frozen.' },
  'withdrawal.cancel': { role: 'person', description: 'The owner cancels the withdrawal.' },
  'withdrawal.approve': { role: 'operator', description: 'The operator approves the withdrawal.' },
  'withdrawal.reject': {
    role: 'operator',
    description: 'The operator refuses the withdrawal with a reason.',
  },
  'withdrawal.release': {
    role: 'operator',
    description: 'The operator allows a higher network fee, or has the withdrawal retried.',
  },
  'transaction.signed': {
    role: 'system',
    description: 'The transaction is signed once and stored.',
  },
  'transaction.replaced': {
    role: 'system',
    description: 'A higher fee is signed for the same nonce.',
  },
  'transaction.accepted': { role: 'chain', description: 'The network has the transaction.' },
  'transaction.confirmed': {
    role: 'chain',
    description: 'A block contains the transaction, at this depth.',
  },
  'transaction.dropped': {
    role: 'chain',
    description: 'Neither a block nor the network has the transaction any more.',
  },
  'transaction.failed': {
    role: 'chain',
    description: 'A block contains the transaction, which paid nothing.',
  },
  'transaction.doubted': {
    role: 'chain',
    description: 'The network refuses the transaction, or its answers contradict each other.',
  },
  'withdrawal.confirmSent': {
    role: 'operator',
    description: 'The operator found that this transaction paid the withdrawal.',
  },
  'withdrawal.declareUnsent': {
    role: 'operator',
    description: 'The operator found that the withdrawal was not paid and never will be.',
  },
  'withdrawal.rebroadcast': {
    role: 'operator',
    description: 'The operator has the same signed transaction sent again.',
  },
} as const satisfies EventTable<WithdrawalEvent['type'], WithdrawalRole>;
