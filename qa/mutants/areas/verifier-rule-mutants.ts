/** Faults of the verifier's rules on movements and their entries. */
import { faultsIn } from '../area-mutant.ts';

export const VERIFIER_RULE_MUTANTS = [
  ...faultsIn(
    'ledger',
    'server/ledger/verify-recipe-rules.repo.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
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
        'unknown-shape-sound',
        'an entry outside the shape of its recipe goes unnoticed',
        'is not true and place is not null',
        'is not true and false',
      ],
    ],
  ),
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
  ...faultsIn(
    'ledger',
    'server/ledger/verify-lifecycle-rule.repo.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
      [
        'lifecycle-not-compared',
        'a row that differs from its lifecycle goes unnoticed',
        'is distinct from state.name',
        'is null',
      ],
    ],
  ),
];
