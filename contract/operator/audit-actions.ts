/** What operators do, as the audit log names it (`kind.verb`). None is ever renamed: the log keeps it. */
export const AUDIT_ACTIONS = [
  'dispute.awardToBuyer',
  'dispute.awardToSeller',
  'dispute.write',
  'feedback.reply',
  'fiat_ad.remove',
  'market.closeOrders',
  'market.setStatus',
  'news.change',
  'news.create',
  'news.publish',
  'news.withdraw',
  'review.certify',
  'review.fail',
  'setting.save',
  'user.disable',
  'user.enable',
  'user.makeAgent',
  'user.unmakeAgent',
  'wallet_coin.save',
  'withdrawal.approve',
  'withdrawal.release',
  'withdrawal.reject',
  'withdrawal.resolve',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
