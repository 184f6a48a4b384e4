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
  ...faultsIn(
    'custody',
    'server/areas/custody/chain-scanner.ts',
    'tests/server/custody/chain-scanner.test.ts',
    [
      [
        'catch-up-untold',
        'nothing is counted until a long catch-up is read',
        '      if (steps % STEPS_PER_REPORT === 0) await this.#report(cursor);\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-transfers.ts',
    'tests/server/custody/chain-evm-spending.test.ts',
    [
      [
        'mined-between-questions',
        'a transfer that is mined between two questions counts as impossible',
        "return (await this.#mined(hash)) ?? { kind: 'impossible' };",
        "return { kind: 'impossible' };",
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-broadcast.ts',
    'tests/unit/custody/evm-broadcast.test.ts',
    [
      [
        'rejection-no-refusal',
        'a rejected transaction does not count as refused',
        'new Set([3, -32_000, -32_003, -32_602])',
        'new Set([3, -32_000, -32_602])',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-spends.ts',
    'tests/server/custody/chain-evm-spending.test.ts',
    [
      [
        'coins-spent-twice',
        'coins of transfers under way are spent twice',
        'coins += value + gas * (fees.maxFeePerGas ?? 0n);',
        '',
      ],
      [
        'mined-still-under-way',
        'mined transfers count as under way',
        '    if (nonce < used) continue;\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/wallet-nonces.repo.ts',
    'tests/server/custody/chain-evm.test.ts',
    [
      [
        'foreign-nonces-signed',
        'a wallet with foreign transactions goes on signing',
        '.where(and(isOf(chain, address), gte(chainWallets.nextNonce, used)))',
        '.where(isOf(chain, address))',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/chain-cursor.repo.ts',
    'tests/server/custody/chain-cursor.test.ts',
    [
      [
        'cursor-over-newer-blocks',
        'newer blocks are not looked for before the cursor moves',
        'return locked.length === 1 && newer.length === 0;',
        'return locked.length === 1 && newer.length >= 0;',
      ],
    ],
  ),
];
