/** Thefts with shops, ads and fiat orders. */
import { ANN, BOB, USDT } from '../../support/ledger/small-ledger.ts';
import { booked, CAROL, GENERAL, inMerchant, type Theft } from './theft.ts';

export const MERCHANT_THEFTS: readonly Theft[] = [
  {
    what: 'a shop deposit that comes back twice',
    ledger: 'merchant',
    statements: booked(inMerchant(GENERAL), 'shop.closed', '1/1', [[ANN, 3, USDT, 100, -100]], ANN),
    row: 'shop_booked_otherwise: shop_id 1, opening 1, opened 1, closed 2, is_open f',
  },
  {
    what: 'a shop deposit that comes back larger than it went',
    ledger: 'merchant',
    statements: `update shops set is_open = false;
      ${booked(inMerchant(GENERAL), 'shop.closed', '1/2', [[ANN, 3, USDT, 150, -150]], ANN)}`,
    row: /^shop_deposit_booked_otherwise: journal 1, number 21, owner_id 11, account_type 3, currency_id 1, available 100, available_delta 150/,
  },
  {
    what: 'an opening of a shop that its row does not count',
    ledger: 'merchant',
    statements: booked(inMerchant(GENERAL), 'shop.opened', '1/3', [[ANN, 3, USDT, -100, 100]], ANN),
    row: /^shop_deposit_booked_otherwise: journal 1, number 21, .*available_delta -100/,
  },
  {
    what: 'a shop that says it was opened once more',
    ledger: 'merchant',
    statements: 'update shops set openings = 3',
    row: 'shop_booked_otherwise: shop_id 1, opening 2, opened 1, closed 0, is_open f',
  },
  {
    what: 'an ad that gives its coins back while it is open',
    ledger: 'merchant',
    statements: booked(inMerchant(GENERAL), 'fiat.ad_ended', '1', [[ANN, 3, USDT, 190, -190]], ANN),
    row: 'fiat_ad_booked_otherwise: ad_id 1, state opening, frozen 50, wanted 240, times_posted 1',
  },
  {
    what: 'an ad that gives back the coins of another ad',
    ledger: 'merchant',
    statements: booked(inMerchant(GENERAL), 'fiat.ad_ended', '2', [[ANN, 3, USDT, 30, -30]], ANN),
    row: 'fiat_ad_booked_otherwise: ad_id 2, state cancelled, frozen -30, wanted 0, times_posted 1',
  },
  {
    what: 'an ad to buy that freezes coins',
    ledger: 'merchant',
    statements: booked(inMerchant(GENERAL), 'fiat.ad_posted', '3', [[ANN, 3, USDT, -5, 5]], ANN),
    row: 'fiat_ad_booked_otherwise: ad_id 3, state suspended, frozen 5, wanted 0, times_posted 1',
  },
  {
    what: 'an ad of one merchant that pays another',
    ledger: 'merchant',
    statements: booked(
      inMerchant(GENERAL),
      'fiat.ad_resized',
      '1',
      [
        [ANN, 3, USDT, 0, -20],
        [BOB, 3, USDT, 20],
      ],
      ANN,
    ),
    row: 'owner_not_of_cause: journal 1, number 21, recipe fiat.ad_resized, cause_id 1, owner_id 12',
  },
  {
    what: 'a fiat order that another user settled',
    ledger: 'merchant',
    statements: booked(
      inMerchant(GENERAL),
      'fiat.order_held',
      '5',
      [[BOB, 3, USDT, -70, 70]],
      CAROL,
    ),
    row: 'actor_not_of_cause: journal 1, number 21, recipe fiat.order_held, cause_id 5, actor_id 13',
  },
  {
    what: 'a fiat order that is completed without its lifecycle',
    ledger: 'merchant',
    statements: `update fiat_orders set state = 'completed', "end" = 'confirmed' where id = 1;
      update fiat_ads set in_orders = 0, sold = 110 where id = 1`,
    row: 'lifecycle_row_differs: kind fiat-order, id 1, of_row completed, of_lifecycle unpaid',
  },
  {
    what: 'an ad that is open without its lifecycle',
    ledger: 'merchant',
    statements: "update fiat_ads set state = 'opening' where id = 3",
    row: 'lifecycle_row_differs: kind fiat-ad, id 3, of_row opening, of_lifecycle suspended',
  },
  {
    what: 'a frozen amount in an account of fast contracts',
    ledger: 'merchant',
    statements: booked(
      inMerchant(GENERAL),
      'fiat.ad_posted',
      '1',
      [[ANN, 4, USDT, 0, 0]],
      ANN,
    ).concat(`insert into ledger_accounts values (${CAROL}, 4, ${USDT}, 0, 5)`),
    row: 'micro_frozen_not_held: owner_id 13, currency_id 1, frozen 5',
  },
];
