/** The forms of operators' decisions, each with record, revision and reason. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';

/** A decision about the record `id` that only needs a reason. */
interface PlainFields extends RecordFields {
  readonly id: string;
}
const PLAIN: PlainFields = { id: '', revision: '', reason: '' };

/** Calls with the id of a record and a reason. */
type PlainCall =
  | 'approveWithdrawal'
  | 'disableUser'
  | 'enableUser'
  | 'removeAuthenticator'
  | 'publishNews'
  | 'withdrawNews'
  | 'closeMarketOrders'
  | 'acknowledgeChainHalt'
  | 'publishOffering'
  | 'cancelOffering';

const plainForm = <Name extends PlainCall>(name: Name): OperatorForm<Name, PlainFields> => ({
  name,
  rules: decisionRules(PLAIN),
  request: ({ id, revision, reason }) =>
    ({ id, revision, reason: reason.trim() }) as OperatorRequestInput<Name>,
});

export const APPROVE_WITHDRAWAL = plainForm('approveWithdrawal');
export const DISABLE_USER = plainForm('disableUser');
export const ENABLE_USER = plainForm('enableUser');
export const REMOVE_AUTHENTICATOR = plainForm('removeAuthenticator');
export const PUBLISH_NEWS = plainForm('publishNews');
export const WITHDRAW_NEWS = plainForm('withdrawNews');
export const CLOSE_MARKET_ORDERS = plainForm('closeMarketOrders');
export const PUBLISH_OFFERING = plainForm('publishOffering');
export const CANCEL_OFFERING = plainForm('cancelOffering');
export const ACKNOWLEDGE_CHAIN_HALT = plainForm('acknowledgeChainHalt');

interface ForeignNameFields extends PlainFields {
  readonly nonce: string;
  readonly lastNonce: string;
  /** Empty for a transaction that paid no withdrawal. */
  readonly withdrawalId: string;
  /** Needed for a withdrawal if the node does not find it. */
  readonly transactionHash: string;
}
export const NAME_FOREIGN_TRANSACTION: OperatorForm<'nameForeignTransaction', ForeignNameFields> = {
  name: 'nameForeignTransaction',
  rules: decisionRules<ForeignNameFields>(
    { ...PLAIN, nonce: '', lastNonce: '', withdrawalId: '', transactionHash: '' },
    ({ withdrawalId }) => (withdrawalId === '' ? [] : ['transactionHash']),
  ),
  request: ({ id, revision, nonce, lastNonce, withdrawalId, transactionHash, reason }) => ({
    id,
    revision,
    nonce,
    last_nonce: lastNonce,
    withdrawal_id: withdrawalId === '' ? undefined : withdrawalId,
    transaction_hash: words(transactionHash),
    reason: reason.trim(),
  }),
};

const words = (text: string) => (text.trim() === '' ? undefined : text.trim());

interface ReviewFields extends PlainFields {
  readonly verdict: 'certify' | 'fail';
  readonly verdictReason: NonNullable<OperatorRequestInput<'decideVerification'>['verdict_reason']>;
  readonly verdictText: string;
}
export const DECIDE_REVIEW: OperatorForm<'decideVerification', ReviewFields> = {
  name: 'decideVerification',
  rules: decisionRules<ReviewFields>(
    { ...PLAIN, verdict: 'certify', verdictReason: 'picture_unclear', verdictText: '' },
    ({ verdict, verdictReason }) =>
      verdict === 'fail' && verdictReason === 'other' ? ['verdictText'] : [],
  ),
  request: ({ id, revision, verdict, verdictReason, verdictText, reason }) => ({
    id,
    revision,
    verdict,
    ...(verdict === 'fail' && {
      verdict_reason: verdictReason,
      verdict_text: words(verdictText),
    }),
    reason: reason.trim(),
  }),
};

interface RejectionFields extends PlainFields {
  readonly rejection: OperatorRequestInput<'rejectWithdrawal'>['rejection'];
  readonly text: string;
}
export const REJECT_WITHDRAWAL: OperatorForm<'rejectWithdrawal', RejectionFields> = {
  name: 'rejectWithdrawal',
  rules: decisionRules<RejectionFields>({ ...PLAIN, rejection: 'identity_check', text: '' }),
  request: ({ id, revision, rejection, text, reason }) => ({
    id,
    revision,
    rejection,
    text: words(text),
    reason: reason.trim(),
  }),
};

interface ReleaseFields extends PlainFields {
  readonly allowance: OperatorRequestInput<'releaseWithdrawal'>['allowance'];
}
export const RELEASE_WITHDRAWAL: OperatorForm<'releaseWithdrawal', ReleaseFields> = {
  name: 'releaseWithdrawal',
  rules: decisionRules<ReleaseFields>({ ...PLAIN, allowance: '1' }),
  request: ({ id, revision, allowance, reason }) => ({
    id,
    revision,
    allowance,
    reason: reason.trim(),
  }),
};

interface ResolutionFields extends PlainFields {
  readonly resolution: OperatorRequestInput<'resolveWithdrawal'>['resolution'];
  readonly transactionHash: string;
  readonly text: string;
}
const hashFor = (resolution: ResolutionFields['resolution'], hash: string): string | undefined =>
  resolution === 'confirm_sent' || (resolution === 'declare_unsent' && hash !== '')
    ? hash
    : undefined;
export const RESOLVE_WITHDRAWAL: OperatorForm<'resolveWithdrawal', ResolutionFields> = {
  name: 'resolveWithdrawal',
  rules: decisionRules<ResolutionFields>(
    { ...PLAIN, resolution: 'rebroadcast', transactionHash: '', text: '' },
    ({ resolution }) => (resolution === 'confirm_sent' ? ['transactionHash'] : []),
  ),
  request: ({ id, revision, resolution, transactionHash, text, reason }) => ({
    id,
    revision,
    resolution,
    transaction_hash: hashFor(resolution, transactionHash.trim()),
    text: resolution === 'declare_unsent' ? words(text) : undefined,
    reason: reason.trim(),
  }),
};

export interface ReplyFields extends PlainFields {
  /** Belongs to this text: a repeated send is the same answer. */
  readonly clientId: string;
  readonly content: string;
}
export const REPLY_FEEDBACK: OperatorForm<'replyFeedback', ReplyFields> = {
  name: 'replyFeedback',
  rules: decisionRules<ReplyFields>({ ...PLAIN, clientId: '', content: '' }, () => ['content']),
  request: ({ id, revision, clientId, content, reason }) => ({
    id,
    revision,
    client_id: clientId,
    content: content.trim(),
    reason: reason.trim(),
  }),
};

interface UnverifiedFields extends RecordFields {
  readonly hours: OperatorRequestInput<'continueUnverified'>['hours'];
}
export const CONTINUE_UNVERIFIED: OperatorForm<'continueUnverified', UnverifiedFields> = {
  name: 'continueUnverified',
  rules: decisionRules<UnverifiedFields>({ revision: '', reason: '', hours: '1' }),
  request: ({ hours, revision, reason }) => ({ hours, revision, reason: reason.trim() }),
};

/** A switch of a form, as text. */
type Flag = '0' | '1';

interface AgentFields extends PlainFields {
  readonly isAgent: Flag;
}
export const SET_AGENT: OperatorForm<'setAgent', AgentFields> = {
  name: 'setAgent',
  rules: decisionRules<AgentFields>({ ...PLAIN, isAgent: '1' }),
  request: ({ id, revision, isAgent, reason }) => ({
    id,
    revision,
    is_agent: isAgent,
    reason: reason.trim(),
  }),
};

interface MarketStatusFields extends PlainFields {
  readonly status: OperatorRequestInput<'setMarketStatus'>['status'];
}
export const SET_MARKET_STATUS: OperatorForm<'setMarketStatus', MarketStatusFields> = {
  name: 'setMarketStatus',
  rules: decisionRules<MarketStatusFields>({ ...PLAIN, status: 'trading' }),
  request: ({ id, revision, status, reason }) => ({
    id,
    revision,
    status,
    reason: reason.trim(),
  }),
};

interface WalletCoinFields extends RecordFields {
  readonly currencyId: string;
  readonly chain: string;
  readonly canDeposit: Flag;
  readonly canWithdraw: Flag;
  readonly minDeposit: string;
  readonly minWithdrawal: string;
  readonly withdrawalFee: string;
}
export const SAVE_WALLET_COIN: OperatorForm<'saveWalletCoin', WalletCoinFields> = {
  name: 'saveWalletCoin',
  rules: decisionRules<WalletCoinFields>(
    {
      currencyId: '',
      chain: '',
      revision: '',
      canDeposit: '0',
      canWithdraw: '0',
      minDeposit: '',
      minWithdrawal: '',
      withdrawalFee: '',
      reason: '',
    },
    () => ['minDeposit', 'minWithdrawal', 'withdrawalFee'],
  ),
  request: (fields) => ({
    currency_id: fields.currencyId,
    chain: fields.chain,
    revision: fields.revision,
    can_deposit: fields.canDeposit,
    can_withdraw: fields.canWithdraw,
    min_deposit: fields.minDeposit.trim(),
    min_withdrawal: fields.minWithdrawal.trim(),
    withdrawal_fee: fields.withdrawalFee.trim(),
    reason: fields.reason.trim(),
  }),
};
