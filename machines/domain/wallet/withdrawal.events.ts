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
  | ({ readonly type: 'transaction.confirmed'; readonly confirmations: number } & By)
  | ({ readonly type: 'transaction.dropped' } & By)
  | ({ readonly type: 'transaction.failed' } & By)
  | ({ readonly type: 'transaction.doubted' } & By)
  | ({ readonly type: 'withdrawal.confirmSent'; readonly hash: string } & By)
  | ({ readonly type: 'withdrawal.declareUnsent'; readonly text: string | null } & By)
  | ({ readonly type: 'withdrawal.rebroadcast' } & By);

/** The only role that may send each event, in any state. */
export const WITHDRAWAL_EVENTS = {
  'funds.held': { role: 'system', description: 'Its amount is frozen in the account.' },
  'funds.refused': { role: 'system', description: 'Its amount could not be frozen.' },
  'withdrawal.cancel': { role: 'person', description: 'Who asked for it takes it back.' },
  'withdrawal.approve': { role: 'operator', description: 'The operator lets it go.' },
  'withdrawal.reject': { role: 'operator', description: 'The operator refuses it, with a reason.' },
  'withdrawal.release': {
    role: 'operator',
    description: 'The operator lets it cost more, or has it tried again.',
  },
  'transaction.signed': {
    role: 'system',
    description: 'Its transaction is signed, once, and stored.',
  },
  'transaction.accepted': { role: 'chain', description: 'The network has its transaction.' },
  'transaction.confirmed': {
    role: 'chain',
    description: 'A block has its transaction, this many blocks deep.',
  },
  'transaction.dropped': {
    role: 'chain',
    description: 'Neither a block nor the network has its transaction any more.',
  },
  'transaction.failed': { role: 'chain', description: 'A block has it, and it paid nothing.' },
  'transaction.doubted': {
    role: 'chain',
    description: 'The network refuses it, or its answers contradict each other.',
  },
  'withdrawal.confirmSent': {
    role: 'operator',
    description: 'The operator found that it was paid, by this transaction.',
  },
  'withdrawal.declareUnsent': {
    role: 'operator',
    description: 'The operator found that it was not paid and never will be.',
  },
  'withdrawal.rebroadcast': {
    role: 'operator',
    description: 'The operator has the same signed transaction sent again.',
  },
} as const satisfies EventTable<WithdrawalEvent['type'], WithdrawalRole>;
