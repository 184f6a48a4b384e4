/** Registration of fiat trading with the verifier of the ledger: recipes, holds and rules of its records. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { JOURNALS } from '../../ledger/chart.ts';
import type {
  CauseSpec,
  EntryShape,
  LedgerBookPart,
  Sign,
} from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { lifecycleRowDiffers } from '../../ledger/verify-lifecycle-rule.repo.ts';
import { FIAT_AD } from './ads/ad-lifecycle.ts';
import {
  adBookedOtherwise,
  adNotSumOfOrders,
  FIAT_RULES,
  fiatOrderPayees,
  HELD_IN_FIAT,
  shopBookedOtherwise,
} from './fiat-book-rules.repo.ts';
import {
  fiatOrderDiffersFromLog,
  fiatOrderEndedEarly,
  fiatOrderTimerEarly,
} from './fiat-log-rules.repo.ts';
import { FIAT_ORDER } from './orders/order-lifecycle.ts';

const journals = [JOURNALS.general];

const holder = (available: readonly Sign[], frozen: readonly Sign[]): EntryShape => ({
  owner: 'holder',
  accountTypes: [ACCOUNT_TYPES.fiat],
  available,
  frozen,
});
const FROZEN = [holder([-1], [1])];
const THAWED = [holder([1], [-1])];

const SHOP_ID = numberIn("split_part(cause_id, '/', 1)");
const SHOP: CauseSpec = {
  table: 'shops',
  id: SHOP_ID,
  owners: ['user_id'],
  actors: ['user_id'],
  isOfHouseToo: false,
};
const AD: CauseSpec = {
  table: 'fiat_ads',
  id: numberIn('cause_id'),
  owners: ['user_id'],
  actors: ['user_id'],
  isOfHouseToo: true,
};
/** All entries of an order are compared by `fiat_order_booked_otherwise`. */
const ORDER: CauseSpec = {
  table: 'fiat_orders',
  id: numberIn('cause_id'),
  owners: null,
  actors: ['buyer_id', 'seller_id'],
  isOfHouseToo: true,
};

const ofMovements =
  (id: string, pattern: string) =>
  (movements: string): string =>
    `select ${id} as id from ${movements} movement where recipe like '${pattern}'`;

export const FIAT_BOOK: LedgerBookPart = {
  recipes: [
    { recipe: 'shop.opened', journals, cause: SHOP, entries: FROZEN },
    { recipe: 'shop.closed', journals, cause: SHOP, entries: THAWED },
    { recipe: 'fiat.ad_posted', journals, cause: AD, entries: FROZEN },
    { recipe: 'fiat.ad_resized', journals, cause: AD, entries: [...FROZEN, ...THAWED] },
    { recipe: 'fiat.ad_ended', journals, cause: AD, entries: THAWED },
    { recipe: 'fiat.order_held', journals, cause: ORDER, entries: FROZEN },
    {
      recipe: 'fiat.order_released',
      journals,
      cause: ORDER,
      entries: [holder([0], [-1]), holder([1], [0])],
    },
    { recipe: 'fiat.order_returned', journals, cause: ORDER, entries: THAWED },
  ],
  holds: [{ accountType: ACCOUNT_TYPES.fiat, text: HELD_IN_FIAT }],
  rules: FIAT_RULES,
  records: [
    {
      table: 'fiat_orders',
      isOpen: '"end" is null',
      ofMovements: ofMovements(numberIn('cause_id'), 'fiat.order_%'),
      lifecycle: FIAT_ORDER.kind,
      rules: [
        fiatOrderPayees,
        fiatOrderEndedEarly,
        fiatOrderTimerEarly,
        fiatOrderDiffersFromLog,
        lifecycleRowDiffers({ ...FIAT_ORDER, table: 'fiat_orders', column: 'state' }),
      ],
    },
    {
      table: 'fiat_ads',
      isOpen: null,
      ofMovements: (movements) => `
        ${ofMovements(numberIn('cause_id'), 'fiat.ad_%')(movements)}
        union select ad_id from fiat_orders
        where id in (${ofMovements(numberIn('cause_id'), 'fiat.order_%')(movements)})`,
      lifecycle: FIAT_AD.kind,
      rules: [
        adNotSumOfOrders,
        adBookedOtherwise,
        lifecycleRowDiffers({ ...FIAT_AD, table: 'fiat_ads', column: 'state' }),
      ],
    },
    {
      table: 'shops',
      isOpen: null,
      ofMovements: ofMovements(SHOP_ID, 'shop.%'),
      rules: [shopBookedOtherwise],
    },
  ],
};
