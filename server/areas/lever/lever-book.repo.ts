/** Registration of contracts with the verifier of the ledger: their recipes, the reasons of frozen amounts, their rules. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import type {
  CauseSpec,
  EntryShape,
  LedgerBookPart,
  Sign,
} from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import {
  LEVER_BOOKED_RULES,
  LEVER_ORDER_RECIPES,
  leverFundBookedOnce,
} from './lever-booked-rules.repo.ts';
import { leverPriceNotMarked, markNotOfSources } from './lever-mark-rules.repo.ts';
import {
  leverArithmetic,
  leverReasonNotJustified,
  LEVER_FUND_RULES,
} from './lever-order-rules.repo.ts';
import { leverStopOutNotJustified } from './lever-stop-out-rule.repo.ts';
import { leverTermsRules } from './lever-terms-rules.repo.ts';

const { custody, leverPool, leverInsurance, leverFees } = HOUSE_ACCOUNTS;
const journals = [JOURNALS.dealing];
const ANY: readonly Sign[] = [-1, 0, 1];

const account = (available: readonly Sign[], frozen: readonly Sign[] = [0]): EntryShape => ({
  owner: 'holder',
  accountTypes: [ACCOUNT_TYPES.contract],
  available,
  frozen,
});
const debt = (...available: readonly Sign[]): EntryShape => ({
  owner: 'holder',
  accountTypes: [LEVER_DEBT_ACCOUNT],
  available,
  frozen: [0],
});
const house = (type: number, ...available: readonly Sign[]): EntryShape => ({
  owner: 'house',
  accountTypes: [type],
  available,
  frozen: [0],
});

const ORDER: CauseSpec = {
  table: 'lever_orders',
  id: numberIn('cause_id'),
  owners: ['owner_id'],
  actors: ['owner_id'],
  isOfHouseToo: true,
};
/** All entries of a funding are compared by `lever_funded_otherwise`. */
const FUND: CauseSpec = {
  table: 'lever_funds',
  id: numberIn('cause_id'),
  owners: null,
  actors: [],
  isOfHouseToo: true,
};

/** Reserves of pending orders and margins of positions. */
const OPEN_ORDERS = `
  select owner_id, settle_currency_id as currency_id,
    case state when 'pending' then reserve else margin end as amount
  from lever_orders
  left join lever_markets market on market.id = market_id
  where state in ('pending', 'in_trading', 'closing')`;

export const LEVER_BOOK: LedgerBookPart = {
  fundings: [
    {
      recipe: 'lever.house_funded',
      fault: 'lever_fund_unapproved',
      table: FUND.table,
      requests: 'lever_fundings',
      agrees: '(request.pool, request.insurance) = (funding.pool, funding.insurance)',
    },
  ],
  recipes: [
    {
      recipe: 'lever.order_placed',
      journals,
      cause: ORDER,
      entries: [account([-1], [1])],
    },
    {
      recipe: 'lever.order_ended',
      journals,
      cause: ORDER,
      entries: [account([0, 1], [-1]), debt(1)],
    },
    {
      recipe: 'lever.opened',
      journals,
      cause: ORDER,
      entries: [account(ANY, ANY), house(leverInsurance, 1), house(leverFees, 1)],
    },
    {
      recipe: 'lever.closed',
      journals,
      cause: ORDER,
      entries: [account(ANY, [-1]), debt(-1, 1), house(leverPool, -1, 1), house(leverFees, 1)],
    },
    {
      recipe: 'lever.closed_with_shortfall',
      journals,
      cause: ORDER,
      entries: [
        account([-1, 0], [-1]),
        debt(-1, 1),
        house(leverInsurance, -1),
        house(leverPool, -1, 1),
        house(leverFees, 1),
      ],
    },
    {
      // The debt that is left after a close and the orders that it canceled. Earlier versions booked all shortfalls so.
      recipe: 'lever.shortfall_paid',
      journals,
      cause: ORDER,
      entries: [debt(1), house(leverInsurance, -1), house(leverPool, -1)],
    },
    {
      recipe: 'lever.debt_repaid',
      journals,
      // `lever_repaid_otherwise` compares it with its posting.
      cause: null,
      entries: [account([-1]), debt(1)],
    },
    {
      recipe: 'lever.house_funded',
      // The seed of a demo exchange books it before the dealing writer exists.
      journals: [JOURNALS.general, JOURNALS.dealing],
      cause: FUND,
      entries: [house(custody, -1, 1), house(leverPool, -1, 1), house(leverInsurance, -1, 1)],
    },
  ],
  holds: [{ accountType: ACCOUNT_TYPES.contract, text: OPEN_ORDERS }],
  rules: [...LEVER_BOOKED_RULES, ...LEVER_FUND_RULES],
  rulesUnder: leverTermsRules,
  records: [
    {
      table: 'lever_orders',
      isOpen: "state in ('pending', 'in_trading', 'closing')",
      areManyOpen: true,
      areIdsCopied: true,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in (${LEVER_ORDER_RECIPES})`,
      rules: [
        leverArithmetic,
        leverPriceNotMarked,
        markNotOfSources,
        leverReasonNotJustified,
        leverStopOutNotJustified,
      ],
    },
    {
      table: 'lever_funds',
      isOpen: null,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe = 'lever.house_funded'`,
      rules: [leverFundBookedOnce],
    },
  ],
};
