/** Faults of the ledger and its writer. */
import { faultsIn } from '../area-mutant.ts';

export const WRITER_MUTANTS = [
  ...faultsIn('ledger', 'server/kit/db/transaction.ts', 'tests/server/spot/spot-store.test.ts', [
    [
      'deadlock-not-retried',
      'a deadlock ends the process',
      'return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;',
      'return state === SERIALIZATION_FAILURE;',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/group-commit.ts',
    'tests/unit/ledger/group-commit.test.ts',
    [
      [
        'settled-by-oldest-batch',
        'a caller waits for the oldest batch instead of the newest',
        'this.#sealed.at(-1)',
        'this.#sealed.at(0)',
      ],
      [
        'inner-command-not-committed',
        'a command given inside a listener waits for the next caller',
        '      // A listener may have added the first command of a batch.\n      this.#begin();\n',
        '',
      ],
      [
        'small-batch-ahead',
        'a small batch is sent during another commit',
        'this.#parts.rows() >= ROWS_AHEAD_MIN',
        'this.#parts.rows() >= Math.min(0, ROWS_AHEAD_MIN)',
      ],
      [
        'commits-end-twice',
        'two commits that fail end the writer twice',
        '    if (this.#isDead) return;\n    this.#isDead = true;\n',
        '',
      ],
      [
        'batch-sealed-in-the-caller',
        'a batch is sealed in the middle of the code that has added a command',
        'this.#commits.length > 0) this.#beginSoon();',
        'this.#commits.length > 0) this.#begin();',
      ],
      [
        'batch-without-row-limit',
        'a batch has no limit of rows',
        ' || this.#parts.rows() >= ROWS_OF_BATCH_MAX',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/writer-connection.repo.ts',
    'tests/server/ledger/writer-connection.test.ts',
    [
      [
        'later-batch-of-same-sequence',
        'a batch requires the sequence of the batch before it',
        'this.#turn = { ...turn, seq: turn.seq + 1 };',
        'void turn;',
      ],
      [
        'refused-batch-not-sent-again',
        'a batch is lost when the batch before it was rolled back',
        'this.#rollbacks === rollbacks || !(await earlier)',
        'rollbacks >= 0 || !(await earlier)',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/owned-balances.ts',
    'tests/unit/ledger/owned-balances.test.ts',
    [
      [
        'accounts-in-no-order',
        'accounts are opened in no order, so that two batches can deadlock',
        '    opened.sort(byAccount);\n',
        '    void byAccount;\n',
      ],
      [
        'loaded-owner-overwritten',
        'a late load overwrites balances in memory',
        '    if (this.#loaded.has(ownerId)) return;\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/ledger-statement.repo.ts',
    'tests/server/spot/spot-store.test.ts',
    [
      [
        'transit-locked-first',
        'the transit accounts are locked before the others',
        '(select count(*) from opened_accounts) as after_others',
        '(select 1) as after_others',
      ],
      [
        'refused-posting-booked',
        'a refused posting can be marked as booked',
        'posting.number is null and posting.refused_at_ms is null',
        'posting.number is null',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/idempotency-keys.ts',
    'tests/unit/ledger/idempotency-keys.test.ts',
    [
      [
        'busiest-owner-forgotten',
        'the idempotency keys of the busiest owner are forgotten first',
        '    this.#owners.delete(ownerId);\n    this.#owners.set(ownerId, keys);',
        '    this.#owners.set(ownerId, keys);',
      ],
      [
        'expired-keys-kept',
        'expired idempotency keys are kept without limit',
        '    this.#forgetExpired(keys, first.createdAtMs);\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/account-owners.ts',
    'tests/unit/ledger/account-owners.test.ts',
    [
      [
        'foreign-account-frozen',
        'a writer can freeze coins in an account of the other writer',
        'if (available < 0n || frozen < 0n) return false;',
        'if (available < 0n) return false;',
      ],
      [
        'transit-belongs-to-users',
        'a posting can book to a transit account',
        '  return transitOf(accountType) === null;',
        '  return true;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/group-commit.ts',
    'tests/server/spot/spot-hung-connection.test.ts',
    [
      [
        'commit-without-deadline',
        'a commit has no deadline',
        'await endsWithin(this.#parts.store.commit(sealed), msMax)',
        '(void msMax, void endsWithin, await this.#parts.store.commit(sealed))',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/commit-deadline.ts',
    'tests/unit/ledger/group-commit.test.ts',
    [
      [
        'deadline-on-busy-process',
        'a commit is late because the process was busy',
        'for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await setImmediate();',
        'void TURNS_TO_READ; void setImmediate;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/kit/db/lanes.ts',
    'tests/server/spot/spot-hung-connection.test.ts',
    [
      [
        'one-lane-of-reads',
        'one hung read stops all reads of its kind',
        'const LANES = 2;',
        'const LANES = 1;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger.repo.ts',
    'tests/server/ledger/ledger-journal.test.ts',
    [
      [
        'foreign-entries-booked',
        'the general journal books entries of the spot writer',
        "const foreign = foreignEntryOf(movement, 'rows');",
        "const foreign = foreignEntryOf({ entries: [] }, 'rows');",
      ],
    ],
  ),
];
