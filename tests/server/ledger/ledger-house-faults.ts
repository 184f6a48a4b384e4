/** Faults of the ledger of `house-ledger.ts`, in the form of `ledger-planted-faults.ts`. */
import { OWNERS } from '../../../server/ledger/chart.ts';
import { ANN, BTC, USDT } from '../../support/ledger/small-ledger.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

const { marketMaker: MAKER, demoFlow: FLOW } = OWNERS;

const dealt = (takerId: number, takerOrderId: number) => `
  insert into spot_deals values (5, 1, 9500, 1, 'buy', ${takerOrderId}, 77, ${takerId}, ${MAKER}, 0, 0, 0);`;

const WITHOUT_CHECKS = `
  alter table spot_removed_deals drop constraint if exists spot_removed_deals_of_house;
  alter table spot_unposted drop constraint if exists spot_unposted_of_house;`;

/**
 * Rows of two accounts that move 5 units from one to the other. @param columns the amount's columns, after
 * the account
 */
const moved = (fromId: number, toId: number, columns: string) => `
  select owner_id, 1, ${USDT}, ${columns} from (values (${fromId}, -5), (${toId}, 5)) moved (owner_id, amount)`;

const paid = (fromId: number, toId: number) => `
  update ledger_accounts set available = available + case owner_id when ${fromId} then -5 else 5 end
  where owner_id in (${fromId}, ${toId}) and account_type = 1 and currency_id = ${USDT}`;

const removed = (fromId: number, toId: number) => `
  insert into spot_removed_deals as removed ${moved(fromId, toId, 'amount')}
  on conflict (owner_id, account_type, currency_id) do update set amount = removed.amount + excluded.amount`;

/** Books the movement as a sum of trades of the market maker with itself. */
const movedAsOfHouse = (fromId: number, toId: number) => `
  insert into ledger_movements
    select 2, max(number) + 1, 'spot.house_posted', '4', 0, 'r', 0 from ledger_movements where journal = 2;
  insert into ledger_entries ${moved(fromId, toId, '2, (select max(number) from ledger_movements where journal = 2), amount, 0')};
  ${paid(fromId, toId)}`;

export const HOUSE_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a sum of the market maker with one unit more',
    statements: `
      update spot_unposted set available = available + 1
      where owner_id = ${MAKER} and currency_id = ${USDT}`,
    named: ['balance_not_sum_of_entries', 'house_not_posted'],
    row: /^house_not_posted: owner_id -1, account_type 1, currency_id 1, unposted \d+1, /,
  },
  {
    what: 'a sum of the market maker that is gone',
    statements: `delete from spot_unposted where owner_id = ${FLOW} and currency_id = ${BTC}`,
    named: ['balance_not_sum_of_entries', 'house_not_posted'],
    row: /^house_not_posted: owner_id -2, account_type 1, currency_id 2, unposted_of_deals/,
  },
  {
    what: 'a trade of the market maker that its sums do not include',
    statements: dealt(FLOW, 78),
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${FLOW}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: 'an older trade of the market maker that was enlarged',
    statements: `
      alter table spot_deals disable trigger user;
      update spot_deals set quantity_lots = quantity_lots + 1 where id = 2`,
    named: ['house_not_posted', 'log_unprotected', 'order_not_sum_of_deals'],
    namedAtOnce: ['log_unprotected'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${BTC}`,
  },
  {
    what: 'a trade of the market maker that was removed and not added up',
    statements: 'delete from spot_deals where id = 4',
    named: ['house_not_posted', 'order_not_sum_of_deals'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${BTC}`,
    isFoundLate: true,
  },
  {
    what: 'sums of removed trades without a trade',
    statements: `insert into spot_removed_deals values (${FLOW}, 1, ${BTC}, 1)`,
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${FLOW}, account_type 1, currency_id ${BTC}`,
    isFoundLate: true,
  },
  {
    what: 'money that the market maker moves without a trade',
    statements: movedAsOfHouse(MAKER, FLOW),
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: 'money of a user that is moved with invented removed trades of the market maker',
    statements: `${WITHOUT_CHECKS} ${movedAsOfHouse(MAKER, ANN)}; ${removed(MAKER, ANN)}`,
    named: ['house_sum_of_person'],
    namedAtOnce: ['house_not_posted', 'house_sum_of_person'],
    row: /^house_sum_of_person: place ledger_entries, number \d+, owner_id 11, account_type 1, currency_id 1$/,
  },
  {
    what: 'a pending sum of the market maker that belongs to a user',
    statements: `
      ${WITHOUT_CHECKS}
      ${removed(FLOW, ANN)};
      insert into spot_unposted as unposted ${moved(FLOW, ANN, 'amount, 0')}
        on conflict (owner_id, account_type, currency_id)
        do update set available = unposted.available + excluded.available;
      ${paid(FLOW, ANN)}`,
    named: ['house_sum_of_person'],
    namedAtOnce: ['house_not_posted', 'house_sum_of_person'],
    row: `house_sum_of_person: place spot_unposted, owner_id ${ANN}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: 'sums of removed trades that belong to a user',
    statements: `${WITHOUT_CHECKS} ${removed(MAKER, ANN)}`,
    named: ['house_not_posted', 'house_sum_of_person'],
    namedAtOnce: ['house_sum_of_person'],
    row: `house_sum_of_person: place spot_removed_deals, owner_id ${ANN}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: 'a trade of a user with an order of the market maker that is not kept',
    statements: dealt(ANN, 3),
    named: ['deal_not_booked', 'deal_without_order', 'order_not_sum_of_deals'],
    row: 'deal_without_order: deal_id 5, taker_order_id 3, taker_found 3, maker_order_id 77',
  },
];
