/** Faults of the passes of the verifier over few rows, and over everything. */
import { faultsIn } from '../area-mutant.ts';

export const SMALL_PASS_MUTANTS = [
  ...faultsIn(
    'ledger',
    'server/ledger/verify-place.repo.ts',
    'tests/unit/ledger/verify-place.test.ts',
    [
      [
        'place-of-another-journal',
        'a small pass begins at the place of another journal',
        "lastSpot: numberOf('lastSpot')",
        "lastSpot: numberOf('lastDealing')",
        'reads the settings as the numbers',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-statistics.repo.ts',
    'tests/server/ledger/kept-plans.test.ts',
    [
      [
        'plans-of-small-tables-kept',
        'the plans of small tables are kept however much these grow',
        "await this.#client.query('discard plans')",
        'await Promise.resolve()',
        'makes its plans again when the tables have grown fourfold',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-turns.repo.ts',
    'tests/server/ledger/ledger-digests.test.ts',
    [
      [
        'full-pass-without-records',
        'a pass over everything compares no record, as if all tables were empty',
        'return new Set(rows.map(({ of_table }) => of_table));',
        'return new Set();',
        'after a pass over all records',
      ],
    ],
  ),
];
