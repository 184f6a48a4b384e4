/** The notifications that a user gets outside of the app. */

/** The subjects of notifications. */
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

/** Notifies users about their orders, e.g. by Web Push. Called after the commit; best effort, never throws. */
export interface FiatNotices {
  tell(userId: number, notice: FiatNotice): void;
}
