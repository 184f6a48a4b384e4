/** The notices that a user gets outside of the app. */

/** What a person is told while they look elsewhere. */
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

/** Tells people that something waits for them, e.g. by Web Push. After the commit, best effort, never throws. */
export interface FiatNotices {
  tell(userId: number, notice: FiatNotice): void;
}
