/** Faults of raised fees, and of the alarm of reserves that cannot be compared. */
import { faultsIn } from '../area-mutant.ts';

const RAISES = 'tests/server/wallet/wallet-fee-raises.test.ts';

export const FEE_RAISE_MUTANTS = [
  ...faultsIn('wallet', 'server/areas/wallet/fee-raises.ts', RAISES, [
    [
      'fee-raised-too-soon',
      'a fee is raised although the transaction was just sent',
      'clock.now() >= updatedAtMs + rules.raiseFeeAfterMs',
      'clock.now() >= updatedAtMs',
    ],
    [
      'fee-raised-for-barred-owner',
      'the fee of a disabled owner is raised',
      'return !(await repo.isOwnerBarred(database, userId, clock.now()));',
      'return true;',
    ],
    [
      'fee-raised-on-halted-chain',
      'fees are raised while the withdrawals of the chain are closed',
      'if (!health.isConsistent() || !(await custody.health.isOpenIn(database, chain))) return false;',
      '',
    ],
    [
      'fee-raised-over-another',
      'a fee that another server has raised is forgotten',
      '    revision: row.revision,\n',
      '',
    ],
    [
      'own-spend-counted',
      'the raised transfer counts twice as spent',
      'one.id === id ? []',
      'one.id === -1 ? []',
    ],
    [
      'lost-raise-not-sent',
      'a raised fee whose broadcast was lost is never sent again',
      'if (raised === null) await sendAgain(chain, row);',
      'if (raised === null) return;',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/withdrawal-transfers.ts', RAISES, [
    [
      'first-transfer-forgotten',
      'only the newest transfer of a nonce is watched',
      'for (const transfer of transfers) {',
      'for (const transfer of transfers.slice(-1)) {',
    ],
    [
      'impossible-at-first-look',
      'a withdrawal is impossible although a transfer was mined between two questions',
      "if (status.kind !== 'impossible' || transfers.length === 1) return status;",
      'return status;',
    ],
    [
      'unknown-payment-refunded',
      'a restored database refunds what an unknown transfer has paid',
      "return status.kind === 'impossible' ? statusByNonce(chain, row, hash) : status;",
      'return status;',
    ],
    [
      'unread-payment-refunded',
      'what the chain does not show counts as unpaid',
      "if (found === null) return { kind: 'unread', payment: null };",
      "if (found === null) return { kind: 'impossible' };",
    ],
    [
      'any-transaction-pays',
      'another payment at the nonce counts as that of the withdrawal',
      'target.amount === row.amount - row.fee &&',
      '',
    ],
    [
      'mined-hash-not-named',
      'a withdrawal keeps the hash of a transaction that no block has',
      'const other = hash === row.transactionHash ? {} : { hash };',
      'const other = {};',
    ],
  ]),
  ...faultsIn('wallet', 'server/areas/wallet/held-terms.ts', RAISES, [
    [
      'transfer-missing-in-row',
      'a withdrawal is decided although its row lacks a signed transfer',
      'hashes.size === logged.size && ',
      '',
    ],
  ]),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-fee-raises.ts',
    'tests/unit/custody/evm-fee-raises.test.ts',
    [
      [
        'price-without-limit',
        'a raised fee exceeds the multiple of its first price',
        'smaller(costMax / gas, first.maxFeePerGas * BigInt(riseMax))',
        'costMax / gas',
      ],
      [
        'cost-without-limit',
        'a raised fee exceeds the highest cost',
        'smaller(costMax / gas, first.maxFeePerGas * BigInt(riseMax))',
        'first.maxFeePerGas * BigInt(riseMax)',
      ],
      [
        'raise-that-nodes-refuse',
        'a raised fee is too little above the old one for a node',
        'maxFeePerGas >= least.maxFeePerGas && ',
        '',
      ],
      [
        'raise-that-no-block-takes',
        'a raised fee is still too low for a block',
        ' && maxFeePerGas >= prices.base + maxPriorityFeePerGas',
        '',
      ],
      [
        'sufficient-fee-raised',
        'a fee that suffices is raised',
        'if (tipOf(signed, prices.base) >= prices.tip) return null;',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-alarm.ts',
    'tests/server/wallet/wallet-chain-halts.test.ts',
    [
      [
        'unchecked-reserves-unnoticed',
        'coins that cannot be compared raise no alarm',
        'if (now - since < UNCHECKED_MS_MAX) return;',
        'return;',
        'cannot be compared',
      ],
      [
        'restart-puts-alarm-off',
        'a restart puts off the alarm of coins that cannot be compared',
        'rows.length === 0 ? this.#openedAt : since',
        'this.#openedAt',
        'cannot be compared',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-checks.ts',
    'tests/server/wallet/wallet-chain-halts.test.ts',
    [
      [
        'alarm-without-end',
        'the alarm lasts although the coins were compared again',
        '    await this.#alarm.noteComparison(chain.name);\n',
        '',
        'cannot be compared',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-turns.repo.ts',
    'tests/server/ledger/ledger-turns.test.ts',
    [
      [
        'records-skipped-after-failure',
        'after a rule that failed, the pass compares the next records instead of the same',
        '    this.#nextUpTo = ends;\n',
        '    this.#nextUpTo = ends;\n    this.#position = { broken, comparedUpTo: ends };\n',
        'although the pass begins again',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-slices.repo.ts',
    'tests/server/ledger/ledger-parts.test.ts',
    [
      [
        'parts-without-bound',
        'a first pass reads everything in one part',
        'if (journals.every(([, first, last]) => last - first <= movements)) return [];',
        'if (closed.ranges === 0n) return [];',
        'are bounded',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rows.repo.ts',
    'tests/server/ledger/ledger-parts.test.ts',
    [
      [
        'rows-between-parts-twice',
        'rows of two parts are read twice',
        'transaction_id > ${after} and transaction_id <= ${upTo}',
        'transaction_id >= ${after} and transaction_id <= ${upTo}',
        'has no fault',
      ],
    ],
  ),
];
