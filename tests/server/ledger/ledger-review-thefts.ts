/** The thefts of a review that an earlier verifier let pass. */
import { LAST_OF_MERCHANT } from '../../support/ledger/merchant-ledger.ts';
import { ANN, BOB, BTC, USDT } from '../../support/ledger/small-ledger.ts';
import {
  booked,
  credited,
  CUSTODY,
  FEES,
  GENERAL,
  granted,
  inMerchant,
  inWallet,
  posted,
  SPOT,
  type Theft,
} from './theft.ts';

export const REVIEW_THEFTS: readonly Theft[] = [
  {
    what: 'a grant of 1,000 BTC to a user in the general journal',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'seed.grant', 'x', granted(BOB, 1e21)),
    row: /^grant_not_allowed: currency_id 2, granted \d+, allowed 10000000000000000000, /,
    grants: 'recorded',
  },
  {
    what: 'a grant to a user in the spot journal of an exchange that grants nothing',
    ledger: 'wallet',
    statements: `insert into currencies values (3, 'ETH', 'Ether', 18);
      ${booked(inWallet(SPOT), 'seed.grant', 'x', granted(BOB, 1_000, 3))}`,
    row: 'grant_not_allowed: currency_id 3, granted 1000, allowed 0, last_journal 2, last_number 14',
    grants: 'none',
  },
  {
    what: 'a recipe that does not exist and moves money from one user to another',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'gift.made', '1', [
      [ANN, 1, USDT, -400],
      [BOB, 1, USDT, 400],
    ]),
    row: 'recipe_unknown: journal 1, number 6, recipe gift.made, cause_id 1',
  },
  {
    what: 'a shop that is closed with entries of two users',
    ledger: 'merchant',
    statements: `update shops set is_open = false;
      ${booked(
        inMerchant(GENERAL),
        'shop.closed',
        '1/2',
        [
          [ANN, 3, USDT, 0, -100],
          [BOB, 3, USDT, 100],
        ],
        ANN,
      )}`,
    row: `owner_not_of_cause: journal 1, number ${LAST_OF_MERCHANT + 1}, recipe shop.closed, cause_id 1/2, owner_id 12`,
  },
  {
    what: 'a trade in the general journal that no user made',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'spot.deal', '1', [
      [ANN, 1, USDT, 50],
      [BOB, 1, USDT, 0, 0],
      [0, FEES, USDT, -50],
    ]),
    row: 'recipe_in_wrong_journal: journal 1, number 6, recipe spot.deal, cause_id 1',
  },
  {
    what: 'fees of the exchange that go to a user',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'transfer.between', '2', [
      [0, FEES, USDT, -5],
      [BOB, 3, USDT, 5],
    ]),
    row: 'entry_not_of_recipe: journal 1, number 6, recipe transfer.between, owner_id 0, account_type 101, currency_id 1, available_delta -5, frozen_delta 0',
  },
  {
    what: 'a deposit that is credited and has no row',
    ledger: 'wallet',
    statements: posted('deposit.credited', '98:1', credited(BOB, 500)),
    row: 'cause_missing: journal 2, number 14, recipe deposit.credited, cause_id 98:1',
  },
  {
    what: 'a deposit that is credited twice',
    ledger: 'wallet',
    statements: posted('deposit.credited', '1:2', credited(ANN, 100)),
    row: 'deposit_credit_unknown: journal 2, number 14, cause_id 1:2, credits 1',
  },
  {
    what: 'a withdrawal that is sent and released, out of what an open order holds',
    ledger: 'wallet',
    statements: posted('withdrawal.released', '2', [[BOB, 1, BTC, 50, -50]]),
    row: 'withdrawal_phase_not_booked: withdrawal_id 2, phase success, amount 50, held_amount 50, held 1, held_booked 1, released 1, sent 1',
  },
  {
    what: 'a withdrawal that is sent and was never held',
    ledger: 'wallet',
    statements: posted('withdrawal.sent', '9', [
      [BOB, 1, BTC, 0, -50],
      [0, CUSTODY, BTC, 50],
    ]),
    row: 'cause_missing: journal 2, number 14, recipe withdrawal.sent, cause_id 9',
  },
  {
    what: 'a rejected withdrawal whose money the writer refused to give back',
    ledger: 'wallet',
    statements: `
      update withdrawals set phase = 'rejected' where id = 1;
      update lifecycles set snapshot = '{"value": "rejected"}' where kind = 'withdrawal' and id = 1;
      insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, refused_at_ms)
      overriding system value values (21, 'withdrawal.released', '1', 0, 'r', '[]', 0, 1)`,
    row: /^withdrawal_phase_not_booked: withdrawal_id 1, phase rejected, .*released 0, sent 0/,
  },
];
