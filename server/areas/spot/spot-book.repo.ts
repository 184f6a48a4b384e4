/** Registration of spot trading with the verifier of the ledger: its recipes and the reasons of frozen amounts. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS } from '../../ledger/chart.ts';
import { UNITS_OF_MARKETS } from '../../ledger/verify-booked-rules.repo.ts';
import type { CauseSpec, LedgerBookPart } from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import type { RecordRule } from '../../ledger/verify-rule.types.ts';
import { isDealId } from '../../ledger/verify-scope.repo.ts';

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

/** Fills of one side of the `judged` orders of users, which may be far apart. */
const fillsAs = (role: 'taker' | 'maker'): string => `
  select ${role}_order_id as order_id, quantity_lots, price_ticks::numeric * quantity_lots as tick_lots,
    ${role}_fee as fee
  from spot_deals
  where ${role}_owner_id > 0 and ${role}_order_id = any(array(select id from judged))`;

/** The sums of an order of a user equal the sums of its trades. */
const orderNotSumOfDeals: RecordRule = (ids) => `
  with judged as materialized (
    select id, market_id, executed_lots, executed_amount, fee from spot_orders where owner_id > 0 and id in ${ids}
  )
  select 'order_not_sum_of_deals' as fault, order_id,
    executed_lots, lots_of_deals, executed_amount, amount_of_deals, fee, fee_of_deals
  from (
    select judged.id as order_id, executed_lots, executed_amount, judged.fee,
      coalesce(lots, 0) as lots_of_deals, coalesce(fills.fee, 0) as fee_of_deals,
      coalesce(tick_lots, 0) * tick_lot_units as amount_of_deals
    from judged
    left join (
      select order_id, sum(quantity_lots) as lots, sum(tick_lots) as tick_lots, sum(fee) as fee
      from (${fillsAs('taker')} union all ${fillsAs('maker')}) fill group by order_id
    ) fills on order_id = judged.id
    left join (${UNITS_OF_MARKETS}) market on market.id = market_id
  ) compared
  where executed_lots <> lots_of_deals or fee <> fee_of_deals
    or executed_amount is distinct from amount_of_deals`;

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
  rules: [],
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
