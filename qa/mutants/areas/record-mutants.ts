/** Faults in the protection of records: postings that open again, removed rows, and terms that change. */
import { faultsIn } from '../area-mutant.ts';

const RECORD_THEFTS = 'tests/server/ledger/record-thefts.test.ts';

export const RECORD_MUTANTS = [
  ...faultsIn('ledger', 'server/kit/db/migrations/0068_kept_postings.sql', RECORD_THEFTS, [
    [
      'booked-posting-opened',
      'the database opens a booked posting again',
      `CREATE TRIGGER spot_postings_ended BEFORE UPDATE ON "spot_postings"
  FOR EACH ROW WHEN (OLD.number IS NOT NULL OR OLD.refused_at_ms IS NOT NULL)`,
      `CREATE TRIGGER spot_postings_ended BEFORE UPDATE ON "spot_postings"
  FOR EACH ROW WHEN (OLD.refused_at_ms IS NOT NULL)`,
      'a booked row of spot_postings stays as it is',
    ],
  ]),
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
        'is booked a second time',
      ],
    ],
  ),
];
