/** Faults of savings: their figures, their subscriptions, the payment of dividends, and the rules on both. */
import { faultsIn } from '../area-mutant.ts';

const FIGURES_TEST = 'tests/unit/staking/staking-figures.test.ts';
const CALLS_TEST = 'tests/server/staking/staking.test.ts';
const PAYMENT_TEST = 'tests/server/staking/dividends.test.ts';
const THEFTS_TEST = 'tests/server/staking/dividend-thefts.test.ts';
const RULES_TEST = 'tests/server/staking/staking-faults.test.ts';
const TERMS_TEST = 'tests/server/staking/savings-terms.test.ts';
const DEPOSITS_TEST = 'tests/server/wallet/wallet-deposits.test.ts';

export const STAKING_MUTANTS = [
  ...faultsIn('staking', 'server/areas/staking/dividends.repo.ts', THEFTS_TEST, [
    [
      'paid-before-the-end',
      'a dividend is paid before its day has ended',
      '(paid_days + 2) * ${DAY_MS}::bigint from ledger_movements',
      '(paid_days + 1) * ${DAY_MS}::bigint from ledger_movements',
      'time was set forward',
    ],
  ]),
  ...faultsIn('staking', 'contract/figures/staking.ts', FIGURES_TEST, [
    [
      'earns-on-the-first-day',
      'the day of the subscription earns a dividend',
      'dayOf(subscribedAtMs) + DAY_MS',
      'dayOf(subscribedAtMs)',
    ],
    [
      'one-division',
      'the dividends of all days are rounded together',
      'dailyDividendOf(principal, dailyPpb) * BigInt(cycleDays)',
      'dailyDividendOf(principal * BigInt(cycleDays), dailyPpb)',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/dividends.repo.ts', PAYMENT_TEST, [
    [
      'always-the-same-day',
      'the row of a dividend does not have its day',
      'select id, day, amount, number, $1 from paid',
      'select id, 0, amount, number, $1 from paid',
    ],
    [
      'cycle-without-end',
      'dividends go on after the last day of the cycle',
      'case when paid_days + 1 < cycle_days then next_dividend_at_ms + ${DAY_MS} end',
      'next_dividend_at_ms + ${DAY_MS}',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/dividend-round.ts', PAYMENT_TEST, [
    [
      'paid-from-a-faulty-ledger',
      'dividends are paid while the ledger has a fault',
      'this.#isStopped || !this.#parts.health.isConsistent()',
      'this.#isStopped',
      'while the ledger has a fault',
    ],
    [
      'day-finished-on-a-faulty-ledger',
      'a day is paid to its end after a fault of the ledger',
      'isPaid || this.#isHalted',
      'isPaid || this.#isStopped',
      'while the ledger has a fault',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/staking-steps.ts', CALLS_TEST, [
    [
      'dividends-not-set-aside',
      'a fund promises dividends that it does not have',
      'const reserved = await postMovement(tx, stakingReserved(promiseOf(row)), now);',
      'const reserved = ok(stakingReserved(promiseOf(row)));',
      'a fund that cannot pay',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/subscriptions.ts', CALLS_TEST, [
    [
      'quota-exceeded',
      'subscriptions exceed the quota of a product',
      "    if (product.taken + amount > product.quota) return refuse('staking_product_sold_out');\n",
      '',
      'the rest of a quota',
    ],
    [
      'user-limit-exceeded',
      'a user exceeds the limit of a product by several positions',
      "    if ((await repo.sumHeld(tx, userId, product.id)) + amount > product.userMax)\n      return refuse('staking_limit_reached');\n",
      '',
      'the limit of a user',
    ],
    [
      'terms-changed',
      'a subscription takes another rate than its sender saw',
      "    if (product.dailyPpb !== dailyPpb) return refuse('staking_terms_changed');\n",
      '',
      'refusals change nothing',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/subscriptions.ts', DEPOSITS_TEST, [
    [
      'locked-principal',
      'coins of a deposit that can be reversed are subscribed',
      "        if (amount.ok && amount.value > unlocked) return refuse('balance_locked');\n",
      '',
      'is credited at its first block',
    ],
    [
      'principal-of-a-debtor',
      'a user who owes for a reversed deposit subscribes',
      "    if (owing.has(userId)) return refuse('shortfall_unpaid');\n",
      '',
      'becomes a debt',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/staking-rules.repo.ts', RULES_TEST, [
    [
      'other-cycle-unnoticed',
      'a cycle that begins on another day than the one after its subscription goes unnoticed',
      '`div(created_at_ms, ${DAY_MS}) * ${DAY_MS}::bigint + ${DAY_MS}`',
      "'first_day_ms'",
    ],
    [
      'withheld-dividend-unnoticed',
      'a dividend that is never due goes unnoticed',
      "when position.phase = 'in_effect' and paid_days < cycle_days",
      'when next_dividend_at_ms is not null',
    ],
    [
      'funding-unnoticed',
      'a funding of another amount than its row goes unnoticed',
      "  ofRecipes(['staking.funded'], stakingFundedOtherwise),\n",
      '',
    ],
  ]),
  ...faultsIn('staking', 'server/areas/staking/staking-terms-rules.repo.ts', TERMS_TEST, [
    [
      'terms-without-act',
      'a dividend that no operator has raised goes unnoticed',
      'where changes <> acts or not is_added',
      'where not is_added',
    ],
    [
      'product-without-act',
      'a product that no operator has added goes unnoticed',
      'where changes <> acts or not is_added',
      'where changes <> acts',
    ],
    [
      'product-of-other-terms',
      'a product differs from the last of its terms',
      "(${columnsOf('product', TERMS)}) is distinct from (${columnsOf('kept', TERMS)})",
      'false',
    ],
    [
      'position-of-other-amount',
      'a position has an amount beyond all limits of its product',
      'and amount between offered.amount_min and offered.amount_max',
      '',
    ],
  ]),
];
