/** Thefts by one changed column of a fiat order, of its timer or of its snapshot, which its append-only log gives away. */
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { BOB } from '../../support/ledger/small-ledger.ts';
import { CAROL, type Theft } from './theft.ts';

/** Windows of the orders of `merchant-ledger.ts`. */
const PAYMENT_MS = 15 * MINUTE_MS;

const ofMerchant = (theft: Omit<Theft, 'ledger'>): Theft => ({ ...theft, ledger: 'merchant' });
const NEXT_EVENT =
  "(select max(revision) + 1 from lifecycle_events where kind = 'fiat-order' and id = 1)";
/** Adds an event to the log of order 1, which is unpaid. */
const logged = (event: string, atMs: number) =>
  `insert into lifecycle_events values ('fiat-order', 1, ${NEXT_EVENT}, '${event}', ${atMs});`;

export const FIAT_LOG_THEFTS: readonly Theft[] = [
  {
    what: 'a timer of a fiat order that was set forward',
    statements: "update lifecycle_timers set due_at_ms = 0 where kind = 'fiat-order'",
    row: `fiat_order_timer_early: order_id 1, delay paymentWindow, ends_from_ms ${PAYMENT_MS}, due_at_ms 0,`,
  },
  {
    what: 'a timer of a fiat order that was removed',
    statements: "delete from lifecycle_timers where kind = 'fiat-order'",
    row: 'fiat_order_timer_early: order_id 1, delay paymentWindow',
  },
  {
    what: 'a deadline of a fiat order that keeps both sides from acting',
    statements: 'update fiat_orders set deadline_at_ms = 0 where id = 1',
    row: `fiat_order_timer_early: order_id 1, delay paymentWindow, ends_from_ms ${PAYMENT_MS}, due_at_ms ${PAYMENT_MS}, deadline_at_ms 0`,
  },
  {
    what: 'a deadline of a fiat order in rights protection',
    statements: 'update fiat_orders set deadline_at_ms = 1 where id = 5',
    row: 'fiat_order_timer_early: order_id 5, deadline_at_ms 1',
  },
  {
    what: 'a timer that kept its time while a new window began',
    statements: `
      ${logged('{"type": "payment.declare"}', PAYMENT_MS - 1)}
      update lifecycle_timers set state_id = 'fiatOrder.confirming.inTime', delay_name = 'confirmWindow'
      where kind = 'fiat-order'`,
    row: `fiat_order_timer_early: order_id 1, delay confirmWindow, ends_from_ms ${PAYMENT_MS - 1 + DAY_MS}, due_at_ms ${PAYMENT_MS}`,
  },
  {
    what: 'a payment window that ended early',
    statements: logged(
      '{"type": "lifecycle.delayPassed", "delayName": "paymentWindow"}',
      PAYMENT_MS - 1,
    ),
    row: `fiat_order_ended_early: order_id 1, revision 2, delay paymentWindow, at_ms ${PAYMENT_MS - 1}, running paymentWindow, ends_from_ms ${PAYMENT_MS}`,
  },
  {
    what: 'an extension that ended after the first window alone',
    statements: `
      ${logged('{"type": "payment.declare"}', 5)}
      ${logged('{"type": "receipt.postpone"}', 6)}
      ${logged('{"type": "lifecycle.delayPassed", "delayName": "confirmWindow"}', 5 + DAY_MS)}
      ${logged('{"type": "lifecycle.delayPassed", "delayName": "postponeWindow"}', 6 + DAY_MS)}`,
    row: `fiat_order_ended_early: order_id 1, revision 5, delay postponeWindow, at_ms ${6 + DAY_MS}, running postponeWindow, ends_from_ms ${5 + 2 * DAY_MS}`,
  },
  {
    what: 'a window that ended while no delay ran',
    statements: `
      ${logged('{"type": "payment.declare"}', 5)}
      ${logged('{"type": "rights.apply"}', 6)}
      ${logged('{"type": "lifecycle.delayPassed", "delayName": "confirmWindow"}', 5 + DAY_MS)}`,
    row: /^fiat_order_ended_early: order_id 1, revision 4, delay confirmWindow/,
  },
  {
    what: 'a fiat order with another buyer',
    statements: `
      insert into users (id, uid, email, password_hash, invite_code, locale, created_at_ms)
      overriding system value values (${CAROL}, '13', 'thief@example.org', '', '13', 'en-US', 0);
      update fiat_orders set buyer_id = ${CAROL} where id = 1`,
    row: `fiat_order_differs_from_log: order_id 1, buyer_id ${CAROL}`,
  },
  {
    what: 'a lifecycle of a fiat order with another buyer',
    statements: `update lifecycles set snapshot = jsonb_set(snapshot, '{context,buyerId}', '${CAROL}')
      where kind = 'fiat-order' and id = 1`,
    row: `fiat_order_differs_from_log: order_id 1, buyer_id ${BOB}`,
  },
  {
    what: 'a lifecycle of a fiat order with a shorter window',
    statements: `update lifecycles set snapshot = jsonb_set(snapshot, '{context,confirmWindowMs}', '0')
      where kind = 'fiat-order' and id = 1`,
    row: 'fiat_order_differs_from_log: order_id 1',
  },
  {
    what: 'a bought amount that was set free from its hold by an earlier end',
    statements: 'update fiat_orders set ended_at_ms = 1 where id = 7',
    row: /^fiat_order_differs_from_log: order_id 7, .*ended_at_ms 1/,
  },
].map(ofMerchant);
