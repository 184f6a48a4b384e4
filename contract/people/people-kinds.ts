/** What documents, collection methods and tickets there are: plain lists, for clients that load no schemas. */

/** Document types of the real-name verification. */
export const ID_TYPES = ['id_card', 'passport', 'driving_licence'] as const;
/** Where people are paid. */
export const COLLECTION_KINDS = ['bank_card', 'alipay', 'wechat'] as const;
/** What a feedback ticket may be about. */
export const FEEDBACK_TYPES = [
  'account',
  'deposit',
  'withdrawal',
  'trade',
  'suggestion',
  'other',
] as const;
export const FEEDBACK_STATES = ['awaiting_reply', 'replied'] as const;
