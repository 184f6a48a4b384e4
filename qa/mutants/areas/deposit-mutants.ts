/** Faults in the rules on forged deposits, on debts that moved, and on changes of accounts by another writer. */
import { faultsIn } from '../area-mutant.ts';

const THEFTS = 'tests/server/ledger/ledger-thefts.test.ts';
const COMPARISON = 'tests/server/wallet/wallet-deposit-comparison.test.ts';
const FORGED = 'tests/server/wallet/wallet-forged-deposits.test.ts';
const MOVED = 'tests/server/wallet/wallet-moved-deposits.test.ts';

export const DEPOSIT_MUTANTS = [
  ...faultsIn('wallet', 'server/areas/wallet/wallet-deposit-rules.repo.ts', THEFTS, [
    [
      'deposit-needs-no-block',
      'a deposit that counts and has no block goes unnoticed',
      '    block_number is null\n    or (',
      '    false\n    or (',
    ],
    [
      'block-above-cursor',
      'a deposit in a block that was not read goes unnoticed',
      '(block.hash = block_hash) is not true',
      'block.hash <> block_hash',
    ],
    [
      'chain-of-nobody',
      'a deposit of a chain that is not read goes unnoticed',
      '      newest is null\n      or (',
      '      (',
    ],
    [
      'block-with-other-hash',
      'a deposit in a block with another hash goes unnoticed',
      '(block.hash = block_hash) is not true',
      'block.hash is null',
    ],
    [
      'settled-too-early',
      'a deposit that is settled too early goes unnoticed',
      "(phase = 'settled' and block_number",
      '(false and block_number',
    ],
    [
      'settled-during-reorganization',
      'a settled deposit is a fault while a reorganization has removed later blocks',
      'block_number >= oldest + ${BLOCKS_KEPT - UNSETTLED_BLOCKS}',
      'block_number > newest - ${UNSETTLED_BLOCKS}',
      'has its block while',
    ],
    [
      'repair-of-chain-is-fault',
      'deposits are faults after an operator deleted the blocks of a halted chain',
      "and cause in ('fork_too_deep', 'node_behind')",
      'and false',
      'has its block while',
    ],
    [
      'uncompared-deposit',
      'a settled deposit that was never compared with its chain goes unnoticed',
      "phase in ('credited', 'settled') and not exists (\n    select from deposit_proofs",
      "phase in ('credited', 'settled') and false and not exists (\n    select from deposit_proofs",
    ],
    [
      'compared-otherwise',
      'a deposit that was changed after its comparison goes unnoticed',
      " and (${comparedOf('proof', OF_CREDIT)}) = (${comparedOf('deposit', OF_CREDIT)})",
      '',
    ],
    [
      'credit-is-settlement',
      'a deposit that was compared before its credit alone counts as settled',
      "then phase = 'credited' and (",
      'then (',
    ],
    [
      'refuted-deposit',
      'a deposit that its chain refutes goes unnoticed',
      "where kind = 'refuted' and phase in",
      "where kind = 'refuted' and false and phase in",
    ],
    [
      'debt-of-another-user',
      'a debt that moved to another user goes unnoticed',
      'where coalesce(booked.amount, 0) <> coalesce(owed.amount, 0)',
      'where false',
    ],
    [
      'debt-collected-in-time',
      'a debt that was collected from another user before the pass goes unnoticed',
      'where owner_id = ${HOUSE} and account_type = ${reversed} offset 0',
      'where false offset 0',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/wallet-deposit-rules.repo.ts', MOVED, [
    [
      'taken-over-credit-moves',
      'a deposit that was taken over as credited is a fault in another block',
      "when kind = 'credit' or kind = 'taken_over' and phase = 'credited'",
      "when kind = 'credit'",
      'taken over',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/deposit-proofs.repo.ts', MOVED, [
    [
      'outputs-change-places',
      'a payment that changes places with another is refuted',
      "or(ne(depositProofs.kind, 'credit'), eq(depositProofs.blockHash, blockHash)),",
      '',
      'change places',
    ],
  ]),
  ...faultsIn(
    'wallet',
    'server/kit/db/migrations/0070_deposits_compared.sql',
    'tests/server/boot/platform-older-database.test.ts',
    [
      [
        'credited-not-taken-over',
        'the migration of an older database leaves out deposits that are credited and not settled',
        `WHERE "phase" IN ('credited', 'settled')`,
        `WHERE "phase" IN ('settled')`,
      ],
    ],
  ),
  ...faultsIn('wallet', 'server/areas/wallet/deposit-comparison.ts', COMPARISON, [
    [
      'amount-not-compared',
      'a deposit of another amount than its payment is confirmed',
      'if (payment.amount !== deposit.amount)',
      'if (payment.amount < 0n)',
      'a larger amount',
    ],
    [
      'user-not-compared',
      'a deposit of another user than that of its address is confirmed',
      'if (ownerId !== userId)',
      'if (ownerId < 0)',
      'another user',
    ],
    [
      'newest-block-refutes',
      'a payment that a node leaves out of its newest block is a fault of the ledger',
      "const isFinal = step === 'settlement' || finding === 'found';",
      'const isFinal = true;',
      'is refuted',
    ],
    [
      'former-contract-refutes',
      'a payment by a former contract of a token is a fault of the ledger',
      '(await chain.hasTransfer?.({ number, hash }, deposit)) === true',
      'false',
      'former contract',
    ],
    [
      'former-keys-refute',
      'a deposit of former keys of the chain is a fault of the ledger',
      '(await custody.addresses.haveOtherKeys(chain))',
      'false',
      'former keys',
    ],
    [
      'refuted-for-good',
      'a wrong answer of a node about an older deposit stays a fault after a right one',
      'const rows = [...refuted, ...older];',
      'const rows = older;',
      'right answer',
    ],
    [
      'output-credited-again',
      'a second deposit of one payment is confirmed',
      "return other === undefined ? 'found'",
      "return other === undefined || other > 0 ? 'found'",
      'is found once',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/deposit-proofs.repo.ts', COMPARISON, [
    [
      'set-aside-deposit-counts',
      'a deposit that was set aside after its comparison refutes the genuine one',
      "        inArray(deposits.phase, ['credited', 'settled']),\n        eq(depositProofs.chain",
      '        eq(depositProofs.chain',
      'only while it counts',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/deposit-doubts.ts', COMPARISON, [
    [
      'refuted-at-once',
      'one wrong answer of a node is a fault of the ledger',
      '    this.#first.set(id, { blockHash, at: now });\n    return false;',
      '    this.#first.set(id, { blockHash, at: now });\n    return true;',
      'right answer',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/custody/deposit-addresses.ts', COMPARISON, [
    [
      'address-of-other-key',
      'an address that does not follow from its number counts as that of its user',
      'found && chains.get(name)?.addressFor(found.index) === address ? found.userId : null',
      'found ? found.userId : null',
      'does not follow',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/deposits.ts', FORGED, [
    [
      'credited-without-chain',
      'a deposit that its chain does not have is credited',
      'if (step !== null && !(await comparison.confirm(compared, step, round))) return;',
      'if (step !== null) await comparison.confirm(compared, step, round);',
      'a seen deposit',
    ],
  ]),
  ...faultsIn('wallet', 'server/kit/db/changing-columns.ts', FORGED, [
    [
      'reserves-of-everybody',
      "the server's role changes the reserves of a chain",
      '  chain_reserves: [],\n',
      '',
      'owner',
    ],
  ]),
  ...faultsIn('wallet', 'server/kit/db/server-role.ts', FORGED, [
    [
      'proofs-of-everybody',
      "the server's role adds results of comparisons with a chain",
      "  'deposit_proofs',\n",
      '',
      'owner',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/custody/deposit-addresses.ts', FORGED, [
    [
      'address-of-thief-shown',
      'a user gets a deposit address that does not follow from its number',
      'if (chain.addressFor(index) === address) return ok(address);',
      'if (chain.addressFor(index) !== undefined) return ok(address);',
      'a payment to an address',
    ],
  ]),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-checks.ts',
    'tests/server/wallet/wallet-chain-halts.test.ts',
    [
      [
        'absent-currency-held',
        'a deposit of a currency that the chain does not have counts as held',
        'balances[index] ?? 0n',
        'balances[index] ?? amount',
        'does not have',
      ],
      [
        'uncompared-chain-silent',
        'deposits of a chain that is not configured raise no alarm',
        "await this.#alarm.noteFailure(chain, 'deposits count, and the chain is not configured');",
        'void chain;',
        'not configured',
      ],
    ],
  ),
  ...faultsIn('ledger', 'server/ledger/verify-owner-rule.repo.ts', THEFTS, [
    [
      'other-writer-unnoticed',
      'an entry of a writer on an account of another writer goes unnoticed',
      "where recipe <> 'seed.grant'",
      "where false and recipe <> 'seed.grant'",
    ],
    [
      'other-writer-in-moved-ledger',
      'an entry of another writer goes unnoticed after the ledger was moved',
      ' or movement.at_ms > begun.at_ms',
      '',
    ],
    [
      'old-writer-accused',
      'entries from before the dealing journal are faults',
      '(entry.transaction_id > begun.transaction_id or movement.at_ms > begun.at_ms)',
      'true',
      'before the first movement',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/writer/written-postings.ts',
    'tests/server/spot/spot-postings.test.ts',
    [
      [
        'forged-posting-booked',
        'a posting that was written by hand reaches the writer',
        'return this.#isIntended(row) ? work(row) : this.#refuse(row);',
        'return work(row);',
        'written by hand',
      ],
    ],
  ),
  ...faultsIn('wallet', 'server/areas/wallet/deposit-sightings.ts', MOVED, [
    [
      'settled-moves-unseen',
      'a settled deposit that a repair finds in another block closes the exchange',
      '      await this.#compareAgain(known, block);\n',
      '',
      'a settled deposit',
    ],
  ]),
];
