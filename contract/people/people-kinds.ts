/** Kinds of documents, collection methods and tickets: plain lists, for clients that load no schemas. */

/** Kinds of accounts that users are paid to. */
export const COLLECTION_KINDS = ['bank_card', 'alipay', 'wechat'] as const;
/** Topics of feedback tickets. */
export const FEEDBACK_TYPES = [
  'account',
  'deposit',
  'withdrawal',
  'trade',
  'suggestion',
  'other',
] as const;
export const FEEDBACK_STATES = ['awaiting_reply', 'replied'] as const;
