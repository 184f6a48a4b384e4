/** What can be wrong with the books of `house-books.ts`: as `ledger-planted-faults.ts` has it for the others. */
import { OWNERS } from '../../../server/ledger/chart.ts';
import { ANN, BTC, USDT } from '../../support/sound-books.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

const { marketMaker: MAKER, demoFlow: FLOW } = OWNERS;

const dealt = (takerId: number, takerOrderId: number) => `
  insert into spot_deals values (5, 1, 9500, 1, 'buy', ${takerOrderId}, 77, ${takerId}, ${MAKER}, 0, 0, 0);`;

export const HOUSE_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a sum of the house that says one unit more',
    statements: `
      update spot_unposted set available = available + 1
      where owner_id = ${MAKER} and currency_id = ${USDT}`,
    named: ['balance_not_sum_of_entries', 'house_not_posted'],
    row: /^house_not_posted: owner_id -1, account_type 1, currency_id 1, unposted \d+1, /,
  },
  {
    what: 'a sum of the house that is gone',
    statements: `delete from spot_unposted where owner_id = ${FLOW} and currency_id = ${BTC}`,
    named: ['balance_not_sum_of_entries', 'house_not_posted'],
    row: /^house_not_posted: owner_id -2, account_type 1, currency_id 2, unposted_of_deals/,
  },
  {
    what: 'a deal of the house that its sums do not have',
    statements: dealt(FLOW, 78),
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${FLOW}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: 'an older deal of the house that was made larger',
    statements: `
      alter table spot_deals disable trigger user;
      update spot_deals set quantity_lots = quantity_lots + 1 where id = 2`,
    named: ['house_not_posted', 'order_not_sum_of_deals'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${BTC}`,
    isFoundLate: true,
  },
  {
    what: 'a deal of the house that was removed and not added up',
    statements: 'delete from spot_deals where id = 4',
    named: ['house_not_posted', 'order_not_sum_of_deals'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${BTC}`,
    isFoundLate: true,
  },
  {
    what: 'sums of removed deals that no deal came to',
    statements: `insert into spot_removed_deals values (${FLOW}, 1, ${BTC}, 1)`,
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${FLOW}, account_type 1, currency_id ${BTC}`,
    isFoundLate: true,
  },
  {
    what: 'money that the house moves as if it had dealt',
    statements: `
      insert into ledger_movements
        select 2, max(number) + 1, 'spot.house_posted', '4', 0, 'r', 0 from ledger_movements where journal = 2;
      insert into ledger_entries
        select owner_id, 1, ${USDT}, 2, number, amount, 0
        from (select max(number) as number from ledger_movements where journal = 2) last,
          (values (${MAKER}, -5), (${FLOW}, 5)) moved (owner_id, amount);
      update ledger_accounts set available = available + case owner_id when ${MAKER} then -5 else 5 end
      where owner_id in (${MAKER}, ${FLOW}) and account_type = 1 and currency_id = ${USDT}`,
    named: ['house_not_posted'],
    row: `house_not_posted: owner_id ${MAKER}, account_type 1, currency_id ${USDT}`,
  },
  {
    what: "a person's deal with an order of the house that is not kept",
    statements: dealt(ANN, 3),
    named: ['deal_not_booked', 'deal_without_order', 'order_not_sum_of_deals'],
    row: 'deal_without_order: deal_id 5, taker_order_id 3, taker_found 3, maker_order_id 77',
  },
];
