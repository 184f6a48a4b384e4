/** Kinds of feedback tickets: plain lists, for clients that load no schemas. */

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
