/** Planted faults of the comparison of closed ranges with their stored sums, and of a restart after a fault. */
import { faultsIn } from '../area-mutant.ts';

export const VERIFIER_RANGE_MUTANTS = [
  ...faultsIn(
    'ledger',
    'server/ledger/verify-range.repo.ts',
    'tests/server/ledger/ledger-forged-ranges.test.ts',
    [
      [
        'bounds-not-compared',
        'a range that leaves out movements or transactions counts as consistent',
        'if (!stored.is_next || !this.#hasItsTransactions)',
        'if (false)',
        'is named by the first pass',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-range-sums.repo.ts',
    'tests/server/ledger/ledger-forged-ranges.test.ts',
    [
      [
        'forged-sums-consistent',
        'a range whose sums are not those of its entries counts as consistent',
        'stored.available === String(this.#available)',
        'stored.available !== ""',
      ],
      [
        'forged-house-sums-consistent',
        'a range that has booked too much of the trades of the exchange with itself counts as consistent',
        'stored.house_posted === String(this.#housePosted)',
        'stored.house_posted !== ""',
      ],
      [
        'forged-totals-consistent',
        'a range with false running totals counts as consistent',
        'where available_total <> available_before + available or',
        'where',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-past.repo.ts',
    'tests/server/ledger/ledger-forged-ranges.test.ts',
    [
      [
        'unknown-ranges-wait',
        'a range that the server has not closed waits for its turn',
        'await findRangesAfter(this.#client, this.#knownOrPending)',
        '[]',
      ],
      [
        'foreign-range-known',
        'a range that the server has not closed before one of the server counts as known',
        'if (head - count === this.#knownOrPending)',
        'if (head > count)',
      ],
      [
        'fault-without-hunt',
        'a session after a fault does not compare all ranges',
        'this.#isHunting = isAfterFault;',
        'this.#isHunting = false;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rows.repo.ts',
    'tests/server/ledger/ledger-forged-ranges.test.ts',
    [
      [
        'foreign-sums-believed',
        'sums that were added to the ranges later are believed',
        'where range.transaction_id is distinct from sums.transaction_id',
        'where range.transaction_id is null and false',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-watch.ts',
    'tests/server/ledger/ledger-restart.test.ts',
    [
      [
        'restart-forgets-faults',
        'the first pass after a restart forgets faults that were found in turn',
        'const faults = [...new Set([...this.#kept, ...pass.faults])];',
        'const faults = [...pass.faults];',
        'until all records were compared',
      ],
    ],
  ),
  ...faultsIn('ledger', 'server/kit/db/server-role.ts', 'tests/server/kit/server-role.test.ts', [
    [
      'server-role-closes-ranges',
      'the role of the server can add closed ranges of the ledger',
      "  'ledger_ranges',\n",
      '',
      'is refused',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-guard.repo.ts',
    'tests/server/ledger/record-thefts.test.ts',
    [
      [
        'function-of-owner-open',
        'a function that runs as the owner for each role goes unnoticed',
        'current_schema()::regnamespace and prosecdef',
        'current_schema()::regnamespace and prosecdef and false',
        'a right of the server',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rows.repo.ts',
    'tests/server/ledger/ledger-ranges.test.ts',
    [
      [
        'range-of-later-transactions',
        'a last range whose transaction began earlier makes movements of the range before it late',
        '(select coalesce(max(last_transaction), 0) from ledger_ranges',
        '(select coalesce(max(last_transaction), 0) from (select * from ledger_ranges order by id desc limit 1) one',
        'last range has a transaction',
      ],
    ],
  ),
];
