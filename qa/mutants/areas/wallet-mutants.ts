/** Faults of deposits, withdrawals and transfers. */
import { faultsIn } from '../area-mutant.ts';

export const WALLET_MUTANTS = [
  ...faultsIn(
    'wallet',
    'server/areas/wallet/transfers.ts',
    'tests/server/wallet/transfer-legs.test.ts',
    [
      [
        'transfer-to-full-writer',
        'a transfer begins although a writer is full',
        "every((owner) => owner === 'rows' || postings[owner].isOpen)",
        'every(() => true)',
      ],
      [
        'liens-taken-twice',
        'two transfers at once each take what liens leave free',
        'return oneByOne.run(wanted.userId, () => steps.createUnlocked(wanted));',
        'return steps.createUnlocked(wanted);',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/transfers.ts',
    'tests/server/micro/micro-past.test.ts',
    [
      [
        'money-into-a-closed-product',
        'money enters the account of a product that is closed',
        'closedTypes.has(wanted.toAccountType)',
        'closedTypes.has(-1)',
      ],
      [
        'money-kept-by-a-closed-product',
        'money cannot leave the account of a product that is closed',
        'closedTypes.has(wanted.toAccountType)',
        '(closedTypes.has(wanted.toAccountType) || closedTypes.has(wanted.fromAccountType))',
      ],
      [
        'closed-product-without-a-past',
        'a repeated transfer into a product that has closed since gets no answer',
        "steps.repeat(wanted, 'product_unavailable')",
        "refuse('product_unavailable')",
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/transfer-steps.ts',
    'tests/server/wallet/transfer-legs.test.ts',
    [
      [
        'refused-transfer-kept',
        'a transfer whose first leg was refused is kept',
        'if (takes) await deleteRefusedTransfer(database, transfer.id);',
        'void deleteRefusedTransfer;',
      ],
      [
        'liens-ignored',
        'a deposit that may be reversed goes into contracts',
        'return amount > most ?',
        'return amount > most && false ?',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/ledger/writer/postings.repo.ts',
    'tests/server/wallet/transfer-legs.test.ts',
    [
      [
        'arrival-before-departure',
        'a transfer arrives before it left',
        'first_leg.id = posting.waits_for and first_leg.number is not null',
        'first_leg.id = posting.waits_for',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-judgement.ts',
    'tests/unit/wallet/reserve-judgement.test.ts',
    [
      [
        'missing-coins-unnoticed',
        'coins that are missing from the wallets of a chain go unnoticed',
        'if (missing > feesOpen)',
        'if (missing > feesOpen + 1_000n)',
      ],
      [
        'withdrawal-under-way-missing',
        'a withdrawal under way counts as missing',
        'const most = least + found.mayBePaid;',
        'const most = least;',
      ],
      [
        'rise-seen-once',
        'a rise of a reserve counts when it is seen once',
        'const rise = smaller(before.seen, least);',
        'const rise = least;',
      ],
      [
        'fees-allowed-again',
        'network fees are allowed again in each comparison',
        'reserve: most, feesOpen: 0n }, missing: 0n }',
        'reserve: most, feesOpen }, missing: 0n }',
      ],
      [
        'more-accepted-than-before',
        'an acknowledgement accepts more than the reserve was',
        'const accepted = smaller(reserve, seen);',
        'const accepted = seen;',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/reserve-checks.ts',
    'tests/server/custody/chain-server.test.ts',
    [
      [
        'deposit-addresses-not-read',
        'coins on deposit addresses are not compared',
        'sum.held += balances[index] ?? 0n;',
        'sum.held += amount;',
        'leave a deposit address',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/wallet-deposit-rules.repo.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
      [
        'credit-not-compared',
        'credits of a deposit are not compared with its amount',
        'where credited - reversed',
        'where 0 * credited',
      ],
      [
        'custody-not-compared',
        'custody is not compared with deposits and withdrawals',
        'where coalesce(-account.available, 0) <> coalesce(owed.amount, 0)',
        'where false',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawable.ts',
    'tests/server/wallet/wallet-liens.test.ts',
    [
      [
        'liens-at-least',
        'liens count at their least',
        "worthOf(parts, 'atMost', id, amount)",
        "worthOf(parts, 'atLeast', id, amount)",
      ],
      [
        'holdings-at-most',
        'holdings count at their most',
        "worthOf(parts, 'atLeast', id, amount)",
        "worthOf(parts, 'atMost', id, amount)",
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-gate.ts',
    'tests/server/market/price-walk.test.ts',
    [
      [
        'limits-at-least',
        'limits count the least worth',
        "worthOf(parts, 'inLimit', currencyId, amount)",
        "worthOf(parts, 'atLeast', currencyId, amount)",
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawals.ts',
    'tests/server/market/price-walk.test.ts',
    [
      [
        'self-approval-forgets-day',
        'self-approval forgets what was withdrawn that day',
        'String(rules.autoApproveBelow - usedToday)',
        'String(rules.autoApproveBelow)',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/waiting-patience.ts',
    'tests/unit/wallet/waiting-patience.test.ts',
    [
      [
        'finished-waits-kept',
        'deposits that no longer wait are kept',
        'if (one.chain === chain && !ids.has(id)) this.#unknown.delete(id);',
        'if (one.chain !== chain) this.#unknown.delete(id);',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/held-terms.ts',
    'tests/server/wallet/wallet-held-terms.test.ts',
    [
      [
        'paid-other-than-held',
        'a withdrawal is paid although its row differs from its hold',
        '  if (problem !== null) throw new',
        "  if (problem === 'never') throw new",
      ],
      [
        'state-set-back-signed',
        'a withdrawal whose state was set back is signed again',
        '  if (record === undefined || faults.length > 0)\n',
        '  if (record === undefined || faults.length > 99)\n',
      ],
      [
        'foreign-transaction-decides',
        'the transaction of another withdrawal decides',
        'if (!isTheirs || transactionHash === null || !logged.has(transactionHash))',
        'if (transactionHash === null)',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-broadcasts.ts',
    'tests/server/wallet/wallet-chain-halts.test.ts',
    [
      [
        'halt-while-signing',
        'a halt that begins during the signing is overlooked',
        '        if (!(await custody.health.isOpenIn(tx, chain.name))) throw new NotSignedError();\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-gate.ts',
    'tests/server/wallet/wallet-chain-halts.test.ts',
    [
      [
        'halted-chain-requested',
        'requests for a halted chain are accepted',
        'if (!(await custody.health.isOpen(address.chain)))',
        "if (address.chain === '')",
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-broadcasts.ts',
    'tests/server/wallet/wallet-disabled.test.ts',
    [
      [
        'hold-while-signing',
        'a security hold that begins during the signing is overlooked',
        'if (await repo.isOwnerBarred(tx, row.userId, clock.now())) throw new NotSignedError();',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawals.repo.ts',
    'tests/server/wallet/wallet-disabled.test.ts',
    [
      [
        'hold-after-approval',
        'a security hold does not keep approved withdrawals',
        'return disabledAtMs !== null || (heldUntilMs ?? 0) > now || isOwing;',
        'return disabledAtMs !== null || isOwing;',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-gate.ts',
    'tests/server/wallet/wallet-chain-units.test.ts',
    [
      [
        'unsignable-amount',
        'an amount is accepted that can never be signed',
        'toChainUnits(amount - coin.withdrawalFee, coin.decimals)',
        'toChainUnits(amount, coin.decimals)',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/shortfalls.ts',
    'tests/server/wallet/wallet-repayments.test.ts',
    [
      [
        'repaid-twice',
        'a repayment under way is not counted, so that the user repays twice',
        'const payable = shortfall - underWay;',
        'const payable = shortfall - 0n * underWay;',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawals.ts',
    'tests/server/wallet/wallet-forged-withdrawals.test.ts',
    [
      [
        'forged-request-held',
        'a start holds the amount of a withdrawal that did not pass the gate',
        '    await this.#parts.seals.require(this.#parts.database, row);\n',
        '',
        'a forged withdrawal',
      ],
    ],
  ),
  ...faultsIn(
    'wallet',
    'server/areas/wallet/withdrawal-seals.ts',
    'tests/server/wallet/wallet-held-terms.test.ts',
    [
      [
        'seal-missing-signed',
        'a withdrawal without a seal is signed',
        "facts?.isOlder === true ? null : 'it has no seal'",
        "facts?.isOlder !== undefined ? null : 'it has no seal'",
        'did not pass the gate',
      ],
      [
        'seal-of-other-terms',
        'a withdrawal with the seal of a different withdrawal is signed',
        "isSameDigest(row.seal, right) ? null : 'its seal is not for its terms'",
        "row.seal.length === right.length ? null : 'its seal is not for its terms'",
        'did not pass the gate',
      ],
      [
        'older-withdrawal-refused',
        'a withdrawal from before seals is never paid',
        "facts?.isOlder === true ? null : 'it has no seal'",
        "'it has no seal'",
        'did not pass the gate',
      ],
    ],
  ),
];
