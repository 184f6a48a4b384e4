/** Thefts with withdrawals. */
import { ANN, BOB, USDT } from '../../support/ledger/small-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import { CUSTODY, posted, type Theft } from './theft.ts';

export const WITHDRAWAL_THEFTS: readonly Theft[] = [
  {
    what: 'a withdrawal whose row was raised after its amount was held',
    ledger: 'wallet',
    statements: 'update withdrawals set amount = 29999 where id = 1',
    row: /^withdrawal_phase_not_booked: withdrawal_id 1, phase pending_review, amount 29999, held_amount 40/,
  },
  {
    what: 'a withdrawal that pays another address than it was held for',
    ledger: 'wallet',
    statements: "update withdrawals set address = 'thief' where id = 1",
    row: 'withdrawal_held_for_other_terms: withdrawal_id 1, phase pending_review',
  },
  {
    what: 'a withdrawal whose fee was lowered after its amount was held',
    ledger: 'wallet',
    statements: 'update withdrawals set fee = 1 where id = 1',
    row: 'withdrawal_held_for_other_terms: withdrawal_id 1, phase pending_review',
  },
  {
    what: 'a withdrawal that names the hold of another withdrawal',
    ledger: 'wallet',
    statements: 'update withdrawals set hold_posting_id = 5 where id = 1',
    row: /^withdrawal_phase_not_booked: withdrawal_id 1/,
  },
  {
    what: 'a withdrawal that continues without its lifecycle',
    ledger: 'wallet',
    statements: "update withdrawals set phase = 'approved' where id = 1",
    row: 'lifecycle_row_differs: kind withdrawal, id 1, of_row approved, of_lifecycle pending_review',
  },
  {
    what: 'a lifecycle that was moved on without its withdrawal',
    ledger: 'wallet',
    statements: `update lifecycles set snapshot = '{"value": "approved"}' where kind = 'withdrawal' and id = 1`,
    row: 'lifecycle_row_differs: kind withdrawal, id 1, of_row pending_review, of_lifecycle approved',
  },
  {
    what: 'a withdrawal without a lifecycle',
    ledger: 'wallet',
    statements: withoutTriggers(
      'lifecycles',
      "delete from lifecycles where kind = 'withdrawal' and id = 1",
    ),
    row: 'lifecycle_row_differs: kind withdrawal, id 1, of_row pending_review, of_lifecycle none',
  },
  {
    what: 'a withdrawal that ended and is open again, to be paid once more',
    ledger: 'wallet',
    statements: `
      update withdrawals set phase = 'approved' where id = 2;
      update lifecycles set snapshot = '{"value": "approved"}' where kind = 'withdrawal' and id = 2`,
    row: /^withdrawal_phase_not_booked: withdrawal_id 2, phase approved, .*sent 1$/,
  },
  {
    what: 'an inserted withdrawal with nothing held',
    ledger: 'wallet',
    statements: `
      insert into withdrawals (id, user_id, currency_id, amount, phase, chain, address, fee, value, confirmations,
        idempotency_key, terms, request_id, revision, created_at_ms, updated_at_ms)
      overriding system value
      values (4, ${BOB}, ${USDT}, 9, 'approved', 'test', 'thief', 1, 0, 0, 'key-4', '', 'r', 1, 0, 0);
      insert into lifecycles values ('withdrawal', 4, 1, 1, '{"value": "approved"}', 0)`,
    row: /^withdrawal_phase_not_booked: withdrawal_id 4, phase approved, amount 9, held 0/,
  },
  {
    what: 'a withdrawal sent with a larger part for custody than its row says',
    ledger: 'wallet',
    statements: `
      update withdrawals set phase = 'success' where id = 1;
      update lifecycles set snapshot = '{"value": "success"}' where kind = 'withdrawal' and id = 1;
      ${posted('withdrawal.sent', '1', [
        [ANN, 1, USDT, 0, -40],
        [0, CUSTODY, USDT, 40],
      ])}`,
    row: /^withdrawal_booked_otherwise: journal 2, number 14, owner_id 0, account_type 100, currency_id 1, available 35, available_delta 40/,
  },
  {
    what: 'a withdrawal that is released to another user',
    ledger: 'wallet',
    statements: `
      update withdrawals set phase = 'rejected' where id = 1;
      update lifecycles set snapshot = '{"value": "rejected"}' where kind = 'withdrawal' and id = 1;
      ${posted('withdrawal.released', '1', [
        [ANN, 1, USDT, 0, -40],
        [BOB, 1, USDT, 40],
      ])}`,
    row: 'owner_not_of_cause: journal 2, number 14, recipe withdrawal.released, cause_id 1, owner_id 12',
  },
  {
    what: 'a withdrawal that another user had held',
    ledger: 'wallet',
    statements: posted('withdrawal.held', '1', [[ANN, 1, USDT, -7, 7]], BOB).replace(
      "'withdrawal.held', '1', 12, 'r', '[",
      "'withdrawal.held', '1 ', 12, 'r', '[",
    ),
    row: 'actor_not_of_cause: journal 2, number 14, recipe withdrawal.held, cause_id 1, actor_id 12',
  },
];
