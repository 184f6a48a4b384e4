/** Types of token subscriptions on this server. */
import type {
  ieoOfferings,
  ieoPayments,
  ieoPublications,
  ieoSubscriptions,
} from '../../kit/db/schema/ieo.ts';

export type OfferingRow = typeof ieoOfferings.$inferSelect;
export type SubscriptionRow = typeof ieoSubscriptions.$inferSelect;
export type PaymentRow = typeof ieoPayments.$inferSelect;
export type PublicationRow = typeof ieoPublications.$inferSelect;
