/** Registration of the wallet with the verifier of the ledger: recipes, holds and rules of its records. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import {
  DEALING_TRANSIT_ACCOUNT,
  HOUSE_ACCOUNTS,
  JOURNALS,
  TRANSIT_ACCOUNT,
} from '../../ledger/chart.ts';
import type { CauseSpec, EntryShape, LedgerBookPart } from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { lifecycleRowDiffers } from '../../ledger/verify-lifecycle-rule.repo.ts';
import { CUSTODY_RULES } from './wallet-custody-rule.repo.ts';
import { TRANSFER_RULES, transferNotBooked } from './wallet-book-rules.repo.ts';
import {
  DEPOSIT_RULES,
  depositNotCompared,
  depositPhaseNotBooked,
  depositWithoutBlock,
  recoveryNotBooked,
} from './wallet-deposit-rules.repo.ts';
import {
  HELD_WITHDRAWALS,
  WITHDRAWAL_ID,
  WITHDRAWAL_RULES,
  withdrawalHeldForOtherTerms,
  withdrawalPhaseNotBooked,
} from './wallet-withdrawal-rules.repo.ts';
import { DEPOSIT, WITHDRAWAL } from './wallet-lifecycles.ts';

const SPOT = [ACCOUNT_TYPES.spot];
const OTHERS = Object.values(ACCOUNT_TYPES).filter((type) => type !== ACCOUNT_TYPES.spot);
/** Reached by transit. */
const DEALING = [ACCOUNT_TYPES.contract, ACCOUNT_TYPES.fast_contract];
const IN_ROWS = [ACCOUNT_TYPES.fiat, ACCOUNT_TYPES.financial];
const { custody, fees, reversed } = HOUSE_ACCOUNTS;

const house = (type: number, available: 1 | -1): EntryShape => ({
  owner: 'house',
  accountTypes: [type],
  available: [available],
  frozen: [0],
});
const holder = (
  accountTypes: readonly number[],
  available: -1 | 0 | 1,
  frozen: -1 | 0 | 1 = 0,
): EntryShape => ({ owner: 'holder', accountTypes, available: [available], frozen: [frozen] });

const OF_USER = { owners: ['user_id'], actors: ['user_id'] };
/** Number of the deposit in `<deposit>:<credit>`. */
const DEPOSIT_ID = numberIn("split_part(cause_id, ':', 1)");
const OF_DEPOSIT: CauseSpec = {
  ...OF_USER,
  table: 'deposits',
  id: DEPOSIT_ID,
  actors: [],
  isOfHouseToo: true,
};
const OF_RECOVERY: CauseSpec = {
  table: 'deposit_recoveries',
  id: numberIn('cause_id'),
  owners: null,
  actors: [],
  isOfHouseToo: true,
};
const withdrawal = (actors: readonly string[], isOfHouseToo: boolean): CauseSpec => ({
  table: 'withdrawals',
  id: WITHDRAWAL_ID,
  owners: ['user_id'],
  actors,
  isOfHouseToo,
});
/** All entries of a transfer are compared by `transfer_booked_otherwise`. */
const TRANSFER: CauseSpec = {
  table: 'transfers',
  id: numberIn('cause_id'),
  owners: null,
  actors: ['user_id'],
  isOfHouseToo: false,
};

const [general, spot] = [[JOURNALS.general], [JOURNALS.spot]];
/** The owner of the account that is taken from books it; movements from before there was a dealing writer are general. */
const GENERAL_OR_DEALING = [JOURNALS.general, JOURNALS.dealing];

export const WALLET_BOOK: LedgerBookPart = {
  recipes: [
    {
      recipe: 'deposit.credited',
      journals: spot,
      cause: OF_DEPOSIT,
      entries: [house(custody, -1), holder(SPOT, 1), house(reversed, 1)],
    },
    {
      recipe: 'deposit.reversed',
      journals: general,
      cause: OF_DEPOSIT,
      entries: [house(custody, 1), house(reversed, -1)],
    },
    {
      recipe: 'deposit.recovered',
      journals: spot,
      cause: OF_RECOVERY,
      entries: [holder(SPOT, -1), house(reversed, 1)],
    },
    {
      recipe: 'deposit.collected',
      journals: GENERAL_OR_DEALING,
      cause: OF_RECOVERY,
      entries: [holder(OTHERS, -1), house(reversed, 1)],
    },
    {
      recipe: 'withdrawal.held',
      journals: spot,
      cause: withdrawal(['user_id'], false),
      entries: [holder(SPOT, -1, 1)],
    },
    {
      recipe: 'withdrawal.released',
      journals: spot,
      cause: withdrawal(['user_id'], true),
      entries: [holder(SPOT, 1, -1)],
    },
    {
      recipe: 'withdrawal.sent',
      journals: spot,
      cause: withdrawal([], true),
      entries: [holder(SPOT, 0, -1), house(custody, 1), house(fees, 1)],
    },
    {
      recipe: 'transfer.from_spot',
      journals: spot,
      cause: TRANSFER,
      entries: [holder(SPOT, -1), holder(OTHERS, 1)],
    },
    {
      recipe: 'transfer.towards_spot',
      journals: GENERAL_OR_DEALING,
      cause: TRANSFER,
      entries: [holder(OTHERS, -1), holder([TRANSIT_ACCOUNT], 1)],
    },
    {
      recipe: 'transfer.into_spot',
      journals: spot,
      cause: TRANSFER,
      entries: [holder(SPOT, 1), holder([TRANSIT_ACCOUNT], -1)],
    },
    {
      recipe: 'transfer.towards_dealing',
      journals: [JOURNALS.general, JOURNALS.spot],
      cause: TRANSFER,
      entries: [holder([...SPOT, ...IN_ROWS], -1), holder([DEALING_TRANSIT_ACCOUNT], 1)],
    },
    {
      recipe: 'transfer.into_dealing',
      journals: GENERAL_OR_DEALING,
      cause: TRANSFER,
      entries: [holder(DEALING, 1), holder([DEALING_TRANSIT_ACCOUNT], -1)],
    },
    {
      recipe: 'transfer.between',
      journals: GENERAL_OR_DEALING,
      cause: TRANSFER,
      entries: [holder(OTHERS, -1), holder(OTHERS, 1)],
    },
  ],
  holds: [{ accountType: ACCOUNT_TYPES.spot, text: HELD_WITHDRAWALS }],
  rules: [...TRANSFER_RULES, ...DEPOSIT_RULES, ...WITHDRAWAL_RULES, ...CUSTODY_RULES],
  records: [
    {
      table: 'withdrawals',
      isOpen: "phase not in ('success', 'rejected', 'cancelled', 'refused')",
      ofMovements: (movements) => `
        select ${WITHDRAWAL_ID} as id from ${movements} movement
        where recipe in ('withdrawal.held', 'withdrawal.released', 'withdrawal.sent')`,
      lifecycle: WITHDRAWAL.kind,
      rules: [
        withdrawalPhaseNotBooked,
        withdrawalHeldForOtherTerms,
        lifecycleRowDiffers({ ...WITHDRAWAL, table: 'withdrawals', column: 'phase' }),
      ],
    },
    {
      table: 'deposits',
      isOpen: "phase in ('seen', 'confirming', 'credited')",
      ofMovements: (movements) => `
        select ${DEPOSIT_ID} as id from ${movements} movement
        where recipe in ('deposit.credited', 'deposit.reversed')`,
      lifecycle: DEPOSIT.kind,
      rules: [
        depositPhaseNotBooked,
        depositWithoutBlock,
        depositNotCompared,
        lifecycleRowDiffers({ ...DEPOSIT, table: 'deposits', column: 'phase' }),
      ],
    },
    {
      table: 'deposit_recoveries',
      isOpen: 'not is_settled',
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in ('deposit.recovered', 'deposit.collected')`,
      rules: [recoveryNotBooked],
    },
    { table: 'transfers', isOpen: null, ofMovements: null, rules: [transferNotBooked] },
  ],
};
