/** Registration of fast contracts with the verifier of the ledger: their recipes, the reasons of frozen amounts, their rules. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS } from '../../ledger/chart.ts';
import type {
  CauseSpec,
  EntryShape,
  LedgerBookPart,
  Sign,
} from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import {
  MICRO_ORDER_RECIPES,
  MICRO_RULES,
  microOpeningNotInLog,
  microReceiptOtherwise,
  microSettledOtherwise,
  microWindowNotInLog,
  PROFIT,
  STAKE_CURRENCY,
} from './micro-rules.repo.ts';
import { microTermsRules } from './micro-terms-rules.repo.ts';

const { custody, microPool } = HOUSE_ACCOUNTS;
const journals = [JOURNALS.dealing];

const account = (available: readonly Sign[], frozen: readonly Sign[]): EntryShape => ({
  owner: 'holder',
  accountTypes: [ACCOUNT_TYPES.fast_contract],
  available,
  frozen,
});
const house = (
  type: number,
  available: readonly Sign[],
  frozen: readonly Sign[] = [0],
): EntryShape => ({ owner: 'house', accountTypes: [type], available, frozen });

const ORDER: CauseSpec = {
  table: 'micro_orders',
  id: numberIn('cause_id'),
  owners: ['owner_id'],
  actors: ['owner_id'],
  isOfHouseToo: true,
};
/** All entries of a funding are compared by `micro_funded_otherwise`. */
const FUND: CauseSpec = {
  table: 'micro_funds',
  id: numberIn('cause_id'),
  owners: null,
  actors: [],
  isOfHouseToo: true,
};

const OPEN = 'settled_at_ms is null';

export const MICRO_BOOK: LedgerBookPart = {
  fundings: [
    {
      recipe: 'micro.pool_funded',
      fault: 'micro_fund_unapproved',
      table: FUND.table,
      requests: 'fund_changes',
      agrees: `(request.fund, request.currency_id, request.amount) = ('micro_pool', ${STAKE_CURRENCY}, funding.amount)`,
    },
  ],
  recipes: [
    {
      recipe: 'micro.placed',
      journals,
      cause: ORDER,
      entries: [account([-1], [1]), house(microPool, [-1], [1])],
    },
    {
      recipe: 'micro.settled',
      journals,
      cause: ORDER,
      entries: [account([0, 1], [-1]), house(microPool, [0, 1], [-1, 0])],
    },
    {
      recipe: 'micro.pool_funded',
      // The seed of a demo exchange books it before the dealing writer exists.
      journals: [JOURNALS.general, JOURNALS.dealing],
      cause: FUND,
      entries: [house(custody, [-1, 1]), house(microPool, [-1, 1])],
    },
  ],
  holds: [
    {
      accountType: ACCOUNT_TYPES.fast_contract,
      text: `select owner_id, ${STAKE_CURRENCY} as currency_id, stake as amount from micro_orders where ${OPEN}`,
    },
    {
      accountType: microPool,
      text: `select ${OWNERS.house} as owner_id, ${STAKE_CURRENCY} as currency_id, ${PROFIT} as amount
        from micro_orders where ${OPEN}`,
    },
  ],
  rules: MICRO_RULES,
  rulesUnder: microTermsRules,
  records: [
    {
      table: 'micro_orders',
      isOpen: OPEN,
      areManyOpen: true,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in (${MICRO_ORDER_RECIPES})`,
      rules: [
        microReceiptOtherwise,
        microOpeningNotInLog,
        microWindowNotInLog,
        microSettledOtherwise,
      ],
    },
  ],
};
