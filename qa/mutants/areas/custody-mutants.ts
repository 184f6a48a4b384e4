/** Faults of chains and the wallets of the exchange. */
import { faultsIn } from '../area-mutant.ts';

export const CUSTODY_MUTANTS = [
  ...faultsIn(
    'custody',
    'server/areas/custody/chain-scanner.ts',
    'tests/server/custody/chain-scanner.test.ts',
    [
      [
        'missing-blocks-taken-back',
        'blocks that a node does not have are taken for replaced',
        '    if (!isForked) return null;\n',
        '',
      ],
      [
        'deep-fork-followed',
        'a fork deeper than the kept blocks is followed by guess',
        'if (below === null) throw new ReorganisedTooDeepError();',
        'if (below === null) break;',
      ],
      [
        'replaced-blocks-kept',
        'replaced blocks are not taken back',
        'return next.parentHash === cursor.hash ? this.#connect(cursor, next) : this.#goBack(cursor);',
        'return this.#connect(cursor, next);',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-gas.ts',
    'tests/server/custody/chain-evm-gas.test.ts',
    [
      [
        'gas-without-reserve',
        'a transfer is signed with exactly the estimated gas',
        'const GAS_PERCENT = 120n;',
        'const GAS_PERCENT = 100n;',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-costs.ts',
    'tests/server/custody/chain-evm-gas.test.ts',
    [
      [
        'fee-without-cap',
        'a transfer is signed although gas costs more than allowed',
        'if (gas * fees.maxFeePerGas > feeMax)',
        'if (feeMax < 0n)',
      ],
    ],
  ),
];
