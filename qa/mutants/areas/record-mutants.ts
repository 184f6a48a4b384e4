/** Faults in the protection of records: postings that open again, removed rows, and terms that change. */
import { faultsIn } from '../area-mutant.ts';

const RECORD_THEFTS = 'tests/server/ledger/record-thefts.test.ts';
const TERM_THEFTS = 'tests/server/ledger/term-thefts.test.ts';
const PRODUCT_TERMS = 'tests/server/ledger/product-terms.test.ts';

export const RECORD_MUTANTS = [
  ...faultsIn('ledger', 'server/kit/db/migrations/0068_kept_postings.sql', RECORD_THEFTS, [
    [
      'booked-posting-opened',
      'the database opens a booked posting again',
      `CREATE TRIGGER spot_postings_ended BEFORE UPDATE ON "spot_postings"
  FOR EACH ROW WHEN (OLD.number IS NOT NULL OR OLD.refused_at_ms IS NOT NULL)`,
      `CREATE TRIGGER spot_postings_ended BEFORE UPDATE ON "spot_postings"
  FOR EACH ROW WHEN (OLD.refused_at_ms IS NOT NULL)`,
      'stays as it is',
    ],
  ]),
  ...faultsIn('ledger', 'server/kit/db/migrations/0069_kept_records.sql', RECORD_THEFTS, [
    [
      'transfer-removed',
      'the database removes a transfer that was booked',
      `  RAISE EXCEPTION 'transfer % was not refused', OLD.id USING ERRCODE = 'integrity_constraint_violation';
`,
      '  RETURN OLD;\n',
      'that was booked stays',
    ],
  ]),
  ...faultsIn('ledger', 'server/kit/db/migrations/0072_offering_terms.sql', TERM_THEFTS, [
    [
      'offering-terms-changed',
      'the database changes the price of an offering that takes subscriptions',
      "OLD.phase <> 'draft' AND (",
      "OLD.phase = 'ended' AND (",
      'takes subscriptions refuses',
    ],
    [
      'offering-draft-again',
      'the database makes a published offering a draft again',
      "      NEW.phase = 'draft'\n      OR ",
      '      ',
      'takes subscriptions refuses',
    ],
  ]),
  ...faultsIn('ledger', 'server/kit/db/migrations/0073_withdrawal_holds.sql', TERM_THEFTS, [
    [
      'hold-ended-earlier',
      'the database lets a hold of withdrawals end earlier',
      'coalesce(NEW.withdrawal_hold_until_ms, 0) < OLD.withdrawal_hold_until_ms',
      'NEW.withdrawal_hold_until_ms IS NULL',
      'a hold of withdrawals ends for no user',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/areas/identity/user-security.repo.ts',
    'tests/server/identity/identity-security.test.ts',
    [
      [
        'hold-shortened',
        'a new password ends a longer hold of withdrawals earlier',
        'sql`greatest(${userSecurity.withdrawalHoldUntilMs}, ${untilMs}::bigint)`',
        'untilMs',
        'leaves a hold that ends later',
      ],
    ],
  ),
  ...faultsIn('ledger', 'server/kit/db/migrations/0074_fixed_settings.sql', TERM_THEFTS, [
    [
      'granted-total-raised',
      'the database raises the total of granted money',
      "OLD.key NOT IN ('app_download_url', 'service_url')",
      "OLD.key NOT IN ('app_download_url', 'service_url', 'ledger_granted')",
      'settings of the exchange are stored once',
    ],
    [
      'coin-fee-without-act',
      'the database takes another fee of a coin without an act of an operator',
      "      ('withdrawalFee', OLD.withdrawal_fee::text, NEW.withdrawal_fee::text),\n",
      '',
      'fees and limits of a coin',
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/verify-terms-rule.repo.ts', PRODUCT_TERMS, [
    [
      'version-without-act',
      'terms of fast contracts that no operator has chosen go unnoticed',
      'where changes > acts',
      'where false',
    ],
    [
      'act-of-other-value',
      'an act on another value of a term counts for each change of it',
      "split_part(details ->> name, ' → ', 2) = value",
      'details ->> name is not null',
    ],
    [
      'product-without-act',
      'a product that no operator has added goes unnoticed',
      'where not (${seeded(grants, table, product)}) and not (${of.isAdded})`',
      'where false`',
    ],
  ]),
  ...faultsIn('ledger', 'server/kit/db/append-only-tables.ts', RECORD_THEFTS, [
    [
      'records-removable',
      'the server may remove deposits',
      "  'authorization_codes',\n",
      "  'authorization_codes',\n  'deposits',\n",
      'with its block to be credited again',
    ],
  ]),
  ...faultsIn('ledger', 'server/kit/db/changing-columns.ts', RECORD_THEFTS, [
    [
      'terms-changeable',
      'the server may update the amount of a deposit',
      "    'output_index',\n",
      "    'output_index',\n    'amount',\n",
      'is refused',
    ],
    [
      'search-of-everybody',
      "the server's role sets the search of the verifier forward",
      '  ledger_searches: [],\n',
      '',
      'is refused',
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/ledger-guard.repo.ts', RECORD_THEFTS, [
    [
      'right-unnoticed',
      'a right of the server to change terms goes unnoticed',
      "and has_column_privilege(class.oid, attnum, 'update')",
      'and false',
      'a right of the server',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rare.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
      [
        'custody-asked-never',
        'no pass of a running server asks for the sum of custody',
        'isRare === true && (',
        'isRare === false && (',
        'a running server names it',
      ],
      [
        'custody-fault-forgotten',
        'a broken sum of custody is asked for again only after hours',
        'this.#isBroken || ',
        '',
        'a running server names it',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/wallet/wallet-book-rules.repo.ts',
    'tests/server/ledger/ledger-rules.test.ts',
    [
      [
        'second-booking-unnoticed',
        'a posting that is booked a second time goes unnoticed',
        'where booked_before is not null',
        'where false',
        'a ledger with deposits, withdrawals and transfers',
      ],
    ],
  ),
];
