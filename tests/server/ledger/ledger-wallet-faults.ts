/** Faults of the ledger of `wallet-ledger.ts`, in the form of `ledger-planted-faults.ts`. */
import { ANN, BOB, BTC, USDT } from '../../support/ledger/small-ledger.ts';
import { CONTRACT } from '../../support/ledger/wallet-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

const account = (ownerId: number, type: number, currencyId: number): string =>
  `owner_id = ${ownerId} and account_type = ${type} and currency_id = ${currencyId}`;
/** Books a movement with entries and balances that no record has caused. */
const booked = (number: number, recipe: string, cause: string, frozen: number): string => `
  insert into ledger_movements values (2, ${number}, '${recipe}', '${cause}', ${ANN}, 'r', 0);
  insert into ledger_entries values (${ANN}, 1, ${USDT}, 2, ${number}, ${-frozen}, ${frozen});
  update ledger_accounts set available = available - ${frozen}, frozen = frozen + ${frozen}
  where ${account(ANN, 1, USDT)}`;

/** Transfer 4 of Ann, of 4 units from her account of type 2 to type 3, booked to a wrong account. */
const transferred = (toOwner: number, bookedType: number): string => `
  insert into ledger_movements values (1, 6, 'transfer.between', '4', ${ANN}, 'r', 0);
  insert into ledger_entries values (${ANN}, ${CONTRACT}, ${USDT}, 1, 6, -4, 0), (${toOwner}, ${bookedType}, ${USDT}, 1, 6, 4, 0);
  update ledger_accounts set available = available - 4 where ${account(ANN, CONTRACT, USDT)};
  insert into ledger_accounts values (${toOwner}, ${bookedType}, ${USDT}, 4, 0);
  insert into transfers (id, from_account_type, to_account_type, amount, movement_number, user_id, currency_id,
    idempotency_key, created_at_ms)
  overriding system value values (4, ${CONTRACT}, 3, 4, 6, ${ANN}, ${USDT}, 'key-4', 0)`;

export const WALLET_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a frozen amount outside the spot account',
    statements: `
      update ledger_accounts set available = available - 1, frozen = frozen + 1
      where ${account(ANN, CONTRACT, USDT)}`,
    named: ['balance_not_sum_of_entries', 'contract_frozen_not_held'],
    row: 'contract_frozen_not_held: owner_id 11, currency_id 1, frozen 1',
  },
  {
    what: 'money in transit that is on its way nowhere',
    statements: `
      insert into ledger_movements values (1, 6, 'transfer.towards_spot', '3', ${ANN}, 'r', 0);
      insert into ledger_entries values (${ANN}, 2, ${USDT}, 1, 6, -1, 0), (${ANN}, 102, ${USDT}, 1, 6, 1, 0);
      update ledger_accounts set available = available - 1 where ${account(ANN, 2, USDT)};
      update ledger_accounts set available = available + 1 where ${account(ANN, 102, USDT)}`,
    named: ['transfer_booked_otherwise', 'transfer_not_named', 'transit_not_on_its_way'],
    row: 'transit_not_on_its_way: owner_id 11, currency_id 1, available 11, amount 10',
  },
  {
    what: 'money in transit towards another account that no transfer awaits',
    statements: `
      insert into ledger_movements values (2, 14, 'transfer.towards_dealing', '3', ${ANN}, 'r', 0);
      insert into ledger_entries values (${ANN}, 1, ${USDT}, 2, 14, -1, 0), (${ANN}, 104, ${USDT}, 2, 14, 1, 0);
      update ledger_accounts set available = available - 1 where ${account(ANN, 1, USDT)};
      insert into ledger_accounts values (${ANN}, 104, ${USDT}, 1, 0)`,
    named: [
      'movement_without_posting',
      'posting_not_booked',
      'transfer_booked_otherwise',
      'transit_not_arriving',
    ],
    namedAtOnce: ['posting_not_booked', 'transfer_booked_otherwise', 'transit_not_arriving'],
    row: 'transit_not_arriving: owner_id 11, currency_id 1, available 1',
  },
  {
    what: 'a transfer whose money left the spot account and is not in transit',
    statements: `
      insert into dealing_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for)
      values ('transfer.into_dealing', '1', ${ANN}, 'r', '[{"owner_id": ${ANN}, "account_type": 104,
        "currency_id": ${USDT}, "available": "-30", "frozen": "0"}]', 0, 7)`,
    named: ['transit_not_arriving'],
    row: 'transit_not_arriving: owner_id 11, currency_id 1, amount 30',
  },
  {
    what: 'a posting whose money is not in transit',
    statements: withoutTriggers(
      'spot_postings',
      `update spot_postings set entries = replace(entries::text, '10"', '12"')::jsonb where id = 8`,
    ),
    named: ['transit_not_on_its_way'],
    row: /^transit_not_on_its_way: owner_id 11, currency_id 1, available 10/,
  },
  {
    what: 'a posting that was refused though its money is in transit',
    statements: 'update spot_postings set refused_at_ms = 1 where id = 8',
    named: ['transit_not_on_its_way'],
    row: 'transit_not_on_its_way: owner_id 11, currency_id 1, available 10',
  },
  {
    what: 'a posting that says it is booked and is not',
    statements: 'update spot_postings set number = 14 where id = 8',
    named: ['posting_booked_otherwise', 'posting_not_booked', 'transit_not_on_its_way'],
    row: 'posting_not_booked: posting_id 8, number 14, recipe transfer.into_spot, cause_id 3',
  },
  {
    what: 'a movement of the wallet without a record',
    statements: booked(14, 'withdrawal.held', '9', 7),
    named: [
      'cause_missing',
      'frozen_not_reserved',
      'movement_without_posting',
      'posting_not_booked',
    ],
    namedAtOnce: ['cause_missing', 'frozen_not_reserved', 'posting_not_booked'],
    row: 'posting_not_booked: number 14, recipe_booked withdrawal.held, cause_booked 9',
  },
  {
    what: 'a posting that was booked for another cause',
    statements: `
      ${booked(14, 'withdrawal.held', '9', 7)};
      insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
      overriding system value values (9, 'withdrawal.held', '8', ${ANN}, 'r', '[{"owner_id": ${ANN}, "account_type": 1,
        "currency_id": ${USDT}, "available": "-7", "frozen": "7"}]', 0, 14)`,
    named: [
      'cause_missing',
      'frozen_not_reserved',
      'movement_without_posting',
      'posting_not_booked',
    ],
    namedAtOnce: ['cause_missing', 'frozen_not_reserved', 'posting_not_booked'],
    row: /^posting_not_booked: posting_id 9, number 14, recipe withdrawal.held, cause_id 8, recipe_booked withdrawal.held, cause_booked 9$/,
  },
  {
    what: 'a posting that was booked with another amount',
    statements: `
      ${booked(14, 'withdrawal.held', '9', 7)};
      insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
      overriding system value values (9, 'withdrawal.held', '9', ${ANN}, 'r', '[{"owner_id": ${ANN}, "account_type": 1,
        "currency_id": ${USDT}, "available": "-8", "frozen": "8"}]', 0, 14)`,
    named: ['cause_missing', 'frozen_not_reserved', 'posting_booked_otherwise'],
    row: 'posting_booked_otherwise: number 14, owner_id 11, account_type 1, currency_id 1, available -8, available_delta -7, frozen 8, frozen_delta 7',
  },
  {
    what: 'a hold that was given back without a posting',
    statements: `
      update ledger_accounts set available = available + 40, frozen = frozen - 40
      where ${account(ANN, 1, USDT)}`,
    named: ['balance_not_sum_of_entries', 'frozen_not_reserved'],
    row: /^frozen_not_reserved: owner_id 11, currency_id 1, frozen 90000000000000000000, reserved 90000000000000000040$/,
  },
  {
    what: 'an old posting that is marked as not booked',
    statements: withoutTriggers(
      'spot_postings',
      'update spot_postings set number = null where id = 4',
    ),
    named: [
      'custody_not_explained',
      'frozen_not_reserved',
      'movement_without_posting',
      'posting_not_booked',
    ],
    namedAtOnce: ['frozen_not_reserved'],
    row: 'posting_not_booked: number 10, recipe_booked withdrawal.sent, cause_booked 2',
  },
  {
    what: 'a credit of a deposit that is booked a second time, because its posting was set open again',
    statements: `
      ${withoutTriggers('spot_postings', 'update spot_postings set number = null where id = 1')}
      insert into ledger_movements
        select 2, 14, recipe, cause_id, actor_id, request_id, at_ms from ledger_movements
        where journal = 2 and number = 7;
      insert into ledger_entries
        select owner_id, account_type, currency_id, 2, 14, available_delta, frozen_delta from ledger_entries
        where journal = 2 and number = 7;
      update ledger_accounts account set available = available + available_delta
      from ledger_entries entry
      where journal = 2 and number = 14 and (account.owner_id, account.account_type, account.currency_id)
        = (entry.owner_id, entry.account_type, entry.currency_id);
      update spot_postings set number = 14 where id = 1`,
    named: [
      'custody_not_explained',
      'movement_without_posting',
      'posting_booked_twice',
      'posting_not_booked',
    ],
    namedAtOnce: ['posting_booked_twice'],
    row: 'posting_booked_twice: journal 2, number 14, recipe deposit.credited, cause_id 1:1, booked_before 7',
  },
  {
    what: 'a transfer in the general journal without an owner',
    statements: `
      insert into ledger_movements values (1, 6, 'transfer.between', '4', ${BOB}, 'r', 0);
      insert into ledger_entries values (${BOB}, 2, ${BTC}, 1, 6, 0, 0)`,
    named: ['cause_missing', 'transfer_not_named'],
    row: 'transfer_not_named: journal 1, number 6, cause_id 4',
  },
  {
    what: 'a unit too much with a transfer whose cause is no number',
    statements: `
      update ledger_accounts set available = available + 1 where ${account(ANN, 1, USDT)};
      insert into ledger_movements values (1, 6, 'transfer.between', 'x', ${BOB}, 'r', 0);
      insert into ledger_entries values (${BOB}, 2, ${BTC}, 1, 6, 0, 0)`,
    named: [
      'balance_not_sum_of_entries',
      'cause_missing',
      'currency_not_zero',
      'transfer_not_named',
    ],
    row: 'currency_not_zero: currency_id 1, sum 1',
  },
  {
    what: 'a transfer that is gone',
    statements: withoutTriggers('transfers', 'delete from transfers where id = 1'),
    named: ['cause_missing', 'transfer_not_named'],
    isFoundLate: true,
    row: 'transfer_not_named: journal 2, number 13, cause_id 1',
  },
  {
    what: 'a transfer that says another movement is its own',
    statements: 'update transfers set movement_number = 5 where id = 2',
    named: ['transfer_not_booked', 'transfer_not_named'],
    namedAtOnce: ['transfer_not_booked'],
    row: 'transfer_not_named: journal 1, number 4, cause_id 2',
  },
  {
    what: 'a transfer that says one unit more than was booked',
    statements: 'update transfers set amount = amount + 1 where id = 1',
    named: ['transfer_booked_otherwise'],
    row: 'transfer_booked_otherwise: journal 2, number 13, owner_id 11, account_type 1, currency_id 1, available -31, available_delta -30, frozen 0, frozen_delta 0',
    isFoundLate: true,
  },
  {
    what: 'a transfer that went to another account than it says',
    statements: transferred(ANN, 4),
    named: ['transfer_booked_otherwise'],
    row: 'transfer_booked_otherwise: journal 1, number 6, owner_id 11, account_type 4, currency_id 1, available_delta 4, frozen_delta 0',
  },
  {
    what: 'a transfer that went to another user',
    statements: transferred(BOB, 3),
    named: ['transfer_booked_otherwise'],
    row: 'transfer_booked_otherwise: journal 1, number 6, owner_id 12, account_type 3, currency_id 1, available_delta 4, frozen_delta 0',
  },
  {
    what: 'a transfer without its posting',
    statements: 'update transfers set posting_id = 99 where id = 3',
    named: ['transfer_not_booked'],
    row: 'transfer_not_booked: transfer_id 3, movement_number 5, posting_id 99',
  },
];
