/** Faults in the cures of attacks: on debts, shortages, halts, the node of a chain, and the calls of one user. */
import { faultsIn } from '../area-mutant.ts';

export const ATTACK_MUTANTS = [
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-checks.ts',
    'tests/server/custody/chain-server.test.ts',
    [
      [
        'later-theft-hidden',
        'a shortage that an operator has not accepted yet hides a later theft',
        'if (judged.some((one) => one.hasGrown))',
        'if (false)',
        'leave the hot wallet by themselves',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawals.repo.ts',
    'tests/server/wallet/wallet-disabled.test.ts',
    [
      [
        'debtor-paid',
        'an approved withdrawal of a user who owes is signed',
        '(heldUntilMs ?? 0) > now || isOwing;',
        '(heldUntilMs ?? 0) > now;',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/foreign-transactions.ts',
    'tests/server/wallet/wallet-foreign-transactions.test.ts',
    [
      [
        'young-transaction-named',
        'a foreign transaction is named before its block is deep',
        "if (!(await this.#isDeep(use.chain, lastNonce))) return refuse('transaction_unconfirmed');",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/foreign-transactions.ts',
    'tests/server/custody/restored-database.test.ts',
    [
      [
        'start-without-comparison',
        'a start does not look for unknown transactions of its wallet',
        'if (use !== null && use.used > use.next) {',
        'if (use === null) {',
      ],
    ],
  ),
  ...faultsIn(
    'custody',
    'server/areas/custody/evm/evm-chain.ts',
    'tests/server/custody/chain-evm-tokens.test.ts',
    [
      [
        'payments-dropped-on-error',
        'payments of a token are dropped when a node answers with an error',
        "if (hindrance !== null) throw new ChainUnavailableError(this.name, 'unreachable', hindrance);",
        'if (hindrance !== null) return [];',
      ],
    ],
  ),
  ...faultsIn('spot', 'server/kit/commands/order-calls.ts', 'tests/unit/spot/spot-owing.test.ts', [
    [
      'repeated-key-of-debtor',
      'the retry of a placed order is refused because its owner owes since',
      'owing.has(userId) && (await commands.findKeyed(userId, key, now)) === undefined;',
      'owing.has(userId);',
    ],
  ]),
  ...faultsIn(
    'spot',
    'server/areas/spot/market-work.ts',
    'tests/unit/spot/spot-large-orders.test.ts',
    [
      [
        'restored-order-without-reference',
        'a restored order ends because no price has arrived yet',
        'this.#begin(marketId, [], this.#referenced(marketId))',
        'this.#begin(marketId, [])',
      ],
    ],
  ),
  ...faultsIn('edge', 'server/kit/limits/command-rate.ts', 'tests/unit/kit/command-rate.test.ts', [
    [
      'rate-of-late-arrivals',
      'a delayed command finds a fuller bucket',
      'if (behindMs <= 0 || behindMs > DELAY_MS_MAX) this.#lastMs = at;',
      'this.#lastMs = at;',
    ],
  ]),
  ...faultsIn('edge', 'server/boot/call-guards.ts', 'tests/server/edge/hung-database.test.ts', [
    [
      'full-pool-refuses-cancels',
      'a full queue of the database refuses cancels',
      '(!isFromMemory && (isQueueFull(database) || isQueueFull(keyed)))',
      '(isQueueFull(database) || isQueueFull(keyed))',
      '1,200 others',
    ],
  ]),
];
