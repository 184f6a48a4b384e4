/** Faults of the verifier's rules on movements and their entries. */
import { faultsIn } from '../area-mutant.ts';

const THEFTS_TEST = 'tests/server/ledger/ledger-thefts.test.ts';

export const VERIFIER_RULE_MUTANTS = [
  ...faultsIn('ledger', 'server/ledger/verify-funding-rule.repo.ts', THEFTS_TEST, [
    [
      'funding-by-anyone',
      'an operator who does not exist approves a funding',
      'where id = decided_by)',
      'where id = asked_by)',
    ],
    [
      'funding-of-late-seed',
      'a demo exchange takes each funding that is said to be of the seed',
      'funding.at_ms = (select at_ms from ${table} order by id limit 1)',
      'true',
    ],
    [
      'funding-of-other-amount',
      'a request permits a funding of any amount',
      "in ('approved', 'booked') and ${agrees}",
      "in ('approved', 'booked')",
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/verify-recipe-rules.repo.ts', THEFTS_TEST, [
    [
      'movement-without-cause',
      'a movement without a cause goes unnoticed',
      'from caused where found is null and not is_of_trader',
      'from caused where false',
    ],
    [
      'movement-of-strangers',
      'entries of users outside the cause go unnoticed',
      'and (entry.owner_id in (${names})) is not true',
      'and false',
    ],
    [
      'market-maker-funds',
      'a movement of the market maker needs no record, with any recipe',
      'cause.isOfTradersToo === true',
      'cause !== null',
    ],
    [
      'actor-outside-cause',
      'an actor outside the cause goes unnoticed',
      'and not is_of_trader and is_actor is not true',
      'and false',
    ],
    [
      'grants-without-limit',
      'more is granted than allowed',
      'where granted.amount > coalesce(allowed.amount, 0)',
      'where false',
    ],
    [
      'unknown-shape-consistent',
      'an entry outside the shape of its recipe goes unnoticed',
      'is not true and place is not null',
      'is not true and false',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-booked-rules.repo.ts',
    'tests/server/ledger/ledger-rules.test.ts',
    [
      [
        'booked-amounts-believed',
        'entries with other amounts than their trade gives go unnoticed',
        '(select wanted from look)',
        '(select entries from look)',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rules.repo.ts',
    'tests/server/ledger/ledger-rules.test.ts',
    [
      [
        'missing-numbers-unnoticed',
        'missing movements of a writer go unnoticed',
        'select count(*) <> coalesce(',
        'select count(*) > coalesce(',
      ],
    ],
  ),
  ...faultsIn('ledger', 'server/ledger/verify-lifecycle-rule.repo.ts', THEFTS_TEST, [
    [
      'lifecycle-not-compared',
      'a row that differs from its lifecycle goes unnoticed',
      'is distinct from state.name',
      'is null',
    ],
  ]),
];
