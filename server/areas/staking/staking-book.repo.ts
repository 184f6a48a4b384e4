/** Registration of staking with the verifier of the ledger: recipes, holds and rules of its records. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { entryShape as entry } from '../../ledger/entry-shape.ts';
import type { CauseSpec, LedgerBookPart } from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { lifecycleRowDiffers } from '../../ledger/verify-lifecycle-rule.repo.ts';
import { STAKING_POSITION } from './staking-lifecycle.ts';
import {
  STAKING_RECIPES,
  STAKING_RULES,
  stakingDaysNotPaid,
  stakingPhaseNotBooked,
  stakingQuotaDiffers,
  stakingScheduleOtherwise,
} from './staking-rules.repo.ts';
import {
  stakingPositionOtherwise,
  stakingProductOtherwise,
  stakingTermsRules,
} from './staking-terms-rules.repo.ts';

const { spot, financial } = ACCOUNT_TYPES;
const { custody, stakingFund } = HOUSE_ACCOUNTS;
const [general, ofSpot] = [[JOURNALS.general], [JOURNALS.spot]];

/** All entries of a position are compared by rules of their own. */
const OF_POSITION: CauseSpec = {
  table: 'staking_positions',
  id: numberIn('cause_id'),
  owners: null,
  actors: ['user_id'],
  isOfHouseToo: true,
};
const OF_FUNDING: CauseSpec = { ...OF_POSITION, table: 'staking_fundings', actors: [] };

/** The dividends that the fund still owes to positions. */
const PROMISED = `
  select ${OWNERS.house} as owner_id, currency_id, daily_dividend * (cycle_days - paid_days) as amount
  from staking_positions where phase in ('requested', 'in_effect')`;
/** The principal that the spot writer has booked, until it is returned. */
const HELD = `
  select user_id as owner_id, currency_id, amount from staking_positions where phase = 'in_effect'
  union all
  select user_id, currency_id, amount from staking_positions
  join spot_postings posting on posting.id = posting_id
  where phase = 'requested' and posting.number is not null`;

export const STAKING_BOOK: LedgerBookPart = {
  fundings: [
    {
      recipe: 'staking.funded',
      fault: 'staking_fund_unapproved',
      table: 'staking_fundings',
      requests: 'fund_changes',
      agrees: `(request.fund, request.currency_id, request.amount)
        = ('staking_fund', funding.currency_id, funding.amount)`,
    },
  ],
  recipes: [
    {
      recipe: 'staking.funded',
      journals: general,
      cause: OF_FUNDING,
      entries: [entry('house', custody, [-1, 1]), entry('house', stakingFund, [-1, 1])],
    },
    {
      recipe: 'staking.reserved',
      journals: general,
      cause: OF_POSITION,
      entries: [entry('house', stakingFund, [-1], [1])],
    },
    {
      recipe: 'staking.released',
      journals: general,
      cause: OF_POSITION,
      entries: [entry('house', stakingFund, [1], [-1])],
    },
    {
      recipe: 'staking.principal_paid',
      journals: ofSpot,
      cause: OF_POSITION,
      entries: [entry('holder', spot, [-1]), entry('holder', financial, [0], [1])],
    },
    {
      recipe: 'staking.dividend',
      journals: general,
      // Its rule compares position and actor as well.
      cause: null,
      entries: [entry('house', stakingFund, [0], [-1]), entry('holder', financial, [1])],
    },
    {
      recipe: 'staking.returned',
      journals: general,
      cause: OF_POSITION,
      entries: [entry('holder', financial, [-1, 0], [-1]), entry('holder', TRANSIT_ACCOUNT, [1])],
    },
    {
      recipe: 'staking.into_spot',
      journals: ofSpot,
      cause: OF_POSITION,
      entries: [entry('holder', spot, [1]), entry('holder', TRANSIT_ACCOUNT, [-1])],
    },
  ],
  holds: [
    { accountType: financial, text: HELD },
    { accountType: stakingFund, text: PROMISED },
  ],
  rules: STAKING_RULES,
  rulesUnder: stakingTermsRules,
  records: [
    {
      table: 'staking_positions',
      isOpen: "phase in ('requested', 'in_effect')",
      areManyOpen: true,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in (${STAKING_RECIPES})`,
      lifecycle: STAKING_POSITION.kind,
      rules: [
        stakingPhaseNotBooked,
        stakingDaysNotPaid,
        stakingScheduleOtherwise,
        stakingPositionOtherwise,
        lifecycleRowDiffers({ ...STAKING_POSITION, table: 'staking_positions', column: 'phase' }),
      ],
    },
    {
      table: 'staking_products',
      isOpen: null,
      ofMovements: null,
      rules: [stakingQuotaDiffers, stakingProductOtherwise],
    },
  ],
};
