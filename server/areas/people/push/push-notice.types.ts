/** The notifications that a user gets outside of the app. */

/** The subjects of a notification to a user who does not have the app open. */
export type FiatNoticeAbout =
  | 'pay_now'
  | 'order_received'
  | 'payment_declared'
  | 'confirmation_postponed'
  | 'marked_abnormal'
  | 'rights_applied'
  | 'rights_withdrawn'
  | 'completed'
  | 'cancelled'
  | 'message';

export interface FiatNotice {
  readonly orderId: number;
  readonly about: FiatNoticeAbout;
}

/** Notifies users of open tasks, e.g. by Web Push. Runs after the commit, best effort, never throws. */
export interface FiatNotices {
  tell(userId: number, notice: FiatNotice): void;
}
