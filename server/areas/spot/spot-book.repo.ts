/** Registration of spot trading with the verifier of the ledger: its recipes and the reasons of frozen amounts. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS } from '../../ledger/chart.ts';
import type { CauseSpec, LedgerBookPart } from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { isDealId } from '../../ledger/verify-scope.repo.ts';
import { orderNotSumOfDeals, SPOT_DEAL_RULES } from './spot-deal-rules.repo.ts';

const SPOT = [ACCOUNT_TYPES.spot];
const { custody, fees } = HOUSE_ACCOUNTS;
const journals = [JOURNALS.spot];

const ORDER: CauseSpec = {
  table: 'spot_orders',
  id: numberIn('cause_id'),
  owners: ['owner_id'],
  actors: ['owner_id'],
  isOfHouseToo: false,
  isOfTradersToo: true,
};
/** All entries of a trade are compared by `deal_booked_otherwise`. */
const DEAL: CauseSpec = {
  table: 'spot_deals',
  id: numberIn('cause_id'),
  owners: null,
  actors: ['taker_owner_id'],
  isOfHouseToo: false,
  isOfTradersToo: true,
};

const OPEN_ORDERS = `
  select owner_id,
    case side when 'buy' then quote_currency_id else base_currency_id end as currency_id,
    reserved as amount
  from spot_orders
  left join spot_markets market on market.id = market_id
  where state = 'paid'`;

export const SPOT_BOOK: LedgerBookPart = {
  recipes: [
    {
      recipe: 'seed.grant',
      journals: [JOURNALS.general, JOURNALS.spot, JOURNALS.dealing],
      cause: null,
      entries: [
        { owner: 'house', accountTypes: [custody], available: [-1], frozen: [0] },
        {
          owner: 'holder',
          accountTypes: Object.values(ACCOUNT_TYPES),
          available: [1],
          frozen: [0],
        },
      ],
    },
    {
      recipe: 'spot.order_placed',
      journals,
      cause: ORDER,
      entries: [{ owner: 'holder', accountTypes: SPOT, available: [-1], frozen: [1] }],
    },
    {
      recipe: 'spot.order_ended',
      journals,
      cause: ORDER,
      entries: [{ owner: 'holder', accountTypes: SPOT, available: [1], frozen: [-1] }],
    },
    {
      recipe: 'spot.deal',
      journals,
      cause: DEAL,
      entries: [
        { owner: 'holder', accountTypes: SPOT, available: [0, 1], frozen: [-1, 0] },
        { owner: 'house', accountTypes: [fees], available: [1], frozen: [0] },
      ],
    },
    {
      recipe: 'spot.house_posted',
      journals,
      cause: null,
      entries: [
        { owner: 'holder', accountTypes: SPOT, available: [-1, 0, 1], frozen: [-1, 0, 1] },
        { owner: 'house', accountTypes: [fees], available: [1], frozen: [0] },
      ],
    },
  ],
  holds: [{ accountType: ACCOUNT_TYPES.spot, text: OPEN_ORDERS }],
  rules: SPOT_DEAL_RULES,
  records: [
    {
      table: 'spot_orders',
      isOpen: null,
      ofMovements: null,
      comparedByRules: (scope) => `
        select taker_order_id from spot_deals where ${isDealId(scope)}
        union all select maker_order_id from spot_deals where ${isDealId(scope)}`,
      rules: [orderNotSumOfDeals],
    },
  ],
};
