/** Names of operators' actions in the audit log (`kind.verb`). They are never renamed, because the log keeps them. */
export const AUDIT_ACTIONS = [
  'chain_halt.acknowledge',
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
